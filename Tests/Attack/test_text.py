"""Invisible, bidirectional and formula text, in every text field and every output."""

import csv
import email
import email.policy
import html
import io
import json
import re
import shutil
import subprocess
import urllib.parse

import requests

import church
from attackers import API, NUMBERS, add_staff, api_key, exit_code, form_key, sign_in

# Control characters, bidirectional controls, invisible characters and letters, a tag character, and the escape of
# terminal sequences.
INVISIBLE = [chr(code) for code in (
    0x202E, 0x3164, 0x2800, 0x200B, 0x2066, 0xFEFF, 0x1B, 0xE0041, 0x00AD, 0x061C, 0x180E, 0x2028, 0x0085, 0x034F, 0x115F,
    0xFFA0, 0x2060, 0x200E, 0x202A, 0x07, 0x1D173, 0xFFF9)]
FORMULAS = ["=HYPERLINK(A1)", "+1+1", "@SUM(A1)", "x;=HYPERLINK(A1);y", "x\t=1", "-1+1"]
HARMLESS = "o"
# Valid values of fields, by name. Other text fields get a word.
VALUES = {
    "org": "WoodlandsChurch", "fund": "12", "country": "US", "currency": "usd", "email": "someone@example.org",
    "payer_email": "client@example.org", "start_date": "2026-12-01", "end_date": "2027-04-30", "method": "pm_card_visa",
    "logo": "https://church.example/logo.png", "color": "#1a5fb4", "phone": "+1 202 555 0101", "tax_id": "12-3456789",
    "time_zone": "America/Chicago", "url": "https://appclip.tap.giving/WoodlandsChurch?f=12&r=0", "amount_minor": 5000,
    "price_minor": 5000, "total_minor": 500000, "count": 2, "statement_descriptor": "CHURCH", "member": "ann",
    "price_id": "price_consumer_plus_monthly", "transition": "cancel", "reason": "a reason", "default_fund": "12",
    "default": "12", "structure": "upfront", "address": "1 Main Street", "milestone": 1, "until": "2999-12-31",
    "refresh_url": "https://church.example/again", "return_url": "https://church.example/done",
}
# Values that must be new in each request.
FRESH = {("createOrganization", "id"): "Org{}", ("createFund", "id"): "f{}", ("createBatch", "name"): "Batch {}",
         ("addAlias", "alias"): "Alias{}", ("checkoutPlan", "member"): "m{}"}


def marked(text, number):
    """Returns a text with its number, by which it is found in the outputs. A formula stays at the beginning."""
    return f"{text} Zq{number}qZ" if text in FORMULAS else f"Zq{number}{text}qZ"


def operations(description):
    """Yields the operations that have a body: name, method, path, and the schema of the body."""
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
            if body and body.get("properties"):
                yield operation["operationId"], method.upper(), path, body


def texts(schema):
    """Yields the fields with free text, each as a path of keys."""
    for name, field in schema["properties"].items():
        if field.get("type") == "string" and "enum" not in field:
            yield (name,)
        elif field.get("type") == "array":
            items = field.get("items", {})
            if items.get("type") == "string" and "enum" not in items:
                yield (name, 0)
            elif items.get("properties"):
                yield from ((name, 0, *inner) for inner in texts(items))


def valid(operation, name, field):
    number = next(NUMBERS)
    if (operation, name) in FRESH:
        return FRESH[operation, name].format(number)
    if field.get("type") == "array":
        items = field.get("items", {})
        if items.get("properties"):
            return [{key: 10_000 if one.get("type") == "integer" else "Word" for key, one in items["properties"].items()}]
        return ["Word"]
    return VALUES.get(name) or {"integer": 100, "boolean": True}.get(field.get("type")) or (
        field["enum"][0] if "enum" in field else f"Word {number}")


def body(operation, schema, slot, text, ids):
    """Returns a valid body, with a text in one of its fields."""
    names = set(schema.get("required", [])) | {slot[0]} | {"org", "send"} & set(schema["properties"])
    if slot[0] == "milestones":
        names.add("structure")
    for name in list(names):
        names |= set(schema.get("dependentRequired", {}).get(name, []))
    choices = [schema] if "oneOf" in schema else [one for one in schema.get("allOf", []) if "oneOf" in one]
    for choice in choices:
        options = [one["required"][0] for one in choice["oneOf"] if one.get("required")]
        if options and not names & set(options):
            names.add(options[0])
    made = {name: ids.get(name) or valid(operation, name, schema["properties"][name]) for name in names}
    if operation == "createGift" and slot[0] == "url":
        del made["org"]
    if slot[0] == "milestones":
        made["structure"] = "milestones"
    place = made
    for key in slot[:-1]:
        place = place[key]
    place[slot[-1]] = text
    return made


class Objects:
    """Objects of the organization whose ids are used in paths."""

    def __init__(self, site, api):
        contract = {"payer_name": "Ann", "payer_email": "client@example.org", "title": "T", "description": "D",
                    "start_date": "2026-12-01", "end_date": "2027-04-30", "deliverables": ["K"], "total_minor": 500000,
                    "structure": "upfront"}
        gift = {"org": "WoodlandsChurch", "fund": "12", "amount_minor": 5000, "currency": "usd", "name": "A Donor",
                "email": "donor@example.org"}
        self.ids = {"org": "WoodlandsChurch", "fund": "12"}
        for name, path, form in (
                ("contract", "/contracts", contract), ("payee", "/payees", {"name": "Dana", "time_zone": "America/Chicago"}),
                ("gift", "/gifts", {**gift, "method": "pm_card_visa_chargeDeclined"})):
            made = api.send(path, form).json()
            self.ids[name] = (made.get("error", {}).get("gift") or made)["id"]
        site.run("booking", "onboard", self.ids["payee"])
        quote = {"payee": self.ids["payee"], "title": "T", "address": "1 Main Street", "price_minor": 5000,
                 "payer_name": "Ann", "payer_email": "ann@example.org"}
        self.ids["quote"] = api.send("/payments/create-intent", quote).json()["id"]
        self.ids["recurring"] = api.send("/gifts", {**gift, "recurring": True, "method": "pm_card_visa"}).json()["recurring"]

    def path(self, template):
        return re.sub(r"\{(\w+)\}", lambda found: str(self.ids.get(found[1], "1")), template.removeprefix("/api"))


def crawl(session, address, starts, most):
    """Follows links from some paths, and returns the responses of all pages and files below these paths."""
    found, open_paths = {}, list(starts)
    roots = tuple(one.split("?")[0] for one in starts)
    while open_paths and len(found) < most:
        path = open_paths.pop(0)
        if path in found:
            continue
        if path.endswith("/live/events") or "sign-out" in path:
            continue
        reply = session.get(address + path, timeout=60)
        found[path] = reply
        if "html" in reply.headers.get("Content-Type", ""):
            links = [html.unescape(one) for one in re.findall(r'href="(/[^"#]*)', reply.text)]
            open_paths += [one for one in links if one.startswith(roots)]
    return found


def text_of_letter(path):
    """Returns the decoded headers and text of an e-mail."""
    letter = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    return "\n".join([*map(str, letter.values()), letter.get_content()])


COMMANDS = [
    "org list", "org show WoodlandsChurch", "org history WoodlandsChurch", "fund list --org WoodlandsChurch", "gift list",
    "recurring list", "donor list", "receipt list --org WoodlandsChurch", "contract list", "booking payees", "batch list",
    "managed list", "outbox list", "payment list", "audit-log list", "api-key list", "stats", "admin list",
]


def pages_of(site, operation, made):
    """Returns the paths of the pages that show a created object to other people."""
    if operation in ("createIntent", "createPayee"):
        return {json.loads(site.run("booking", "link", made["id"], "--json"))["path"]}
    link = made.get("link")
    return {urllib.parse.urlsplit(link).path} if link else set()


def outputs(program, folder, address, session, links, often):
    """Yields the name and the text of every output."""
    for path in links:
        yield "page of a link", html.unescape(requests.get(address + path, timeout=20).text)
    admin = "/admin/org/WoodlandsChurch"
    starts = [admin, *(f"{admin}/{page}" for page in (
        "gifts", "gifts.csv", "funds", "monthly", "payouts", "journal.csv", "statements", "audit-log", "audit-log.csv",
        "people", "tags", "live"))]
    for path, reply in crawl(session, address, starts, often(120, 2_000)).items():
        kind = reply.headers.get("Content-Type", "")
        if kind == "application/pdf":
            yield "paper " + path, text_of_pdf(reply.content)
            continue
        is_page = "html" in kind
        text = reply.content.decode(errors="surrogateescape")
        yield ("page " if is_page else "file ") + path, html.unescape(text) if is_page else text
    yield "page /", html.unescape(requests.get(address + "/", timeout=20).text)
    organizations = set(re.findall(r'"id":"([^"]+)"', exit_code(program, folder, "org", "list", "--json")[1]))
    for org in sorted(organizations):
        reply = requests.get(f"{address}/{urllib.parse.quote(org)}?r=0", timeout=20)
        yield f"page /{org}", html.unescape(reply.text)
    for letter in (folder / "outbox").glob("*.eml"):
        yield f"e-mail {letter.name}", text_of_letter(letter)
    yield "log", (folder / "stderr.log").read_text(errors="surrogateescape")
    for command in COMMANDS:
        code, said, errors = exit_code(program, folder, *command.split())
        yield f"terminal {command}", said + errors
    for command in ("gift list --format csv", "audit-log export --format csv"):
        yield f"file {command}", exit_code(program, folder, *command.split())[1]


def text_of_pdf(content):
    return subprocess.run(["pdftotext", "-", "-"], input=content, stdout=subprocess.PIPE, check=True).stdout.decode()


def formula_cells(text):
    """Yields the cells that a spreadsheet would run as one of the attack's formulas, with any separator."""
    begins = tuple(part for one in FORMULAS for part in re.split(r"[;\t]", one) if part[0] in "=+-@")
    for separator in ",;\t":
        for row in csv.reader(io.StringIO(text), delimiter=separator):
            yield from (cell for cell in row if cell.startswith(begins))


def test_hostile_text_reaches_no_output(program, prepared, tmp_path, often, figure):
    folder = shutil.copytree(prepared, tmp_path / "data")
    add_staff(program, folder, "owner")
    characters = INVISIBLE[:often(8, len(INVISIBLE))]
    corpus = [HARMLESS, *characters, *(FORMULAS[:often(4, len(FORMULAS))])]
    sent, accepting, links = {}, set(), set()
    with church.served(program, folder, "--log-level", "info") as site:
        api = API(site.address, api_key(site))
        objects = Objects(site, api)
        fields = [(*operation, slot) for operation in operations(api.get("/openapi.json").json())
                  for slot in texts(operation[3])]
        for name, method, path, schema, slot in fields:
            for text in corpus:
                number = next(NUMBERS)
                sending = body(name, schema, slot, marked(text, number), objects.ids)
                reply = api.send(objects.path(path), sending, method=method)
                assert reply.status_code < 500, f"{name} {slot} {text!r}: {reply.text}"
                if reply.status_code == 200:
                    links |= pages_of(site, name, reply.json())
                    sent[str(number)] = (f"{name}.{'.'.join(map(str, slot))}", text)
                    if text == HARMLESS:
                        accepting.add((name, slot))
                elif text == HARMLESS:
                    break
        for text in corpus:
            mark = next(NUMBERS)
            form = {"org": "WoodlandsChurch", "fund": "12", "amount": "5.00", "by": "card", "phone": "+1 202 555 0101",
                    "email": "donor@example.org", "method": "pm_card_visa", "key": form_key(site.address),
                    "name": marked(text, mark)}
            reply = requests.post(f"{site.address}/-/give", data=form, timeout=20, allow_redirects=False)
            assert reply.status_code == 303 or text != HARMLESS
            sent[str(mark)] = ("the form's name", text)
        raw, seen, count, formulas = set(), set(), 0, 0
        for output, text in outputs(program, folder, site.address, sign_in(site.address, "owner"), links, often):
            count += 1
            for number, character in re.findall(r"Zq(\d+)([^q])qZ", text, re.DOTALL):
                seen.add(number)
                if character in INVISIBLE:
                    raw.add((output.split()[0], sent.get(number, ("?", ""))[0], f"U+{ord(character):04X}"))
            formulas += output.startswith("file") and text.count("HYPERLINK(A1)")
            if output.startswith("file"):
                raw |= {("file", output, cell) for cell in formula_cells(text)}
    places = sorted({one[1] for one in raw})
    figure(f"S-12, S-13 {len(corpus) - 1} hostile texts in {len(accepting) + 1} of {len(fields) + 1} text fields, and "
           f"{count} outputs that show {len(seen)} of the texts: {len(raw)} shown unsafely (at most 0)"
           + (f", from {', '.join(places[:6])}" if places else ""))
    assert len(accepting) >= 15 and len(seen) >= 15 and formulas >= 2, (
        f"the attack reaches too few fields or outputs: {sorted(accepting)}")
    assert raw == set(), "\n".join(map(str, sorted(raw)))
