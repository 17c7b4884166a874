"""A person with a browser, and the simulator's own clock."""

import html
import re
import urllib.parse

import requests

KEY = {"Authorization": "Bearer sk_test_suite"}


def here(base_url, url):
    """The address of a page on the port that the suite's processor took."""
    parts = urllib.parse.urlsplit(url)
    return base_url + urllib.parse.urlunsplit(("", "", parts.path, parts.query, ""))


def visit(base_url, url):
    return requests.get(here(base_url, url), allow_redirects=False, timeout=20)


def hidden(page, name):
    return re.search(f'name="{name}" value="([^"]*)"', page.text).group(1)


def send(base_url, url, **fields):
    return requests.post(here(base_url, url).split("?")[0], data=fields, allow_redirects=False, timeout=20)


def advance(base_url, by):
    """Moves the time of the whole simulator."""
    answer = requests.post(base_url + "/_tapctl/clock/advance", data={"by": by}, headers=KEY, timeout=120)
    assert answer.status_code == 200, answer.text
    return answer.json()["now"]


def answer_bank(here, page, answer):
    """Follows a page's link to the bank, and answers there: where the bank leads back to."""
    address = html.unescape(re.search(r'href="([^"]*/pages/3ds/[^"]*)"', page).group(1))
    secret = urllib.parse.parse_qs(urllib.parse.urlsplit(address).query)["secret"][0]
    answered = requests.post(
        here(address).split("?")[0], data={"secret": secret, "answer": answer}, allow_redirects=False, timeout=20)
    assert answered.status_code == 303
    return answered.headers["Location"]
