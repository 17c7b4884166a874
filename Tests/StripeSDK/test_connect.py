"""Connected accounts: what they have to tell, where they are paid, and the pages of their owners."""

import pytest
import stripe

import pages

PERSON = {
    "first_name": "Jenny", "last_name": "Rosen", "email": "jenny@grace.example", "phone": "+15555550100",
    "dob": {"day": 1, "month": 1, "year": 1901}, "id_number": "000000000",
    "address": {"line1": "address_full_match", "city": "Houston", "state": "TX", "postal_code": "77001", "country": "US"},
}
COMPANY = {
    "name": "Grace Church", "phone": "+15555550100", "tax_id": "000000000", "address": PERSON["address"],
}
BANK = {
    "object": "bank_account", "country": "US", "currency": "usd", "routing_number": "110000000",
    "account_number": "000123456789",
}
CUSTOM = {
    "type": "custom", "country": "US", "email": "office@grace.example", "business_type": "individual",
    "capabilities": {"card_payments": {"requested": True}, "transfers": {"requested": True}},
    "business_profile": {"name": "Grace", "mcc": "8661", "url": "https://grace.example"},
    "individual": PERSON, "external_account": BANK, "tos_acceptance": {"date": 1700000000, "ip": "203.0.113.7"},
}
MANUAL = {"settings": {"payouts": {"schedule": {"interval": "manual"}}}}
LINK = {"refresh_url": "https://tap.example/again", "return_url": "https://tap.example/done?x=1", "type": "account_onboarding"}


def without(wanted, *path):
    """The same request with one thing less."""
    if len(path) == 1:
        return {key: value for key, value in wanted.items() if key != path[0]}
    return {**wanted, path[0]: without(wanted[path[0]], *path[1:])}


def holding(wanted, **changes):
    return {**wanted, **changes}


@pytest.fixture
def church(client):
    """A custom account that may be charged for and paid, when somebody asks for it."""
    return client.v1.accounts.create({**CUSTOM, **MANUAL})


def give(client, account, amount=10_000, **more):
    return client.v1.payment_intents.create({
        "amount": amount, "currency": "usd", "payment_method": "pm_card_bypassPending", "confirm": True,
        "capture_method": "automatic", "transfer_data": {"destination": account.id, **more.pop("transfer_data", {})}, **more})


def test_a_custom_account_that_told_all_is_active(client, church):
    assert church.charges_enabled and church.payouts_enabled and church.details_submitted
    assert church.capabilities.to_dict() == {"card_payments": "active", "transfers": "active"}
    assert church.requirements.currently_due == [] and church.requirements.disabled_reason is None
    assert church.individual.verification.status == "verified"
    assert church.individual.id_number_provided and "id_number" not in church.individual
    assert church.external_accounts.data[0].last4 == "6789"
    assert church.settings.payouts.schedule.interval == "manual"
    assert client.v1.accounts.retrieve(church.id).to_dict() == church.to_dict()


MISSING = [
    (("external_account",), "external_account"), (("tos_acceptance",), "tos_acceptance.date"),
    (("business_profile", "mcc"), "business_profile.mcc"), (("business_profile", "url"), "business_profile.url"),
    (("business_type",), "business_type"), (("individual", "id_number"), "individual.id_number"),
    (("individual", "dob"), "individual.dob.year"), (("individual", "address", "line1"), "individual.address.line1"),
    (("individual", "last_name"), "individual.last_name"), (("individual", "phone"), "individual.phone"),
]


@pytest.mark.parametrize("path, requirement", MISSING)
def test_what_was_not_told_is_due_and_nothing_may_be_done(client, path, requirement):
    account = client.v1.accounts.create(without(CUSTOM, *path))
    assert requirement in account.requirements.currently_due
    assert not account.charges_enabled and not account.payouts_enabled and not account.details_submitted
    assert set(account.capabilities.to_dict().values()) == {"inactive"}
    with pytest.raises(stripe.InvalidRequestError) as caught:
        give(client, account)
    assert caught.value.code == "insufficient_capabilities_for_transfer"


def test_what_is_told_later_completes_an_account(client):
    account = client.v1.accounts.create(without(without(CUSTOM, "individual"), "external_account"))
    assert not account.payouts_enabled
    account = client.v1.accounts.update(account.id, {"individual": PERSON, "metadata": {"org": "grace"}})
    assert account.requirements.currently_due == ["external_account"]
    account = client.v1.accounts.update(account.id, {"external_account": BANK})
    assert account.payouts_enabled and account.metadata.org == "grace"


def test_a_company_with_a_test_number_and_a_representative_is_active(client):
    account = client.v1.accounts.create(holding(without(CUSTOM, "individual"), business_type="company", company=COMPANY))
    assert not account.payouts_enabled and account.company.tax_id_provided and account.company.name == "Grace Church"
    assert "representative.first_name" in account.requirements.currently_due
    client.v1.accounts.persons.create(
        account.id, {**PERSON, "relationship": {"representative": True, "title": "Treasurer"}})
    account = client.v1.accounts.retrieve(account.id)
    assert account.payouts_enabled and account.requirements.currently_due == []


UNVERIFIED = [
    ({"id_number": "111111111"}, "inactive", "individual.id_number"),
    ({"address": {**PERSON["address"], "line1": "address_no_match"}}, "inactive", "individual.address.line1"),
    ({"id_number": "123456789"}, "pending", None),
    ({"dob": {"day": 2, "month": 3, "year": 1970}}, "pending", None),
    ({"address": {**PERSON["address"], "line1": "1 Main Street"}}, "pending", None),
]


@pytest.mark.parametrize("changes, capability, due", UNVERIFIED)
def test_other_facts_stay_pending_or_fail(client, changes, capability, due):
    account = client.v1.accounts.create(holding(CUSTOM, individual={**PERSON, **changes}))
    assert account.details_submitted and not account.payouts_enabled
    assert account.capabilities.transfers == capability
    if due:
        assert account.requirements.currently_due == [due]
        assert account.requirements.errors[0].requirement == due
    else:
        assert account.requirements.pending_verification
        assert account.requirements.disabled_reason == "requirements.pending_verification"


def test_only_what_was_asked_for_becomes_active(client):
    account = client.v1.accounts.create(holding(CUSTOM, capabilities={"transfers": {"requested": True}}))
    assert account.capabilities.to_dict() == {"transfers": "active"}
    assert not account.charges_enabled and account.payouts_enabled


REFUSED = [
    ({"type": "standard"}, "parameter_not_simulated", "type"),
    ({"country": "US"}, "parameter_not_simulated", "type"),
    ({"type": "express", "controller": {"stripe_dashboard": {"type": "express"}}}, None, "type"),
    ({"controller": {"stripe_dashboard": {"type": "full"}}}, "parameter_not_simulated", "controller[stripe_dashboard][type]"),
    ({"type": "express", "country": "Texas"}, "country_unsupported", "country"),
    ({"type": "express", "email": "nobody"}, "email_invalid", "email"),
    ({"type": "express", "capabilities": {"sofort_payments": {"requested": True}}}, "parameter_not_simulated", "capabilities[sofort_payments]"),
    ({"type": "custom", "external_account": {**BANK, "account_number": "123456"}}, "account_number_invalid", "external_account[account_number]"),
    ({"type": "custom", "external_account": {**BANK, "routing_number": "021000021"}}, "routing_number_invalid", "external_account[routing_number]"),
    ({"type": "custom", "external_account": "btok_none"}, "resource_missing", "external_account"),
    ({"type": "custom", "settings": {"payouts": {"schedule": {"delay_days": 99}}}}, None, "settings[payouts][schedule][delay_days]"),
    ({"type": "custom", "settings": {"payouts": {"schedule": {"interval": "daily", "weekly_anchor": "friday"}}}}, None, "settings[payouts][schedule][weekly_anchor]"),
]


@pytest.mark.parametrize("wanted, code, parameter", REFUSED)
def test_an_account_that_cannot_be_is_refused(client, wanted, code, parameter):
    with pytest.raises(stripe.InvalidRequestError) as caught:
        client.v1.accounts.create(wanted)
    assert (caught.value.http_status, caught.value.code, caught.value.param) == (400, code, parameter)


def test_a_controller_says_what_a_type_says(client):
    account = client.v1.accounts.create({"controller": {
        "stripe_dashboard": {"type": "none"}, "requirement_collection": "application",
        "fees": {"payer": "application"}, "losses": {"payments": "application"}}})
    assert account.type == "none" and account.controller.stripe_dashboard.type == "none"
    assert account.controller.requirement_collection == "application"


def test_an_empty_account_is_deleted_and_one_with_money_is_not(client, church):
    assert church.id in [one.id for one in client.v1.accounts.list({"limit": 3}).data]
    give(client, church)
    with pytest.raises(stripe.InvalidRequestError, match="balance is not zero"):
        client.v1.accounts.delete(church.id)
    empty = client.v1.accounts.create({"type": "express"})
    assert client.v1.accounts.delete(empty.id).deleted
    with pytest.raises(stripe.InvalidRequestError) as caught:
        client.v1.accounts.retrieve(empty.id)
    assert caught.value.http_status == 404


def test_events_tell_of_the_account_its_capabilities_and_its_bank(client, church):
    expected = {"account.updated", "capability.updated", "account.external_account.created"}
    told = list(client.v1.events.list(
        {"types": list(expected), "limit": 100}, {"stripe_account": church.id}).auto_paging_iter())
    assert {one.to_dict()["account"] for one in told} == {church.id}
    assert {one.type for one in told} == expected
    capability = next(one.data.object for one in told if one.type == "capability.updated")
    assert capability.object == "capability" and capability.status == "active"


def test_a_bank_account_is_added_changed_made_the_default_and_removed(client, church):
    first = church.external_accounts.data[0]
    token = client.v1.tokens.create({"bank_account": {key: value for key, value in BANK.items() if key != "object"}})
    assert token.type == "bank_account" and not token.used
    accounts = client.v1.accounts.external_accounts
    second = accounts.create(church.id, {"external_account": token.id, "metadata": {"fund": "roof"}})
    assert second.id == token.bank_account.id and not second.default_for_currency
    with pytest.raises(stripe.InvalidRequestError) as caught:
        accounts.create(church.id, {"external_account": token.id})
    assert caught.value.code == "token_already_used"
    assert {one.id for one in accounts.list(church.id, {"object": "bank_account"}).data} == {first.id, second.id}
    with pytest.raises(stripe.InvalidRequestError, match="default external account"):
        accounts.delete(church.id, first.id)
    second = accounts.update(church.id, second.id, {"default_for_currency": True, "account_holder_name": "Grace"})
    assert second.default_for_currency and second.account_holder_name == "Grace"
    assert not accounts.retrieve(church.id, first.id).default_for_currency
    assert accounts.delete(church.id, first.id).deleted
    assert accounts.delete(church.id, second.id).deleted
    assert client.v1.accounts.retrieve(church.id).requirements.currently_due == ["external_account"]
    with pytest.raises(stripe.InvalidRequestError) as caught:
        accounts.retrieve(church.id, first.id)
    assert caught.value.http_status == 404


def test_onboarding_to_the_end(client, base_url):
    account = client.v1.accounts.create({"type": "express", "business_profile": {"name": "<Grace>"}})
    assert not account.details_submitted
    with pytest.raises(stripe.InvalidRequestError, match="not completed onboarding"):
        client.v1.accounts.login_links.create(account.id)
    link = client.v1.account_links.create({"account": account.id, **LINK})
    assert link.expires_at == link.created + 300
    page = pages.visit(base_url, link.url)
    assert page.status_code == 200 and "no money moves" in page.text
    assert "&lt;Grace&gt;" in page.text and "<Grace>" not in page.text
    assert "Bank account for payouts <code>external_account</code>" in page.text and account.id not in page.text
    wrong = pages.send(base_url, link.url, session=pages.hidden(page, "session"), outcome="complete", code="123-456")
    assert wrong.status_code == 400 and "000-000" in wrong.text
    done = pages.send(base_url, link.url, session=pages.hidden(page, "session"), outcome="complete", code="000-000")
    assert (done.status_code, done.headers["Location"]) == (303, LINK["return_url"])
    account = client.v1.accounts.retrieve(account.id)
    assert account.charges_enabled and account.payouts_enabled and account.external_accounts.data
    login = client.v1.accounts.login_links.create(account.id)
    dashboard = pages.visit(base_url, login.url)
    assert dashboard.status_code == 200 and "6789" in dashboard.text
    assert pages.visit(base_url, login.url).status_code == 404


OUTCOMES = [("pending_verification", True, "pending"), ("rejected", True, "inactive"), ("abandoned", False, "inactive")]


@pytest.mark.parametrize("outcome, submitted, transfers", OUTCOMES)
def test_onboarding_that_does_not_end_well(client, base_url, outcome, submitted, transfers):
    account = client.v1.accounts.create({"type": "express"})
    link = client.v1.account_links.create({"account": account.id, **LINK})
    page = pages.visit(base_url, link.url)
    done = pages.send(base_url, link.url, session=pages.hidden(page, "session"), outcome=outcome, code="000-000")
    assert done.headers["Location"] == LINK["return_url"]
    account = client.v1.accounts.retrieve(account.id)
    assert (account.details_submitted, account.capabilities.transfers) == (submitted, transfers)
    assert not account.payouts_enabled
    if outcome == "rejected":
        assert account.requirements.disabled_reason == "rejected.other"


def test_a_link_is_used_up_by_a_look_at_it_and_by_time(client, base_url):
    account = client.v1.accounts.create({"type": "express"})
    link = client.v1.account_links.create({"account": account.id, **LINK})
    assert pages.visit(base_url, link.url).status_code == 200
    again = pages.visit(base_url, link.url)
    assert (again.status_code, again.headers["Location"]) == (303, LINK["refresh_url"])
    late = client.v1.account_links.create({"account": account.id, **LINK})
    pages.advance(base_url, "300s")
    assert pages.visit(base_url, late.url).headers["Location"] == LINK["refresh_url"]
    assert pages.visit(base_url, "http://x/pages/onboarding/link_none").status_code == 404


LINKS = [
    ({"account": "acct_none"}, "resource_missing", "account"), ({"refresh_url": None}, "parameter_missing", "refresh_url"),
    ({"return_url": "nowhere"}, "url_invalid", "return_url"), ({"type": "account_update"}, None, "type"),
]


@pytest.mark.parametrize("changes, code, parameter", LINKS)
def test_a_link_that_leads_nowhere_is_refused(client, changes, code, parameter):
    account = client.v1.accounts.create({"type": "express"})
    wanted = {key: value for key, value in {"account": account.id, **LINK, **changes}.items() if value}
    with pytest.raises(stripe.InvalidRequestError) as caught:
        client.v1.account_links.create(wanted)
    assert (caught.value.code, caught.value.param) == (code, parameter)


def test_a_custom_account_has_no_dashboard(client, church):
    with pytest.raises(stripe.InvalidRequestError, match="Express Dashboard"):
        client.v1.accounts.login_links.create(church.id)
    update = client.v1.account_links.create({"account": church.id, **LINK, "type": "account_update"})
    assert "/pages/onboarding/" in update.url


def test_the_schedule_pays_out_daily_what_is_available(client, base_url):
    account = client.v1.accounts.create(CUSTOM)
    assert account.settings.payouts.schedule.to_dict() == {"interval": "daily", "delay_days": 2}
    give(client, account)
    as_account = {"stripe_account": account.id}
    assert client.v1.balance.retrieve({}, as_account).available[0].amount == 10_000
    pages.advance(base_url, "1d")
    payout = client.v1.payouts.list({}, as_account).data[0]
    assert (payout.amount, payout.automatic, payout.status) == (10_000, True, "pending")
    assert payout.destination == account.external_accounts.data[0].id
    taken = client.v1.balance_transactions.list({"payout": payout.id}, as_account).data
    assert sum(one.net for one in taken if one.type != "payout") == 10_000
    pages.advance(base_url, "2d")
    assert client.v1.payouts.retrieve(payout.id, {}, as_account).status == "paid"
    assert client.v1.balance.retrieve({}, as_account).available[0].amount == 0
    assert len(client.v1.payouts.list({}, as_account).data) == 1


def test_a_manual_payout_is_reversed_once_and_takes_no_filter(client, base_url, church):
    give(client, church)
    as_church = {"stripe_account": church.id}
    payout = client.v1.payouts.create({"amount": 4000, "currency": "usd"}, as_church)
    with pytest.raises(stripe.InvalidRequestError, match="automatic"):
        client.v1.balance_transactions.list({"payout": payout.id}, as_church)
    with pytest.raises(stripe.InvalidRequestError, match="reversed once, after they are paid"):
        client.v1.payouts.reverse(payout.id, {}, as_church)
    pages.advance(base_url, "2d")
    back = client.v1.payouts.reverse(payout.id, {}, as_church)
    assert (back.amount, back.original_payout) == (-4000, payout.id)
    assert client.v1.payouts.retrieve(payout.id, {}, as_church).reversed_by == back.id
    pages.advance(base_url, "3d")
    assert client.v1.balance.retrieve({}, as_church).available[0].amount == 10_000
    with pytest.raises(stripe.InvalidRequestError):
        client.v1.payouts.reverse(payout.id, {}, as_church)


FAILING = [("000111111116", "no_account"), ("000111111113", "account_closed")]


@pytest.mark.parametrize("number, code", FAILING)
def test_a_payout_to_a_failing_bank_account_comes_back(client, base_url, number, code):
    account = client.v1.accounts.create({**CUSTOM, "external_account": {**BANK, "account_number": number}})
    give(client, account)
    pages.advance(base_url, "5d")
    as_account = {"stripe_account": account.id}
    payouts = client.v1.payouts.list({}, as_account).data
    assert [(one.status, one.failure_code) for one in payouts] == [("failed", code)]
    assert client.v1.balance.retrieve({}, as_account).available[0].amount == 10_000
    assert client.v1.accounts.retrieve(account.id).external_accounts.data[0].status == "errored"


def test_a_payout_to_a_foreign_bank_account_or_at_once_is_refused(client, church):
    give(client, church)
    as_church = {"stripe_account": church.id}
    for more, code in [({"destination": "ba_none"}, "resource_missing"), ({"method": "instant"}, "parameter_not_simulated")]:
        with pytest.raises(stripe.InvalidRequestError) as caught:
            client.v1.payouts.create({"amount": 100, "currency": "usd", **more}, as_church)
        assert caught.value.code == code


def test_an_application_fee_goes_back_in_parts_and_no_further(client, church):
    intent = give(client, church, application_fee_amount=500)
    charge = client.v1.charges.retrieve(intent.latest_charge)
    fees = client.v1.application_fees
    part = fees.refunds.create(charge.application_fee, {"amount": 200, "metadata": {"why": "kindness"}})
    assert (part.amount, part.metadata.why) == (200, "kindness")
    assert fees.refunds.retrieve(charge.application_fee, part.id).id == part.id
    assert fees.refunds.update(charge.application_fee, part.id, {"metadata": {"why": ""}}).metadata.to_dict() == {}
    with pytest.raises(stripe.InvalidRequestError, match="greater than unrefunded"):
        fees.refunds.create(charge.application_fee, {"amount": 301})
    assert fees.refunds.create(charge.application_fee).amount == 300
    with pytest.raises(stripe.InvalidRequestError, match="already been refunded"):
        fees.refunds.create(charge.application_fee)
    assert fees.retrieve(charge.application_fee).refunded
    assert client.v1.balance.retrieve({}, {"stripe_account": church.id}).available[0].amount == 10_000


def test_a_part_of_the_payment_is_transferred_without_a_fee(client, church):
    intent = give(client, church, transfer_data={"amount": 8765})
    assert intent.transfer_data.amount == 8765
    charge = client.v1.charges.retrieve(intent.latest_charge, {"expand": ["transfer"]})
    assert (charge.transfer.amount, charge.application_fee) == (8765, None)
    for more, parameter in [
        ({"transfer_data": {"amount": 10_001}}, "transfer_data[amount]"),
        ({"transfer_data": {"amount": 1}, "application_fee_amount": 1}, "application_fee_amount"),
    ]:
        with pytest.raises(stripe.InvalidRequestError) as caught:
            give(client, church, **more)
        assert caught.value.param == parameter


def test_a_reversal_gives_its_part_of_the_fee_back(client, church):
    intent = give(client, church, application_fee_amount=500)
    charge = client.v1.charges.retrieve(intent.latest_charge)
    client.v1.transfers.reversals.create(charge.transfer, {"amount": 5000, "refund_application_fee": True})
    assert client.v1.application_fees.retrieve(charge.application_fee).amount_refunded == 250
    assert client.v1.balance.retrieve({}, {"stripe_account": church.id}).available[0].amount == 4750


def test_a_direct_charge_belongs_to_the_account_and_its_fee_to_the_platform(client, church):
    as_church = {"stripe_account": church.id}
    intent = client.v1.payment_intents.create({
        "amount": 10_000, "currency": "usd", "payment_method": "pm_card_visa", "confirm": True,
        "capture_method": "automatic", "application_fee_amount": 500, "return_url": "https://tap.example/"}, as_church)
    charge = client.v1.charges.retrieve(intent.latest_charge, {"expand": ["balance_transaction"]}, as_church)
    assert [(one.type, one.amount) for one in charge.balance_transaction.fee_details] == [
        ("application_fee", 500), ("stripe_fee", 320)]
    assert client.v1.application_fees.retrieve(charge.application_fee).account == church.id
    with pytest.raises(stripe.InvalidRequestError) as caught:
        client.v1.charges.retrieve(charge.id)
    assert (caught.value.http_status, caught.value.code) == (404, "resource_missing")
    client.v1.refunds.create({"charge": charge.id, "refund_application_fee": True}, as_church)
    assert client.v1.application_fees.retrieve(charge.application_fee).refunded


def test_an_account_sees_only_its_own_objects(client, church):
    as_church = {"stripe_account": church.id}
    customer = client.v1.customers.create({"name": "Ada"}, as_church)
    assert [one.id for one in client.v1.customers.list({}, as_church).data] == [customer.id]
    with pytest.raises(stripe.InvalidRequestError):
        client.v1.customers.retrieve(customer.id)
    other = client.v1.accounts.create({"type": "express"})
    with pytest.raises(stripe.PermissionError):
        client.v1.accounts.retrieve(other.id, {}, as_church)
    own = client.v1.accounts.retrieve_current()
    assert client.v1.customers.create({}, {"stripe_account": own.id}).id in [
        one.id for one in client.v1.customers.list().data]


def test_an_unknown_account_is_refused(client):
    with pytest.raises(stripe.PermissionError):
        client.v1.balance.retrieve({}, {"stripe_account": "acct_none"})
