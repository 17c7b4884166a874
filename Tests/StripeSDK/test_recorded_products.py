"""Products that are only recorded. Each response is checked against the SDK's own description of it."""

import pytest
import stripe

ADDRESS = {"line1": "1 Main Street", "city": "Houston", "state": "TX", "country": "US", "postal_code": "77001"}


@pytest.fixture
def card(client):
    holder = client.v1.issuing.cardholders.create({
        "name": "Ann", "type": "individual", "billing": {"address": ADDRESS}, "phone_number": "+15555550100",
        "spending_controls": {"spending_limits": [{"amount": 5000, "interval": "daily"}]}})
    assert holder.spending_controls.spending_limits[0].amount == 5000
    return client.v1.issuing.cards.create({
        "cardholder": holder.id, "currency": "usd", "type": "physical", "status": "active", "shipping": {"name": "Ann", "address": ADDRESS}})


@pytest.fixture
def account(client):
    made = client.v1.treasury.financial_accounts.create({
        "supported_currencies": ["usd"], "features": {"card_issuing": {"requested": True}}})
    client.v1.test_helpers.treasury.received_credits.create({
        "financial_account": made.id, "amount": 10000, "currency": "usd", "network": "ach"})
    return made


def test_a_card_is_shipped_used_and_disputed(client, card):
    helpers, issuing = client.v1.test_helpers.issuing, client.v1.issuing
    for step in ("submit_card", "ship_card", "deliver_card"):
        shipped = getattr(helpers.cards, step)(card.id)
    assert shipped.shipping.status == "delivered"
    held = helpers.authorizations.create({"card": card.id, "amount": 900, "merchant_data": {"name": "Bookshop"}})
    assert held.cardholder == card.cardholder.id and held.merchant_data.name == "Bookshop"
    assert issuing.authorizations.approve(held.id).approved
    helpers.authorizations.increment(held.id, {"increment_amount": 100})
    assert helpers.authorizations.capture(held.id, {"capture_amount": 1000}).status == "closed"
    spent = issuing.transactions.list({"card": card.id}).data[0]
    assert (spent.amount, spent.type) == (-1000, "capture")
    dispute = issuing.disputes.create({"transaction": spent.id, "evidence": {
        "reason": "fraudulent", "fraudulent": {"explanation": "Not mine"}}})
    assert (dispute.amount, dispute.currency) == (1000, "usd")
    for amount in (-5, 0, 1001):
        assert refusal(lambda fields: issuing.disputes.update(dispute.id, fields), {"amount": amount}) == "amount"
    assert issuing.disputes.submit(dispute.id).status == "submitted"
    helpers.transactions.refund(spent.id, {"refund_amount": 400})
    assert helpers.transactions.create_unlinked_refund({"card": card.id, "amount": 5}).type == "refund"


def test_a_design_is_activated_and_rejected(client):
    bundle = client.v1.issuing.physical_bundles.list().data[0]
    assert client.v1.issuing.physical_bundles.retrieve(bundle.id).type == "standard"
    design = client.v1.issuing.personalization_designs.create({
        "physical_bundle": bundle.id, "name": "Blue", "carrier_text": {"header_title": "Hello"}})
    helper = client.v1.test_helpers.issuing.personalization_designs
    assert helper.activate(design.id).status == "active"
    rejected = helper.reject(design.id, {"rejection_reasons": {"card_logo": ["geographic_location"]}})
    assert rejected.rejection_reasons.card_logo == ["geographic_location"]


def test_money_flows_through_a_financial_account(client, account):
    treasury, helpers = client.v1.treasury, client.v1.test_helpers.treasury
    of = {"financial_account": account.id, "currency": "usd"}
    paid = treasury.outbound_payments.create({**of, "amount": 4000, "end_user_details": {"present": False}})
    assert helpers.outbound_payments.post(paid.id).status == "posted"
    returned = helpers.outbound_payments.return_outbound_payment(paid.id, {"returned_details": {"code": "declined"}})
    assert returned.returned_details.code == "declined"
    moved = treasury.outbound_transfers.create({**of, "amount": 1000})
    assert helpers.outbound_transfers.fail(moved.id).status == "failed"
    method = client.v1.payment_methods.create({"type": "us_bank_account", "billing_details": {"name": "Ann"},
                                               "us_bank_account": {
        "account_number": "000123456789", "routing_number": "110000000", "account_holder_type": "individual"}})
    pulled = treasury.inbound_transfers.create({**of, "amount": 500, "origin_payment_method": method.id})
    assert helpers.inbound_transfers.succeed(pulled.id).status == "succeeded"
    assert treasury.financial_accounts.retrieve(account.id).balance.cash.usd == 10500
    entries = treasury.transaction_entries.list({"financial_account": account.id}).data
    assert {entry.flow_type for entry in entries} == {
        "received_credit", "outbound_payment", "outbound_transfer", "inbound_transfer"}
    assert treasury.transactions.retrieve(entries[0].transaction).financial_account == account.id
    credit = treasury.received_credits.list({"financial_account": account.id}).data[0]
    assert treasury.credit_reversals.create({"received_credit": credit.id}).amount == 10000
    debit = helpers.received_debits.create({**of, "amount": 100, "network": "ach"})
    assert treasury.debit_reversals.create({"received_debit": debit.id}).received_debit == debit.id
    assert treasury.financial_accounts.features.retrieve(account.id).card_issuing.requested
    empty = treasury.financial_accounts.create({"supported_currencies": ["usd"]})
    assert treasury.financial_accounts.close(empty.id).status == "closed"


def test_a_reader_runs_actions(client):
    terminal = client.v1.terminal
    place = terminal.locations.create({"display_name": "Foyer", "address": ADDRESS})
    reader = terminal.readers.create({"registration_code": "simulated-wpe", "location": place.id})
    intent = client.v1.payment_intents.create({"amount": 500, "currency": "usd"})
    begun = terminal.readers.process_payment_intent(reader.id, {"payment_intent": intent.id})
    assert begun.action.process_payment_intent.payment_intent == intent.id
    assert terminal.readers.cancel_action(reader.id).action is None
    terminal.readers.set_reader_display(reader.id, {"type": "cart", "cart": {
        "currency": "usd", "total": 500, "line_items": [{"amount": 500, "description": "Gift", "quantity": 1}]}})
    terminal.readers.collect_inputs(reader.id, {"inputs": [
        {"type": "text", "custom_text": {"title": "Your name"}}]})
    ended = client.v1.test_helpers.terminal.readers.succeed_input_collection(reader.id)
    assert ended.action.status == "succeeded"
    settings = terminal.configurations.create({"tipping": {"usd": {"fixed_amounts": [100, 200]}}})
    assert settings.tipping.usd.fixed_amounts == [100, 200]
    assert terminal.connection_tokens.create({"location": place.id}).secret.startswith("pst_test_")
    assert terminal.locations.delete(place.id).deleted
    assert [one.id for one in terminal.readers.list({"location": place.id}).data] == [reader.id]


def test_taxes_are_calculated_recorded_and_reversed(client):
    tax = client.v1.tax
    calculated = tax.calculations.create({
        "currency": "usd", "line_items": [{"amount": 1000, "reference": "L1", "tax_code": "txcd_99999999"}],
        "customer_details": {"address": ADDRESS, "address_source": "billing"}})
    assert calculated.amount_total == 1000 and calculated.tax_amount_exclusive == 0
    assert tax.calculations.line_items.list(calculated.id).data[0].reference == "L1"
    sale = tax.transactions.create_from_calculation({"calculation": calculated.id, "reference": "order 1"})
    reversed_ = tax.transactions.create_reversal({
        "original_transaction": sale.id, "reference": "order 1 reversed", "mode": "full"})
    assert tax.transactions.line_items.list(reversed_.id).data[0].amount == -1000
    registration = tax.registrations.create({
        "country": "IE", "active_from": "now", "country_options": {"ie": {"type": "oss_union"}}})
    assert registration.country_options.ie.type == "oss_union"
    assert tax.registrations.list({"status": "all"}).data[0].id == registration.id
    assert client.v1.tax_codes.retrieve("txcd_99999999").name == "General - Tangible Goods"


def refusal(call, parameters):
    with pytest.raises(stripe.InvalidRequestError) as refused:
        call(parameters)
    return refused.value.param


LOWEST = -2**63


def test_a_partial_reversal_cannot_exceed_what_is_left(client):
    tax = client.v1.tax
    item = {"amount": 1000, "reference": "L1"}
    for shipping in (-1, LOWEST):
        assert refusal(tax.calculations.create, {
            "currency": "usd", "line_items": [item],
            "shipping_cost": {"amount": shipping}}) == "shipping_cost[amount]"
    calculated = tax.calculations.create({
        "currency": "usd", "line_items": [item], "shipping_cost": {"amount": 300}})
    assert calculated.amount_total == 1300
    sale = tax.transactions.create_from_calculation({"calculation": calculated.id, "reference": "order 2"})
    line = tax.transactions.line_items.list(sale.id).data[0].id

    def reversal(reference, amount, line=line):
        return {
            "original_transaction": sale.id, "reference": reference, "mode": "partial",
            "line_items": [{
                "original_line_item": line, "amount": amount, "amount_tax": 0, "reference": reference}]}

    reverse = tax.transactions.create_reversal
    reverse(reversal("first", -800))
    for amount in (-800, 800, LOWEST):
        assert refusal(reverse, reversal("second", amount)) == "line_items[0][amount]"
    assert refusal(reverse, reversal("second", -1, "tax_li_no")) == "line_items[0][original_line_item]"
    reverse(reversal("second", -200))
    reverse({**reversal("shipping", 0), "shipping_cost": {"amount": -300, "amount_tax": 0}})
    assert refusal(reverse, {
        **reversal("again", 0), "shipping_cost": {"amount": -1, "amount_tax": 0}}) == "shipping_cost[amount]"


def test_the_transaction_of_a_returned_payment_is_void(client, account):
    sent = client.v1.treasury.outbound_payments.create({
        "financial_account": account.id, "amount": 200, "currency": "usd",
        "destination_payment_method_data": {"type": "us_bank_account"}})
    client.v1.test_helpers.treasury.outbound_payments.return_outbound_payment(sent.id)
    booked = client.v1.treasury.transactions.retrieve(sent.transaction)
    assert booked.status == "void" and booked.status_transitions.void_at
    assert client.v1.treasury.financial_accounts.retrieve(account.id).balance.cash["usd"] == 10000


def test_a_bank_account_is_linked(client):
    donor = client.v1.customers.create({"name": "Ann"})
    session = client.v1.financial_connections.sessions.create({
        "account_holder": {"type": "customer", "customer": donor.id}, "permissions": ["payment_method", "ownership"]})
    account = session.accounts.data[0]
    accounts = client.v1.financial_connections.accounts
    assert accounts.refresh(account.id, {"features": ["transactions"]}).transaction_refresh.status == "succeeded"
    assert accounts.owners.list(account.id, {"ownership": account.ownership}).data[0].name == "Test Owner"
    assert client.v1.financial_connections.transactions.list({"account": account.id}).data == []


def test_a_verification_session_is_canceled_and_a_report_run_is_created(client):
    session = client.v1.identity.verification_sessions.create({"type": "document", "metadata": {"seat": "4"}})
    assert session.client_secret.endswith("_secret_test") and session.url.startswith("https://")
    assert client.v1.identity.verification_sessions.cancel(session.id).status == "canceled"
    run = client.v1.reporting.report_runs.create({
        "report_type": "balance.summary.1", "parameters": {"interval_start": 1700000000, "interval_end": 1700086400}})
    assert client.v1.reporting.report_runs.retrieve(run.id).parameters.interval_start == 1700000000
    with pytest.raises(stripe.InvalidRequestError) as caught:
        client.v1.reporting.report_runs.create({"report_type": "none"})
    assert caught.value.code == "resource_missing"
