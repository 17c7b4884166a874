"""Persons, capabilities, plans and the small resources: each answer is held against Stripe's description."""

import pytest
import requests
import stripe

from test_connect import COMPANY, CUSTOM, PERSON, holding, without

REPRESENTATIVE = {**PERSON, "relationship": {"representative": True, "title": "Treasurer", "percent_ownership": 12.5}}


@pytest.fixture
def company(client):
    return client.v1.accounts.create(holding(without(CUSTOM, "individual"), business_type="company", company=COMPANY))


def test_a_person_is_created_changed_listed_and_deleted(client, company):
    persons = client.v1.accounts.persons
    person = persons.create(company.id, {**REPRESENTATIVE, "metadata": {"desk": "2"}})
    assert person.verification.status == "verified" and person.metadata.desk == "2"
    assert person.id_number_provided and "id_number" not in person
    assert person.relationship.percent_ownership == 12.5
    changed = persons.update(company.id, person.id, {"maiden_name": "Lee", "nationality": "US", "metadata": {"desk": ""}})
    assert changed.maiden_name == "Lee" and changed.metadata.to_dict() == {}
    owner = persons.create(company.id, {"first_name": "Ann", "relationship": {"owner": True}})
    assert owner.requirements.currently_due and owner.verification.status == "unverified"
    assert [one.id for one in persons.list(company.id).data] == [owner.id, person.id]
    assert [one.id for one in persons.list(company.id, {"relationship": {"owner": True}}).data] == [owner.id]
    assert persons.delete(company.id, owner.id).deleted
    with pytest.raises(stripe.InvalidRequestError) as caught:
        persons.retrieve(company.id, owner.id)
    assert caught.value.code == "resource_missing"
    assert client.v1.accounts.retrieve(company.id).payouts_enabled


def test_an_individual_is_a_person(client):
    account = client.v1.accounts.create(CUSTOM)
    person = client.v1.accounts.persons.list(account.id).data[0]
    assert person.id == account.individual.id and person.verification.status == "verified"


def test_an_identity_document_verifies_an_individual(client):
    account = client.v1.accounts.create(holding(CUSTOM, individual={**PERSON, "id_number": "123456789"}))
    assert account.capabilities.transfers == "pending"
    account = client.v1.accounts.update(account.id, {
        "individual": {"verification": {"document": {"front": "file_identity_document_success"}}}})
    assert account.capabilities.transfers == "active"


def test_a_capability_is_requested(client, company):
    capabilities = client.v1.accounts.capabilities
    assert {one.id for one in capabilities.list(company.id).data} == {"card_payments", "transfers"}
    assert capabilities.update(company.id, "card_payments", {"requested": False}).status == "unrequested"
    assert capabilities.retrieve(company.id, "transfers").requirements.currently_due


def test_a_plan_is_a_price(client):
    plan = client.v1.plans.create({
        "amount": 1200, "currency": "usd", "interval": "month", "product": {"name": "Paper"}, "nickname": "Monthly"})
    assert client.v1.prices.retrieve(plan.id).unit_amount == 1200
    assert client.v1.plans.update(plan.id, {"metadata": {"a": "b"}}).metadata.a == "b"
    assert plan.id in [one.id for one in client.v1.plans.list({"limit": 5}).data]
    assert client.v1.plans.delete(plan.id).deleted


def test_the_customer_chooses_an_amount(client):
    price = client.v1.prices.create({
        "currency": "usd", "product_data": {"name": "Gift"},
        "custom_unit_amount": {"enabled": True, "minimum": 500, "preset": 2500}})
    assert price.unit_amount is None and price.custom_unit_amount.preset == 2500
    link = client.v1.payment_links.create({"line_items": [{"price": price.id, "quantity": 1}]})
    assert client.v1.payment_links.line_items.list(link.id).data[0].price.custom_unit_amount.minimum == 500


def test_the_small_resources_answer_as_described(client):
    assert client.v1.country_specs.retrieve("US").default_currency == "usd"
    assert len(client.v1.country_specs.list({"limit": 3}).data) == 3
    domain = client.v1.payment_method_domains.create({"domain_name": "grace.example"})
    assert client.v1.payment_method_domains.validate(domain.id).google_pay.status == "active"
    assert not client.v1.payment_method_domains.update(domain.id, {"enabled": False}).enabled
    settings = client.v1.payment_method_configurations.create({
        "name": "Gifts", "cashapp": {"display_preference": {"preference": "on"}}})
    assert settings.cashapp.available
    assert client.v1.payment_method_configurations.update(settings.id, {"name": "All"}).name == "All"
    assert client.v1.reviews.list().data == []


def test_a_file_is_uploaded_and_linked(client, own_url):
    answer = requests.post(
        own_url + "/v1/files", auth=("sk_test_suite", ""), data={"purpose": "dispute_evidence"},
        files={"file": ("receipt.pdf", b"%PDF-1.7 \xff", "application/pdf")}, timeout=60)
    file = client.v1.files.retrieve(answer.json()["id"])
    assert (file.filename, file.size, file.type) == ("receipt.pdf", 10, "pdf")
    assert file.id in [one.id for one in client.v1.files.list({"purpose": "dispute_evidence"}).data]
    link = client.v1.file_links.create({"file": file.id, "metadata": {"a": "b"}})
    assert not link.expired and client.v1.file_links.update(link.id, {"expires_at": "now"}).expired


def test_a_cash_balance_is_empty(client):
    customer = client.v1.customers.create({"name": "Ann"})
    balance = client.v1.customers.cash_balance.update(
        customer.id, {"settings": {"reconciliation_mode": "manual"}})
    assert balance.available is None and balance.settings.reconciliation_mode == "manual"
    assert client.v1.customers.cash_balance_transactions.list(customer.id).data == []


def test_a_cash_balance_is_funded_by_bank_transfers(client):
    customer = client.v1.customers.create({"name": "Ann"})
    made = client.v1.test_helpers.customers.fund_cash_balance(customer.id, {"amount": 700, "currency": "usd"})
    assert (made.type, made.net_amount, made.ending_balance) == ("funded", 700, 700)
    assert client.v1.customers.cash_balance.retrieve(customer.id).available["usd"] == 700
    listed = client.v1.customers.cash_balance_transactions.list(customer.id)
    assert [one.id for one in listed.data] == [made.id]


def test_top_ups_and_value_lists_are_made_as_the_sdk_asks(client):
    topup = client.v1.topups.create({"amount": 900, "currency": "usd", "description": "Reserve"})
    assert topup.status == "pending" and client.v1.topups.cancel(topup.id).status == "canceled"
    made = client.v1.radar.value_lists.create({"alias": "emails", "name": "E-mails", "item_type": "email"})
    item = client.v1.radar.value_list_items.create({"value_list": made.id, "value": "a@example.org"})
    assert client.v1.radar.value_lists.retrieve(made.id).list_items.data[0].id == item.id
    assert client.v1.radar.value_list_items.list({"value_list": made.id}).data[0].value == "a@example.org"
    assert client.v1.radar.value_lists.delete(made.id).deleted is True


def test_an_ephemeral_key_is_made_and_deleted(client):
    customer = client.v1.customers.create({"name": "Ann"})
    key = client.v1.ephemeral_keys.create({"customer": customer.id})
    assert key.secret.startswith("ek_test_") and key.expires > key.created
    assert client.v1.ephemeral_keys.delete(key.id).id == key.id
