"""A Django project with dj-stripe, on SQLite, and the server that receives its webhooks."""

import contextlib
import socketserver
import sys
import threading
import types
import wsgiref.simple_server

KEY = "sk_test_djstripe0000000000000000"


def configure(database):
    """Makes the project and its tables."""
    import django
    from django.conf import settings

    urls = types.ModuleType("shop_urls")
    settings.configure(
        SECRET_KEY="only for tests", ALLOWED_HOSTS=["127.0.0.1"], ROOT_URLCONF="shop_urls", USE_TZ=True,
        INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "djstripe"],
        DATABASES={"default": {
            "ENGINE": "django.db.backends.sqlite3", "NAME": str(database),
            # Several deliveries may be handled at the same time.
            "OPTIONS": {"timeout": 20, "transaction_mode": "IMMEDIATE"}}},
        DJSTRIPE_FOREIGN_KEY_TO_FIELD="id", DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        # Its migrations take a minute. Without them, the tables are made from the models.
        MIGRATION_MODULES={"djstripe": None}, STRIPE_TEST_SECRET_KEY=KEY, STRIPE_LIVE_MODE=False)
    django.setup()

    from django.core.management import call_command
    from django.urls import include, path

    urls.urlpatterns = [path("stripe/", include("djstripe.urls", namespace="djstripe"))]
    sys.modules["shop_urls"] = urls
    call_command("migrate", run_syncdb=True, verbosity=0)


def use(url):
    """Sends all requests of dj-stripe to the processor at this address."""
    import stripe
    from stripe import _stripe_client

    # The same as the setting STRIPE_API_HOST, which is read before the processor has a port.
    stripe.api_base = url
    # The model AccountV2 makes a client of its own, which ignores that setting.
    _stripe_client.DEFAULT_API_BASE = url


class Server(socketserver.ThreadingMixIn, wsgiref.simple_server.WSGIServer):
    daemon_threads = True


class Quiet(wsgiref.simple_server.WSGIRequestHandler):
    def log_message(self, *_):
        pass


@contextlib.contextmanager
def serving():
    """Serves the project on loopback; gives its address."""
    from django.core.handlers.wsgi import WSGIHandler

    server = wsgiref.simple_server.make_server("127.0.0.1", 0, WSGIHandler(), Server, Quiet)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
