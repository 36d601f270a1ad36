"""The API documentation, on one page."""

from html import escape
from typing import Any

import msgspec
from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin


class DocsPage(OpenAPIRenderPlugin):
    """Everything under `/api`, as one plain page that loads nothing from elsewhere."""

    page = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return the page, which is made only once."""
        self.page = self.page or self._page(openapi_schema)
        return self.page

    def _page(self, openapi_schema: dict[str, Any]) -> bytes:
        parts = [
            '<!doctype html><html lang="en"><meta charset="utf-8"><title>The Tilora API</title>',
            "<h1>The Tilora API</h1>",
            "<p>For programs, as <a href='/api/docs/openapi.json'>openapi.json</a>. To play at a table, connect to its "
            "WebSocket at <code>/api/tables/{id}/socket</code>: see docs/protocol.md.</p>",
        ]
        for path, operations in openapi_schema["paths"].items():
            for method, operation in operations.items():
                if isinstance(operation, dict):
                    parts += _operation(path, method, operation)
        parts.append("<h2>Types</h2>")
        for name, schema in openapi_schema.get("components", {}).get("schemas", {}).items():
            text = msgspec.json.format(msgspec.json.encode(schema), indent=1).decode()
            parts.append(f"<h3 id='{escape(name)}'>{escape(name)}</h3><pre>{escape(text)}</pre>")
        return "\n".join([*parts, "</html>"]).encode()


def _operation(path: str, method: str, operation: dict[str, Any]) -> list[str]:
    def text_of(thing: dict[str, Any], key: str) -> str:
        return escape(str(thing.get(key) or ""))

    lines = [f"<h2><code>{method.upper()} {escape(path)}</code></h2>"]
    lines.append(f"<p>{text_of(operation, 'summary')}. {text_of(operation, 'description')}</p><ul>")
    for parameter in operation.get("parameters") or []:
        name, place = text_of(parameter, "name"), text_of(parameter, "in")
        lines.append(f"<li><code>{name}</code> ({place}): {text_of(parameter, 'description')}</li>")
    lines.append("</ul>")
    body = (operation.get("requestBody") or {}).get("content", {})
    responses: list[dict[str, Any]] = list((operation.get("responses") or {}).values())
    good = (responses[0].get("content") if responses else None) or {}
    for title, contents in (("Body", body), ("Response", good)):
        for content in contents.values():
            text = msgspec.json.encode(content.get("schema", {})).decode()
            lines.append(f"<p>{title}: <code>{escape(text)}</code></p>")
    return lines
