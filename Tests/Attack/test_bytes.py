"""Bytes that requests without a sign-in leave on the disk."""

import pathlib
import re
import shutil

import requests

import church
from attackers import at_once, kept_bytes

SOURCES = pathlib.Path(church.ROOT, "Sources/TapServer")
# For each request that is not a gift.
MOST_BYTES = 300
# On the disk, where pages are not full, beyond a page that each of the tables and indexes of a tap may have begun.
MOST_ON_DISK = 400
BEGUN_PAGES = 5 * 4096
LONG = "x" * 7_000
TOKEN = "k" * 26


def long_query(number):
    return f"?utm_source={number}{LONG}&r=0"


# The request that a stranger sends to each route: method, path and form, with a different number each time. The keys are
# the templates of the route tables, so the test fails for a new route until it is listed here.
ROUTES = {
    "/": lambda n: ("GET", f"/?{n}{LONG}", {}),
    "/healthz": lambda n: ("GET", f"/healthz?{n}", {}),
    "/favicon.ico": lambda n: ("GET", f"/favicon.ico?{n}", {}),
    "/robots.txt": lambda n: ("GET", f"/robots.txt?{n}", {}),
    "/.well-known/{file}": lambda n: ("GET", f"/.well-known/{n}{LONG}", {}),
    "/**": lambda n: ("GET", f"/WoodlandsChurch{long_query(n)}&f=12", {}),
    "/** of a fund": lambda n: ("GET", f"/WoodlandsChurch?f=12&r=0&picc_data={n:032d}&cmac={n:016d}", {}),
    # Without long rows of digits, which may be card numbers.
    "/** of a tag": lambda n: (
        "GET", f"/%57oodlandsChurch{long_query(n)}&f=12&t=tag{n:06d}abcdefg&m=04EF{n:010X}xFFFFFF", {}),
    "/** of a tag with a message": lambda n: (
        "GET", f"/WoodlandsChurch{long_query(n)}&f=12&t=tag{n:06d}hijklmn"
        f"&picc_data=ABCDEFABCDEFABCDEFABCDEF{n:08X}&cmac=ABCDEFAB{n:08X}", {}),
    "/** of no one": lambda n: ("GET", f"/Nobody{n}{long_query(n)}", {}),
    "/t/**": lambda n: ("GET", f"/t/{n:010d}{long_query(n)}", {}),
    "/plan/**": lambda n: ("GET", f"/plan/plus{long_query(n)}", {}),
    "/plan/{code}": lambda n: ("GET", f"/plan/plus{long_query(n)}", {}),
    "/-/choose": lambda n: ("GET", f"/-/choose?org=WoodlandsChurch&key={TOKEN}&amount={n}&fund={LONG}", {}),
    "/-/review": lambda n: ("GET", f"/-/review?org=WoodlandsChurch&key={TOKEN}&amount={n}&fund=12&by=card", {}),
    "/-/change": lambda n: ("POST", "/-/change", {"org": "WoodlandsChurch", "key": TOKEN, "name": f"{n}{LONG}"}),
    "/-/wallet": lambda n: ("GET", f"/-/wallet?{n}{LONG}", {}),
    "/-/give": lambda n: ("POST", "/-/give", {"org": "WoodlandsChurch", "key": TOKEN, "name": f"{n}{LONG}"}),
    "/-/give/{key}": lambda n: ("GET", f"/-/give/{n:026d}", {}),
    "/-/give/{key}/receipt": lambda n: ("GET", f"/-/give/{n:026d}/receipt", {}),
    "/-/give/{key}/receipt.pdf": lambda n: ("GET", f"/-/give/{n:026d}/receipt.pdf", {}),
    "/-/give/{key}/retry": lambda n: ("POST", f"/-/give/{n:026d}/retry", {"method": "pm_card_visa"}),
    "/-/give/{key}/bank": lambda n: ("POST", f"/-/give/{n:026d}/bank", {"answer": "passed"}),
    "/-/giver": lambda n: ("POST", "/-/giver", {"email": f"nobody{n}@example.org"}),
    "/-/giver/link/{token}": lambda n: ("POST", f"/-/giver/link/{n:043d}", {"guard": "x"}),
    "/-/giver/out": lambda n: ("POST", "/-/giver/out", {"guard": str(n)}),
    "/-/giver/sessions": lambda n: ("GET", f"/-/giver/sessions?{n}", {}),
    "/-/giver/sessions/end": lambda n: ("POST", "/-/giver/sessions/end", {"guard": "x", "session": str(n)}),
    "/-/giver/out-everywhere": lambda n: ("POST", "/-/giver/out-everywhere", {"guard": str(n)}),
    "/-/giver/gift/{id}": lambda n: ("GET", f"/-/giver/gift/gift_{n}", {}),
    "/-/giver/gift/{id}/refund": lambda n: ("POST", f"/-/giver/gift/gift_{n}/refund", {"guard": str(n)}),
    "/-/giver/receipt/{number}": lambda n: ("GET", f"/-/giver/receipt/T-{n}", {}),
    "/-/giver/statements": lambda n: ("GET", f"/-/giver/statements?{n}", {}),
    "/-/giver/statements/{org}/{file}": lambda n: ("GET", f"/-/giver/statements/WoodlandsChurch/{n}.csv", {}),
    "/-/giver/monthly/{id}": lambda n: ("GET", f"/-/giver/monthly/rec_{n}", {}),
    "/-/giver/monthly/{id}/": lambda n: ("POST", f"/-/giver/monthly/rec_{n}/cancel", {"guard": str(n)}),
    "/pay/{token}": lambda n: ("POST", f"/pay/{n:026d}", {"method": "pm_card_visa"}),
    "/pay/{token}/bank": lambda n: ("POST", f"/pay/{n:026d}/bank", {"answer": "passed"}),
    "/pay/{token}/cancel": lambda n: ("POST", f"/pay/{n:026d}/cancel", {}),
    "/pay/{token}/sheet": lambda n: ("POST", f"/pay/{n:026d}/sheet", {}),
    "/pay/{token}/invoice": lambda n: ("GET", f"/pay/{n:026d}/invoice", {}),
    "/-/payee/{token}": lambda n: ("GET", f"/-/payee/{n:026d}", {}),
    "/-/payee/{token}/connect": lambda n: ("POST", f"/-/payee/{n:026d}/connect", {}),
    "/-/payee/{token}/processor": lambda n: ("POST", f"/-/payee/{n:026d}/processor", {"outcome": "complete"}),
    "/-/payee/{token}/year/{year}": lambda n: ("GET", f"/-/payee/{n:026d}/year/2026", {}),
    "/-/dependents/{token}": lambda n: ("GET", f"/-/dependents/{n:026d}", {}),
    "/-/dependents/{token}/{id}/review": lambda n: ("GET", f"/-/dependents/{n:026d}/a/review", {}),
    "/-/dependents/{token}/{id}/approve": lambda n: ("POST", f"/-/dependents/{n:026d}/a/approve", {}),
    "/-/dependents/{token}/{id}/confirmation": lambda n: ("GET", f"/-/dependents/{n:026d}/a/confirmation", {}),
    "/-/dependents/{token}/{id}/bank": lambda n: ("POST", f"/-/dependents/{n:026d}/a/bank", {"answer": "passed"}),
    "/-/plan/{token}": lambda n: ("POST", f"/-/plan/{n:026d}", {"plan": "plus", "method": "pm_card_visa"}),
    "/-/plan/{token}/change": lambda n: ("POST", f"/-/plan/{n:026d}/change", {"change": "cancel"}),
    "/-/plan/{token}/bank": lambda n: ("POST", f"/-/plan/{n:026d}/bank", {"answer": "passed"}),
    "/admin": lambda n: ("GET", f"/admin/org/WoodlandsChurch/gifts?q={n}{LONG}", {}),
    "/admin/sign-in": lambda n: ("POST", "/admin/sign-in", {"csrf": "x", "email": f"{n}{LONG}", "password": "x"}),
    "/admin/sign-out": lambda n: ("POST", "/admin/sign-out", {"csrf": str(n)}),
    "/api": lambda n: ("GET", f"/api/gifts?limit=1&since={n}{LONG}", {}),
    "/api without a key": lambda n: ("POST", "/api/gifts", {"name": f"{n}{LONG}"}),
}


def templates():
    """Returns the paths in the route tables, and the path constants, except those below /admin."""
    found = set()
    for path in SOURCES.rglob("*.swift"):
        text = path.read_text()
        found |= set(re.findall(r'PageRoute\(\s*(?:RoutePath\()?"(/[^"\\]*)', text))
        found |= set(re.findall(r'RoutePath = "(/[^"]+)"', text))
    # `!` marks a secret segment.
    return {one.replace("{!", "{") for one in found if not one.startswith("/admin")}


def test_every_route_is_attacked(figure):
    unknown = {one for one in templates() if one not in ROUTES}
    figure(f"S-6 {len(templates())} routes without a sign-in in the route tables: {len(unknown)} not attacked (at most 0)")
    assert len(templates()) > 30 and unknown == set()


def store_taps(site):
    """Requests a page of the staff, before which the server stores the taps that are waiting."""
    requests.get(site.address + "/admin", timeout=20, allow_redirects=False)


def test_requests_without_a_sign_in_keep_few_bytes(program, prepared, tmp_path, often, figure):
    folder = shutil.copytree(prepared, tmp_path / "data")
    times = often(60, 500)
    kept, on_disk = {}, {}
    with church.served(program, folder) as site:
        session = requests.Session()
        for route, attack in ROUTES.items():
            def send(number):
                method, path, form = attack(number)
                return session.request(
                    method, site.address + path, data=form, timeout=20, allow_redirects=False).status_code

            # What all taps of a fund share is stored once.
            send(0)
            store_taps(site)
            before = kept_bytes(folder)
            statuses = at_once(send, range(1, times + 1), threads=2)
            assert all(0 < status < 500 for status in statuses), f"{route}: {set(statuses)}"
            store_taps(site)
            used, filled = kept_bytes(folder)
            on_disk[route] = max(0, used - before[0] - BEGUN_PAGES) / times
            kept[route] = (filled - before[1]) / times
    worst = max(kept, key=kept.get)
    beyond = {route: round(size) for route, size in kept.items() if size > MOST_BYTES}
    figure(f"S-6 {times * len(kept)} requests without a sign-in to {len(kept)} routes: {kept[worst]:.0f} bytes stored for each "
           f"request to the worst route, {worst} (at most {MOST_BYTES})")
    worst = max(on_disk, key=on_disk.get)
    figure(f"S-6 requests without a sign-in on the disk: {on_disk[worst]:.0f} bytes for each request to the worst route, "
           f"{worst} (at most {MOST_ON_DISK})")
    assert beyond == {} and on_disk[worst] <= MOST_ON_DISK
