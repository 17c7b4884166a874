"""A treasurer's usual tasks on a phone, each with at most five inputs: a press, a text or a file is one."""

import json

import pytest

MOST = 5


class Task:
    """Counts what a treasurer does on a phone."""

    def __init__(self, treasurer):
        self.treasurer, self.inputs = treasurer, 0

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            assert 0 < self.inputs <= MOST

    def go(self, words):
        self.inputs += 1
        self.treasurer.go(words)
        return self

    def press(self, selector):
        self.inputs += 1
        self.treasurer.phone.press(selector)
        return self

    def write(self, selector, text):
        self.inputs += 1
        self.treasurer.phone.write(selector, text)
        return self

    def pick(self, selector, path):
        self.inputs += 1
        self.treasurer.phone.find(selector).send_keys(str(path))
        return self

    @property
    def sees(self):
        return self.treasurer.sees


@pytest.fixture
def gift(treasurer):
    """The page of a gift of $20.00."""
    treasurer.open_gift("maryam@example.org")
    return treasurer


def test_find_a_donors_gift(treasurer):
    with Task(treasurer) as task:
        task.go("Gifts").write("input[name=q]", "maryam@example.org").press("form[role=search] button").press("tbody a[href*='/gifts/']")
        assert treasurer.heading == "Gift of $20.00 succeeded"


def test_refund_a_gift(gift):
    with Task(gift) as task:
        task.press("a[href$='/refund']").write("input[name=amount]", "20").press("form[method=get] button")
        task.press("form[action$='/refund'][method=post] button")
        assert "$20.00 was refunded." in task.sees


def test_resend_a_receipt(gift):
    [receipt] = [one["receipt_number"] for one in gift.site.gifts() if one["total_minor"] == 2000]
    with Task(gift) as task:
        task.press("form[action$='/receipt'] button")
        assert f"Receipt {receipt} was added to the outbox for maryam@example.org." in task.sees


def test_resend_a_receipt_from_the_donors_page(treasurer):
    treasurer.open_donor("grace@example.org")
    assert treasurer.heading == "Grace O'Malley-Featherstonehaugh"
    with Task(treasurer) as task:
        task.press("form[action$='/receipt'] button")
        assert "was added to the outbox for grace@example.org." in task.sees
    assert treasurer.heading == "Grace O'Malley-Featherstonehaugh"


def test_find_this_months_total_of_a_fund(treasurer):
    with Task(treasurer) as task:
        task.go("Funds")
        assert "This month" in treasurer.phone.find("thead").get_attribute("textContent")
        [row] = [row for row in treasurer.rows if row[1] == "13"]
        # The gifts were made within half an hour, part of which may have been last month.
        assert row[3] in ("$535.50", "$35.50", "$0.00")


def test_match_a_deposit(treasurer, tmp_path):
    [payout] = json.loads(treasurer.site.run("payout", "list", "--json"))["data"]
    file = tmp_path / "bank.csv"
    file.write_text(f"Date,Description,Amount\r\n{payout['arrival'][:10]},STRIPE TRANSFER,535.20\r\n")
    with Task(treasurer) as task:
        task.go("Payouts").press("a[href$='/payouts/bank']").pick("input[type=file]", file)
        task.press("form[action$='/payouts/bank'] button")
        assert "Deposits that are payouts: 1 of 1." in task.sees and "No payouts are missing." in task.sees


def test_write_a_note_about_a_donor(treasurer):
    treasurer.open_donor("donor@example.org")
    with Task(treasurer) as task:
        task.press("a[href$='/note']").write("textarea[name=note]", "Likes tea").press("form[action$='/note'] button")
        assert "The note was saved." in task.sees and "Likes tea" in task.sees
        assert "Edited by treasurer@example.org" in task.sees
