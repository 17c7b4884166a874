"""A TLS server on a loopback port. The first label of the host name selects its misbehavior.

Usage: misbehaving_server.py FOLDER [COMMAND ...], with a folder filled by make-certificates. With a command, runs it
with TAPCTL_CONNECT and TAPCTL_CA set, and exits with its exit code. Without one, prints "ports NUMBER NUMBER"; the
second port speaks only TLS 1.0 and 1.1. Then prints a line for each event: "request HOST LINE", "cookie HOST" if a
request had one, and "gone HOST" after a client has closed the connection of an endless response.
"""

import os
import socket
import ssl
import subprocess
import sys
import threading

folder = sys.argv[1]
certificates = ["good", "expired", "future", "other", "unknown", "soon", "several", "selfsigned"]


def context(name):
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(f"{folder}/{name}.pem", f"{folder}/server.key")
    return made


contexts = {name: context(name) for name in certificates}
# The second port speaks only TLS 1.0 and 1.1.
old = context("good")
old.set_ciphers("ALL:@SECLEVEL=0")
old.minimum_version = ssl.TLSVersion.TLSv1
old.maximum_version = ssl.TLSVersion.TLSv1_1


def choose(connection, name, _):
    connection.context = contexts.get((name or "").split(".")[0], contexts["good"])


contexts["good"].sni_callback = choose
lock = threading.Lock()


def say(*words):
    if len(sys.argv) > 2:
        return
    with lock:
        print(*words, flush=True)


def field(request, name):
    for line in request.split("\r\n")[1:]:
        if line.lower().startswith(name + ":"):
            return line.split(":", 1)[1].strip()
    return None


ios = b'{"applinks":{"details":[{"appIDs":["ABCDE12345.giving.tap.app"],"components":[{"/":"/*"}]}]},"appclips":{"apps":["ABCDE12345.giving.tap.app.Clip"]}}'
android = (
    b'[{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app",'
    b'"package_name":"giving.tap.app","sha256_cert_fingerprints":["' + b":".join([b"AB"] * 32) + b'"]}}]'
)


def reply(status="200 OK", body=b"{}", kind="application/json", more=""):
    kind = f"Content-Type: {kind}\r\n" if kind else ""
    head = f"HTTP/1.1 {status}\r\n{kind}Content-Length: {len(body)}\r\nConnection: close\r\n{more}\r\n"
    return head.encode() + body


def endless(connection, host, first, piece, pause):
    """Sends pieces until the client disconnects."""
    try:
        connection.sendall(first)
        while True:
            connection.settimeout(pause)
            try:
                if not connection.recv(1):
                    break
            except TimeoutError:
                pass
            connection.settimeout(None)
            if piece:
                connection.sendall(piece)
    except OSError:
        pass
    say("gone", host)


def answer(connection, host, path):
    what = host.split(".")[0]
    body = android if path.endswith("assetlinks.json") else ios
    large = b'{"a":"' + b"x" * 200_000 + b'"}'
    limit = 128 << 10
    chunked = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    to = lambda url, status="302 Found": reply(status, b"", None, f"Location: {url}\r\n")
    if what == "silent":
        return endless(connection, host, b"", b"", 0.05)
    if what == "drip":
        return endless(connection, host, chunked, b"1\r\n \r\n", 0.02)
    if what == "dripheaders":
        return endless(connection, host, b"HTTP/1.1 200 OK\r\n", b"X: y\r\n", 0.02)
    if what == "flood":
        return endless(connection, host, chunked, b"1000\r\n" + b"x" * 4096 + b"\r\n", 0.001)
    steps = path.strip("/").split("/")
    replies = {
        "status404": reply("404 Not Found", b"no", "text/plain"),
        "status500": reply("500 Internal Server Error", b""),
        "status403": reply("403 Forbidden", b""),
        "status204": b"HTTP/1.1 204 No Content\r\n\r\n",
        "redirect": to("https://good.site.test" + path, "301 Moved Permanently"),
        "html": reply(body=b"<html>", kind="text/html; charset=utf-8"),
        "texttype": reply(body=body, kind="text/plain"),
        "notype": reply(body=body, kind=None),
        "charset": reply(body=body, kind="Application/JSON ; charset=utf-8"),
        "notjson": reply(body=b"{oops"),
        "empty": reply(body=b""),
        "large": reply(body=large),
        "largechunked": chunked + b"%x\r\n" % len(large) + large + b"\r\n0\r\n\r\n",
        "exact": reply(body=body + b" " * (limit - len(body))),
        "overbyone": reply(body=body + b" " * (limit + 1 - len(body))),
        "gzip": reply(body=b"\x1f\x8b\x08", more="Content-Encoding: gzip\r\n"),
        "cookie": reply(body=body, more="Set-Cookie: a=b\r\n"),
        "closes": reply(body=body)[:-10],
        "closesunread": b"",
        "nothttp": b"220 mail.example ESMTP\r\n",
        "headers": b"HTTP/1.1 200 OK\r\n" + b"X: " + b"y" * 70_000 + b"\r\n\r\n",
        "loop": to(f"https://loop.site.test/{'b' if steps == ['a'] else 'a'}"),
        "cookieloop": reply("302 Found", b"", None, f"Set-Cookie: a=b\r\nLocation: https://{host}{path}\r\n"),
        "scheme": to("intent://scan/#Intent;end"),
        "relative": to("../page?x=1", "307 Temporary Redirect") if path != "/page?x=1" else reply(kind="text/html"),
        "nolocation": reply("301 Moved Permanently", b""),
        "toexpired": to("https://expired.site.test/"),
    }
    if what == "hops":
        left = int(steps[0])
        connection.sendall(to(f"https://hops.site.test/{left - 1}") if left else reply(kind="text/html"))
    else:
        connection.sendall(replies.get(what, reply(body=body)))


def serve(raw, secure):
    connection = raw
    try:
        connection = secure.wrap_socket(raw, server_side=True)
        request = ""
        while "\r\n\r\n" not in request:
            piece = connection.recv(4096)
            if not piece:
                return
            request += piece.decode("latin-1")
        host = (field(request, "host") or "").split(":")[0]
        say("request", host, request.split("\r\n")[0])
        if field(request, "cookie"):
            say("cookie", host)
        answer(connection, host, request.split(" ")[1])
        connection.unwrap()
    except (OSError, ssl.SSLError, ValueError):
        pass
    finally:
        connection.close()


listeners = [socket.create_server(("127.0.0.1", 0), backlog=128) for _ in range(2)]
ports = [listener.getsockname()[1] for listener in listeners]


def accept(listener, secure):
    while True:
        accepted, _ = listener.accept()
        threading.Thread(target=serve, args=(accepted, secure), daemon=True).start()


for listener, secure in zip(listeners, [contexts["good"], old]):
    threading.Thread(target=accept, args=(listener, secure), daemon=True).start()
say("ports", *ports)
# The test ends the server by closing its input.
if len(sys.argv) == 2:
    sys.stdin.read()
    os._exit(0)
place = {"TAPCTL_CONNECT": f"127.0.0.1:{ports[0]}", "TAPCTL_CA": f"{folder}/authority.pem"}
os._exit(subprocess.run(sys.argv[2:], env={**os.environ, **place}).returncode)
