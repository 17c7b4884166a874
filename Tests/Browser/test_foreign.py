"""Pages of strangers in a browser on this machine: they drive no server that listens on it."""

import contextlib
import http.server
import threading

import pytest
import requests
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.support.ui import WebDriverWait

import church
import processor
from phone import phone

STRANGER = "stranger.test"
# Gives the status of a request, or the reason why the browser sent none.
ASK = """
const [address, done] = arguments;
fetch(address, {method: 'POST', credentials: 'include', body: 'email=a@example.org&key=sk_test_x',
  headers: {'Content-Type': 'application/x-www-form-urlencoded'}})
  .then(answer => done(answer.status), error => done(String(error)));
"""

# Sends a form.
POST = """
const form = document.createElement('form'); form.method = 'post'; form.action = arguments[0];
document.body.replaceChildren();
form.innerHTML = '<input name=email value=a@example.org><input name=key value=sk_test_x>';
document.body.append(form); form.submit();
"""


@pytest.fixture(scope="module")
def visitor():
    """A phone on which the stranger's name leads to this machine."""
    with phone(arguments=[f"--host-resolver-rules=MAP {STRANGER} 127.0.0.1"]) as phone_of_visitor:
        yield phone_of_visitor.driver


@contextlib.contextmanager
def strangers_page():
    """The stranger's own server; gives its address."""
    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>A game</title>")

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://{STRANGER}:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def listeners(program, prepared, tmp_path):
    """The addresses of the site, its metrics and a processor."""
    command = [program, "serve", "--port", "0", "--metrics", "0", "--data", str(prepared)]
    with church.serving(command, tmp_path, until="metrics on") as said, processor.served(program, tmp_path) as made:
        site = next(line for line in said if line.startswith("listening on")).split()[-1]
        metrics = said[-1].split()[-1]
        yield {"site": f"{site}/-/giver", "admin": f"{site}/admin/sign-in", "API": f"{site}/api/v1/gifts",
               "metrics": metrics, "processor": f"{made.address}/v1/customers"}


def shows(visitor, words):
    """Whether the words are on the page, or on the one that is being loaded."""
    with contextlib.suppress(TimeoutException):
        return WebDriverWait(visitor, 20).until(lambda page: words in page.page_source)


def test_a_name_that_leads_to_this_machine_opens_nothing(visitor, listeners):
    for name, address in listeners.items():
        rebound = address.replace("127.0.0.1", STRANGER)
        assert requests.get(address, headers={"Host": STRANGER}, timeout=20).status_code == 421, name
        visitor.get(rebound)
        assert shows(visitor, "does not accept requests for this host name"), name
        visitor.execute_script(POST, rebound)
        assert shows(visitor, "does not accept requests for this host name"), f"{name}, with a form"


def test_a_page_of_another_site_changes_nothing(visitor, listeners):
    with strangers_page() as page:
        for name, address in listeners.items():
            if name == "metrics":
                continue
            visitor.get(page)
            # The answer has no header that lets the page read it.
            assert "Failed to fetch" in visitor.execute_async_script(ASK, address), name
            visitor.execute_script(POST, address)
            assert shows(visitor, "page on another site"), name
    customers = requests.get(listeners["processor"], auth=("sk_test_x", ""), timeout=20).json()
    assert customers["data"] == []
