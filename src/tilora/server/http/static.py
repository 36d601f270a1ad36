"""What browsers load: the page from `tilora/web`, if it is there, and the list of everything under `/api`."""

import gzip
import hashlib
import mimetypes
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.status_codes import HTTP_304_NOT_MODIFIED, HTTP_404_NOT_FOUND

from tilora.server.errors import Unknown

ROUTES = frozenset({"", "t", "r", "g", "new", "scores", "matches", "play", "settings"})
"""Addresses that the page itself understands begin with these."""
KINDS = mimetypes.MimeTypes()
"""Python's own list: what a system says of these endings can be wrong, and browsers are told to believe us."""
TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml"}
WORTH_PACKING = 1000

WITHOUT_PAGE = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Tilora</title>
<h1>Tilora</h1><p>This server runs, but the page to play on is not part of this installation.</p>
<p>Programs can play: <a href="/api/docs">what can be asked for</a>.</p></html>
"""


class File(msgspec.Struct, frozen=True):
    """A file of the page, ready to be sent."""

    body: bytes
    packed: bytes | None
    kind: str
    tag: str


def web_files() -> dict[str, File]:
    """All files of the page by their path; none if it has not been built."""
    found: dict[str, File] = {}
    root = files("tilora").joinpath("web")
    if root.is_dir():
        _collect(root, "", found)
    return found


def _collect(folder: Traversable, prefix: str, found: dict[str, File]) -> None:
    for one in folder.iterdir():
        path = f"{prefix}{one.name}"
        if one.is_dir():
            _collect(one, f"{path}/", found)
        elif one.is_file():
            body = one.read_bytes()
            ending = f".{path.rpartition('.')[2]}"
            kind = TYPES.get(ending) or KINDS.guess_type(path)[0] or "application/octet-stream"
            packed = gzip.compress(body, mtime=0) if len(body) > WORTH_PACKING else None
            useful = packed if packed is not None and len(packed) < 0.9 * len(body) else None
            found[path] = File(body, useful, kind, hashlib.sha256(body).hexdigest()[:16])


WEB = web_files()


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """A file of the page; the page itself for every address that it understands, and to tell people of others."""
    name = str(request.path_params.get("path", "")).strip("/")
    if name.partition("/")[0] in ROUTES:
        name = "index.html"
        if name not in WEB:
            return Response(WITHOUT_PAGE, media_type="text/html")
    file = WEB.get(name)
    if file is None:
        if "text/html" in request.headers.get("accept", "") and not name.startswith("api/") and "index.html" in WEB:
            return Response(WEB["index.html"].body, media_type="text/html", status_code=HTTP_404_NOT_FOUND)
        raise Unknown("There is nothing at this address.")
    lasting = "public, max-age=31536000, immutable" if name.startswith("assets/") else "no-cache"
    headers = {"ETag": f'"{file.tag}"', "Cache-Control": lasting, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(b"", status_code=HTTP_304_NOT_MODIFIED, headers=headers)
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, media_type=file.kind, headers=headers | {"Content-Encoding": "gzip"})
    return Response(file.body, media_type=file.kind, headers=headers)
