"""Fees of services, from a guardian's link to the confirmation (D2)."""

import shutil

import pytest

import church
import guardian as people
from donor import ASKED, REFUSED


@pytest.fixture
def guardian(phone, program, prepared, tmp_path):
    folder = shutil.copytree(prepared, tmp_path / "data")
    people.enroll(program, folder)
    with church.served(program, folder) as site:
        yield people.Guardian(phone.forget(), site)


def test_from_the_list_to_the_confirmation(guardian):
    guardian.open()
    assert guardian.phone.driver.execute_script("return document.documentElement.dir") == "rtl"
    assert all(name in guardian.sees for name in ("حسام", "سارة", "خالد"))
    guardian.review()
    assert guardian.heading == "حسام"
    # All five facts: whom, what, by whom, until when, how much.
    assert all(fact in guardian.sees for fact in ("ولدك", "اصدار رخصة", "وكالة الخدمات", "2026-01-16", "200.00"))
    assert guardian.dependent()["status"] == "listed"
    guardian.approve()
    assert guardian.heading == "تم الدفع" and "200.00" in guardian.sees
    assert guardian.dependent()["status"] == "confirmed" and guardian.site.balanced()


def test_a_declined_card_stays_on_the_review_and_another_one_pays(guardian):
    guardian.review().approve(REFUSED)
    assert guardian.hears and guardian.heading == "حسام"
    assert guardian.dependent()["status"] == "failed"
    guardian.approve("pm_card_visa")
    assert guardian.heading == "تم الدفع" and guardian.dependent()["status"] == "confirmed"


@pytest.mark.parametrize("answer, is_paid", [("passed", True), ("failed", False)])
def test_a_bank_that_asks(guardian, answer, is_paid):
    guardian.review().approve(ASKED)
    assert guardian.heading == "بنكك" and "200.00" in guardian.sees
    guardian.answer_bank(answer)
    if is_paid:
        assert guardian.heading == "تم الدفع"
    else:
        assert "لم يؤكد بنكك الدفع" in guardian.hears and guardian.heading == "حسام"
    assert guardian.dependent()["status"] == ("confirmed" if is_paid else "failed")


def test_a_refunded_fee_is_no_longer_paid(guardian):
    guardian.review().approve().refund()
    assert guardian.dependent()["status"] == "refunded"
    guardian.open()
    assert "رُدّت الرسوم" in guardian.sees and "تم الدفع" not in guardian.sees


def test_what_is_paid_is_paid_once_by_whatever_button(guardian):
    guardian.review()
    form = guardian.phone.form("form")
    guardian.approve()
    guardian.phone.back()
    if guardian.phone.has("form"):
        guardian.approve()
    assert guardian.dependent()["status"] == "confirmed"
    balances = guardian.site.run("ledger", "balances", "--prefix", "payee:")
    assert balances.count("-200.00 SAR") == 1 and "-400.00" not in balances
    assert form[0].endswith("/dep_husam/approve")


def test_without_a_fee_there_is_nothing_to_press(guardian):
    guardian.review("dep_khalid")
    assert not guardian.phone.has("form") and not guardian.phone.find("button").is_enabled()


@pytest.mark.parametrize("target", ["/-/dependents/AAAAAAAAAAAAAAAAAAAAAA", "/-/dependents/x"])
def test_a_link_that_is_nobodys_shows_nobody(guardian, target):
    guardian.open(target)
    assert "حسام" not in guardian.sees and not guardian.phone.has("form")
