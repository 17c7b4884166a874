"""A real mail server, aiosmtpd, on this machine: what it got, and how it misbehaves when it is told to."""

import asyncio
import contextlib
import ssl
import subprocess
import threading

from aiosmtpd.smtp import SMTP, AuthResult

USER, PASSWORD = b"relay", b"a pass word"


def certificate(folder, name="IP:127.0.0.1"):
    """A certificate for an address, and its key."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
         "2", "-subj", "/CN=localhost", "-addext", f"subjectAltName={name}", "-keyout", folder / "key.pem", "-out",
         folder / "cert.pem"], check=True, capture_output=True)
    return folder / "cert.pem", folder / "key.pem"


class Server:
    """Takes letters; each of `answers` stands in for one answer to DATA, and `cuts` connections end amid it."""

    def __init__(self):
        self.letters, self.answers, self.cuts, self.silent = [], [], 0, False
        self.signed_in, self.secure, self.changed = [], [], threading.Condition()

    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        while self.silent:
            await asyncio.sleep(0.05)
        session.host_name = hostname
        return responses

    async def handle_DATA(self, server, session, envelope):
        if self.cuts:
            self.cuts -= 1
            server.transport.abort()
            return "421 gone"
        with self.changed:
            if self.answers:
                return self.answers.pop(0)
            self.letters.append((envelope.mail_from, envelope.rcpt_tos, envelope.original_content))
            self.secure.append(server.transport.get_extra_info("sslcontext") is not None)
            self.changed.notify_all()
        return "250 taken"

    def authenticate(self, server, session, envelope, mechanism, data):
        good = (data.login, data.password) == (USER, PASSWORD)
        self.signed_in.append(good)
        return AuthResult(success=good, handled=False)

    def wait(self, count=1):
        """The letters, once there are so many."""
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.letters) >= count, timeout=40), "no letter came"
            return self.letters


@contextlib.contextmanager
def listening(make, tls):
    """A thread in which `make` makes the end of each connection; gives its port."""
    loop = asyncio.new_event_loop()
    server = loop.run_until_complete(loop.create_server(make, "127.0.0.1", 0, ssl=tls))
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    async def close():
        server.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        asyncio.run_coroutine_threadsafe(close(), loop).result(timeout=10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(timeout=10)
        loop.close()


@contextlib.contextmanager
def running(security, folder, name="IP:127.0.0.1", user=False, suites=None):
    """A server on a free port: gives it, and the options of `tapctl serve` for it. `suites` limits it to TLS 1.2."""
    server = Server()
    chain, key = certificate(folder, name)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(chain, key)
    if suites:
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        context.set_ciphers(suites)
    keywords = {}
    if user:
        keywords |= {"authenticator": server.authenticate, "auth_required": True,
                     "auth_require_tls": security == "starttls"}
    if security == "starttls":
        keywords |= {"tls_context": context, "require_starttls": True}
    with listening(lambda: SMTP(server, **keywords), context if security == "tls" else None) as port:
        options = ["--smtp-host", "127.0.0.1", "--smtp-port", str(port), "--smtp-security", security,
                   "--smtp-sender", "no-reply@example.org", "--log-format", "json", "--log-level", "info"]
        if security != "none":
            options += ["--smtp-authorities", str(chain)]
        try:
            yield server, options
        finally:
            server.silent = False
