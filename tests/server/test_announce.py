"""The addresses of a server, and their QR codes."""

from tilora.server.net import announce


def test_addresses_and_their_codes() -> None:
    assert announce.addresses("127.0.0.1", 80) == ["http://127.0.0.1:80"]
    assert announce.addresses("::1", 80) == ["http://[::1]:80"]
    assert announce.addresses("0.0.0.0", 80)[-1] == "http://127.0.0.1:80"  # noqa: S104 - not bound
    assert len(announce.qr_code("http://192.0.2.1:8420").splitlines()) > 10


def test_loopback_addresses_are_recognised() -> None:
    here = ("http://127.0.0.1:8420", "http://[::1]:8420", "http://localhost:8420")
    assert all(map(announce.is_loopback, here))
    assert not any(
        map(announce.is_loopback, ("http://192.0.2.1:8420", "https://tilora.example", "http://[2001:db8::1]"))
    )
