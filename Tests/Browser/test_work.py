"""From a quote's link to the job, and from a payee's link to what was earned (B3-01, B3-30, B3-31, B3-60)."""

import pytest

from donor import ASKED, DECLINED, REFUSED
from work import Work


@pytest.fixture
def work(phone, site):
    return Work(phone.forget(), site)


# B3-29, B3-58
def test_a_quote_is_paid_and_there_is_a_job(work):
    work.quote().open()
    assert work.heading == "Dana Driver" and "You haven't been charged" in work.sees
    assert "Move a piano" in work.sees and "Total $150.00" in work.sees and work.jobs == []
    work.pay()
    [job] = work.jobs
    assert work.sees.index("Payment confirmed") < work.sees.index(f"Job {job['id']}")
    assert job["amount_minor"] == 12000 and work.site.balanced()


# B3-48
def test_a_declined_card_leaves_the_quote_to_another_one(work):
    work.quote().open().pay(REFUSED)
    assert work.hears == DECLINED and work.jobs == []
    work.pay()
    assert "Payment confirmed" in work.sees and len(work.jobs) == 1


# B3-30
def test_not_now_leaves_the_quote_open(work):
    work.quote().open().press("form[action$='/cancel'] button")
    assert "You have not paid yet." in work.sees and work.jobs == []
    work.pay()
    assert len(work.jobs) == 1


@pytest.mark.parametrize("answer, is_paid", [("passed", True), ("failed", False)])
def test_a_bank_that_asks(work, answer, is_paid):
    work.quote().open().pay(ASKED)
    assert work.heading == "Your bank" and "$150.00" in work.sees
    work.press(f"button[name=answer][value={answer}]")
    assert ("Payment confirmed" in work.sees) == is_paid == (len(work.jobs) == 1)


# B3-33
def test_twice_is_once(work):
    work.quote().open()
    work.phone.press_twice("form button:not(.wallet)")
    assert "Payment confirmed" in work.sees
    work.phone.back()
    if work.phone.has("form"):
        work.pay()
    assert "Payment confirmed" in work.open().sees and len(work.jobs) == 1


# B3-09, B3-11, B3-12
def test_payouts_are_set_up_on_the_processors_page(work):
    work.own(is_onboarded=False)
    assert "Connect your bank account to receive earnings from completed jobs." in work.sees
    assert "Not set up" in work.sees and "Completed jobs" not in work.sees
    work.connect("pending_verification")
    assert "Pending verification" in work.sees
    work.connect()
    assert "Active" in work.sees and "You have no earnings in the chosen period." in work.sees


# B3-05, B3-06
def test_a_payee_sees_its_share_alone(work):
    work.quote().open().pay().complete()
    work.open(work.asked("booking link", work.payee)["path"])
    assert "Today $120.00" in work.sees and "1 Main Street" in work.sees
    assert "150.00" not in work.sees and "30.00" not in work.sees
    work.phone.choose("select[name=period]", "month")
    work.phone.press("form button")
    assert "1 Main Street" in work.sees
