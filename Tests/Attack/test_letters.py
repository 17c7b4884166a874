"""E-mails that strangers can cause to one address."""

import re
import shutil
import time

import mail_server
import requests

import church
from attackers import API, api_key, at_once, form_key, gift, until

# The maximum number of e-mails to one address in a day, including sign-in links, which also have a limit of their own.
MOST_LETTERS = 20
VICTIM = "victim@example.net"
TAGGED = "Victim+{}@example.net"
# A name that mail programs show with a link.
NAME = "Win a prize at http://prize.example/now today"
FORM = {"org": "WoodlandsChurch", "fund": "12", "amount": "5.00", "by": "card", "name": "A Donor", "email": VICTIM,
        "phone": "+1 202 555 0101", "method": "pm_card_visa"}


def mailbox(address):
    """Returns an address in lower case, without its tag."""
    return re.sub(r"\+[^@]*", "", address.lower())


def paths(site, api, count):
    """Returns each way to cause an e-mail to the victim: the number of attempts, and a function of the attempt's number."""
    def post(path, **fields):
        return site.session.post(site.address + path, data=fields, timeout=20, allow_redirects=False)

    def refund(number):
        made = api.send("/gifts", gift(number, email=VICTIM)).json()
        return api.send(f"/gifts/{made['id']}/refunds", {})

    return {
        "the form": (count, lambda _: post("/-/give", **FORM, key=form_key(site.address))),
        "a monthly form": (count // 2, lambda _: post("/-/give", **FORM, monthly="1", key=form_key(site.address))),
        "the sign-in link": (count // 2, lambda _: post("/-/giver", email=VICTIM)),
        "the sign-in link in capitals": (count // 2, lambda _: post("/-/giver", email=VICTIM.upper())),
        "a link as the name": (count // 2, lambda _: post("/-/give", **(FORM | {"name": NAME}), key=form_key(site.address))),
        "the API": (count // 2, lambda number: api.send("/gifts", gift(number, email=VICTIM))),
        "a link as the name, over the API": (4, lambda number: api.send("/gifts", gift(number, email=VICTIM, name=NAME))),
        "tags of an address": (count // 2, lambda n: api.send("/gifts", gift(n, email=TAGGED.format(n)))),
        "an address in capitals": (count // 2, lambda n: api.send("/gifts", gift(n, email=VICTIM.title()))),
        "a refund": (count // 2, refund),
    }


def test_letters_to_one_address_are_limited_over_every_path(program, prepared, tmp_path, often, figure):
    folder = shutil.copytree(prepared, tmp_path / "data")
    with mail_server.running("none", tmp_path) as (server, options):
        with church.served(program, folder, *options) as site:
            site.session = requests.Session()
            api = API(site.address, api_key(site))
            attacks = paths(site, api, often(16, 200))
            tried = 0
            for count, attack in attacks.values():
                at_once(attack, range(count), threads=2)
                tried += count
            # The donor who gives last still gets a receipt, because each address has its own limit.
            api.send("/gifts", gift(1, email="another@example.org"))

            def to(address):
                return [text for _, to, text in server.letters if any(mailbox(one) == address for one in to)]

            until(lambda: to("another@example.org"), 60, "another donor's receipt was not sent")
            # The remaining e-mails follow within two runs of the outbox, one second apart.
            count = None
            while count != len(server.letters):
                count = len(server.letters)
                time.sleep(2.5)
            letters = to(VICTIM)
    linked = sum(b"http://prize.example" in text for text in letters)
    figure(f"S-2 {tried} attempts to send e-mails to one address over {len(attacks)} paths: {len(letters)} sent (at most "
           f"{MOST_LETTERS} a day), {linked} with the attacker's link (at most 0)")
    assert len(letters) <= MOST_LETTERS and linked == 0
