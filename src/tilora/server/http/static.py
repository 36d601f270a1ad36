"""The files of the page, from `tilora/web`. They are kept in memory, compressed once, with a hash as ETag."""

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

ROUTES = frozenset(
    {"", "t", "r", "review", "analysis", "g", "new", "learn", "puzzles", "scores", "matches", "players", "challenge"}
)
"""Paths that begin with these belong to the page, whose own router shows what is there."""
MEDIA_TYPES = mimetypes.MimeTypes()
"""Python's own list. The system's list can be wrong, and our headers tell browsers to trust it."""
TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml"}
MIN_COMPRESSED_SIZE = 1000

WITHOUT_PAGE = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Tilora</title>
<h1>Tilora</h1><p>The server is running, but this installation does not include the web page.</p>
<p>Programs can still play: see <a href="/api/docs">the API</a>.</p></html>
"""


class File(msgspec.Struct, frozen=True):
    """A file of the page, ready to send."""

    body: bytes
    compressed: bytes | None
    media_type: str
    tag: str


def web_files() -> dict[str, File]:
    """Return all files of the page by their path; none if the page has not been built."""
    found: dict[str, File] = {}
    root = files("tilora").joinpath("web")
    if root.is_dir():
        _collect(root, "", found)
    return found


def _collect(folder: Traversable, prefix: str, found: dict[str, File]) -> None:
    for entry in folder.iterdir():
        path = f"{prefix}{entry.name}"
        if entry.is_dir():
            _collect(entry, f"{path}/", found)
        elif entry.is_file():
            body = entry.read_bytes()
            suffix = f".{path.rpartition('.')[2]}"
            media_type = TYPES.get(suffix) or MEDIA_TYPES.guess_type(path)[0] or "application/octet-stream"
            compressed = gzip.compress(body, mtime=0) if len(body) > MIN_COMPRESSED_SIZE else None
            if compressed is not None and len(compressed) >= 0.9 * len(body):
                compressed = None
            found[path] = File(body, compressed, media_type, hashlib.sha256(body).hexdigest()[:16])


WEB = web_files()


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return a file of the page, or the page itself for its own paths and, with status 404, for unknown ones."""
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
    cache_control = "public, max-age=31536000, immutable" if name.startswith("assets/") else "no-cache"
    headers = {"ETag": f'"{file.tag}"', "Cache-Control": cache_control, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(b"", status_code=HTTP_304_NOT_MODIFIED, headers=headers)
    if file.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.compressed, media_type=file.media_type, headers=headers | {"Content-Encoding": "gzip"})
    return Response(file.body, media_type=file.media_type, headers=headers)
