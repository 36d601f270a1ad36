"""The API on one page, for people who write programs."""

from html import escape
from typing import Any

import msgspec
from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin


class DocsPage(OpenAPIRenderPlugin):
    """Everything under `/api` on one plain page, which needs nothing from anywhere else."""

    page = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The page, made once."""
        self.page = self.page or self._page(openapi_schema)
        return self.page

    def _page(self, openapi_schema: dict[str, Any]) -> bytes:
        parts = [
            '<!doctype html><html lang="en"><meta charset="utf-8"><title>Tilora: what programs can ask for</title>',
            "<h1>Tilora: what programs can ask for</h1>",
            "<p>The same for programs: <a href='/api/docs/openapi.json'>openapi.json</a>. Everything that happens at a "
            "table goes over a WebSocket: <code>/api/tables/{id}/socket</code>, see docs/protocol.md.</p>",
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
    def said(thing: dict[str, Any], key: str) -> str:
        return escape(str(thing.get(key) or ""))

    lines = [f"<h2><code>{method.upper()} {escape(path)}</code></h2>"]
    lines.append(f"<p>{said(operation, 'summary')}. {said(operation, 'description')}</p><ul>")
    for one in operation.get("parameters") or []:
        lines += [f"<li><code>{said(one, 'name')}</code> ({said(one, 'in')}): {said(one, 'description')}</li>"]
    lines.append("</ul>")
    body = (operation.get("requestBody") or {}).get("content", {})
    answers: list[dict[str, Any]] = list((operation.get("responses") or {}).values())
    good = (answers[0].get("content") if answers else None) or {}
    for title, contents in (("Body", body), ("Answer", good)):
        for content in contents.values():
            text = msgspec.json.encode(content.get("schema", {})).decode()
            lines.append(f"<p>{title}: <code>{escape(text)}</code></p>")
    return lines
