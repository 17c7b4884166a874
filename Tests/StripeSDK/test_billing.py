"""Products, prices, coupons, subscriptions and invoices, and what they fail with."""

import time

import pytest
import stripe

from events import events_of


def refused(call, *arguments, kind=stripe.InvalidRequestError):
    with pytest.raises(kind) as caught:
        call(*arguments)
    return caught.value


@pytest.fixture
def product(client):
    return client.v1.products.create({"name": "Gift"})


@pytest.fixture
def monthly(client, product):
    """50.00 USD each month."""
    return client.v1.prices.create({
        "product": product.id, "currency": "usd", "unit_amount": 5000, "recurring": {"interval": "month"}})


@pytest.fixture
def donor(client):
    """A customer whose card is charged when nothing else is said."""
    return donor_with(client, "pm_card_visa")


def donor_with(client, method):
    customer = client.v1.customers.create({"email": "ann@example.com", "name": "Ann"})
    if method:
        attached = client.v1.payment_methods.attach(method, {"customer": customer.id})
        client.v1.customers.update(customer.id, {"invoice_settings": {"default_payment_method": attached.id}})
    return customer


@pytest.fixture
def subscription(client, donor, monthly):
    return client.v1.subscriptions.create({
        "customer": donor.id, "items": [{"price": monthly.id}], "expand": ["latest_invoice"]})


def test_a_product_is_made_changed_listed_and_deleted_while_it_has_no_price(client):
    product = client.v1.products.create({
        "name": "Roof", "description": "a new one", "images": ["https://example.org/a.png"], "metadata": {"fund": "12"}})
    assert product.active and product.description == "a new one" and product.images == ["https://example.org/a.png"]
    product = client.v1.products.update(product.id, {"name": "New roof", "active": False, "metadata": {"fund": ""}})
    assert (product.name, product.active, product.metadata.to_dict()) == ("New roof", False, {})
    assert product.id in [one.id for one in client.v1.products.list({"active": False}).data]
    assert product.id not in [one.id for one in client.v1.products.list({"active": True}).data]
    assert client.v1.products.delete(product.id).deleted
    assert refused(client.v1.products.retrieve, product.id).http_status == 404
    assert client.v1.products.search({"query": "name:'nothing has this'"}).data == []


def test_a_product_may_have_an_id_of_its_own_and_a_default_price(client):
    product = client.v1.products.create({
        "id": "roof-of-42", "name": "Roof", "default_price_data": {"currency": "usd", "unit_amount": 700}})
    assert product.id == "roof-of-42"
    assert client.v1.prices.retrieve(product.default_price, {"expand": ["product"]}).product.name == "Roof"
    assert refused(client.v1.products.create, {"id": "roof-of-42", "name": "x"}).code == "resource_already_exists"


def test_a_product_with_prices_stays(client, product, monthly):
    assert refused(client.v1.products.delete, product.id).http_status == 400


def test_prices_are_made_named_listed_and_put_out_of_use(client, product):
    made = client.v1.prices.create({
        "currency": "usd", "unit_amount": 1200, "product_data": {"name": "Candle"}, "nickname": "small",
        "lookup_key": f"candle-{product.id}", "metadata": {"a": "1"},
        "recurring": {"interval": "week", "interval_count": 2}})
    assert (made.type, made.recurring.interval_count, made.nickname) == ("recurring", 2, "small")
    once = client.v1.prices.create({"currency": "eur", "unit_amount": 300, "product": product.id})
    assert once.type == "one_time" and once.recurring is None
    assert [one.id for one in client.v1.prices.list({"lookup_keys": [f"candle-{product.id}"]}).data] == [made.id]
    assert [one.id for one in client.v1.prices.list({"product": product.id, "type": "one_time"}).data] == [once.id]
    assert refused(
        client.v1.prices.create,
        {"currency": "usd", "unit_amount": 1, "product": product.id, "lookup_key": f"candle-{product.id}"},
    ).param == "lookup_key"
    made = client.v1.prices.update(made.id, {"active": False, "nickname": "big", "metadata": {"b": "2"}})
    assert (made.active, made.nickname, made.metadata.to_dict()) == (False, "big", {"a": "1", "b": "2"})
    assert client.v1.prices.list({"product": made.product, "active": True}).data == []


@pytest.mark.parametrize("change, code, parameter", [
    ({"product": "prod_none"}, "resource_missing", "product"),
    ({"unit_amount": -1}, "parameter_invalid_integer", "unit_amount"),
    ({"currency": "xxq"}, None, "currency"),
    ({"tiers_mode": "graduated"}, None, "tiers"),
    ({"recurring": {"interval": "month", "usage_type": "metered"}}, "parameter_not_simulated", "recurring[usage_type]"),
    ({"recurring": {"interval": "hour"}}, None, "recurring[interval]"),
])
def test_a_wrong_price_is_refused(client, product, change, code, parameter):
    error = refused(client.v1.prices.create, {"currency": "usd", "unit_amount": 100, "product": product.id, **change})
    assert (error.http_status, error.code, error.param) == (400, code, parameter)


def test_coupons_are_made_renamed_listed_and_deleted(client):
    half = client.v1.coupons.create({"percent_off": 12.5, "duration": "repeating", "duration_in_months": 3})
    assert (half.percent_off, half.duration_in_months, half.valid, half.times_redeemed) == (12.5, 3, True, 0)
    flat = client.v1.coupons.create({"id": "FIVE", "amount_off": 500, "currency": "usd", "name": "Five"})
    assert (flat.id, flat.amount_off, flat.duration) == ("FIVE", 500, "once")
    assert client.v1.coupons.update("FIVE", {"name": "5"}).name == "5"
    assert [one.id for one in client.v1.coupons.list({"limit": 2}).data] == ["FIVE", half.id]
    assert refused(client.v1.coupons.create, {"id": "FIVE", "percent_off": 1}).code == "resource_already_exists"
    assert client.v1.coupons.delete("FIVE").deleted
    assert refused(client.v1.coupons.retrieve, "FIVE").http_status == 404
    assert refused(client.v1.coupons.create, {"duration": "once"}).http_status == 400
    assert refused(client.v1.coupons.create, {"percent_off": 101}).param == "percent_off"


def test_a_coupon_takes_its_share_off_until_it_is_used_up(client, donor, monthly):
    coupon = client.v1.coupons.create({"percent_off": 20, "duration": "forever", "max_redemptions": 1})
    wanted = {"customer": donor.id, "items": [{"price": monthly.id}], "discounts": [{"coupon": coupon.id}],
              "expand": ["latest_invoice", "discounts.source.coupon"]}
    subscription = client.v1.subscriptions.create(wanted)
    invoice = subscription.latest_invoice
    assert (invoice.subtotal, invoice.total, invoice.amount_paid) == (5000, 4000, 4000)
    assert invoice.total_discount_amounts[0].amount == 1000
    assert subscription.discounts[0].source.coupon.times_redeemed == 1
    error = refused(client.v1.subscriptions.create, wanted)
    assert (error.code, error.param) == ("coupon_expired", "discounts[0][coupon]")


def test_a_promotion_code_redeems_its_coupon(client, donor, monthly):
    coupon = client.v1.coupons.create({"percent_off": 20, "duration": "forever"})
    code = client.v1.promotion_codes.create({"promotion": {"type": "coupon", "coupon": coupon.id}, "code": "SPRING"})
    assert (code.active, code.times_redeemed, code.restrictions.first_time_transaction) == (True, 0, False)
    assert [one.id for one in client.v1.promotion_codes.list({"code": "spring", "active": True}).data] == [code.id]
    subscription = client.v1.subscriptions.create({
        "customer": donor.id, "items": [{"price": monthly.id}], "discounts": [{"promotion_code": code.id}],
        "expand": ["latest_invoice", "discounts.promotion_code"]})
    assert subscription.latest_invoice.amount_paid == 4000
    assert subscription.discounts[0].promotion_code.times_redeemed == 1
    assert not client.v1.promotion_codes.update(code.id, {"active": False}).active


def test_a_coupon_that_is_unknown_or_in_another_currency_is_refused(client, donor, monthly):
    wanted = {"customer": donor.id, "items": [{"price": monthly.id}]}
    error = refused(client.v1.subscriptions.create, {**wanted, "discounts": [{"coupon": "NONE"}]})
    assert (error.code, error.param) == ("resource_missing", "discounts[0][coupon]")
    euros = client.v1.coupons.create({"amount_off": 500, "currency": "eur"})
    assert refused(client.v1.subscriptions.create, {**wanted, "discounts": [{"coupon": euros.id}]}).http_status == 400
    assert refused(client.v1.coupons.create, {"percent_off": 1, "redeem_by": 1}).param == "redeem_by"


def test_a_subscription_is_charged_at_once_and_shows_its_invoice(client, subscription, donor, monthly):
    assert subscription.status == "active"
    item = subscription["items"].data[0]
    assert item.price.id == monthly.id and item.current_period_end > item.current_period_start
    invoice = subscription.latest_invoice
    assert (invoice.status, invoice.amount_paid, invoice.billing_reason) == ("paid", 5000, "subscription_create")
    assert invoice.number.endswith("-0001") and "/pages/invoice/" in invoice.hosted_invoice_url
    assert invoice.status_transitions.finalized_at and invoice.status_transitions.paid_at
    assert invoice.parent.subscription_details.subscription == subscription.id
    line = client.v1.invoices.line_items.list(invoice.id).data[0]
    assert line.pricing.price_details.price == monthly.id
    assert line.parent.subscription_item_details.subscription_item == item.id
    payment = client.v1.invoice_payments.list({"invoice": invoice.id, "expand": ["data.payment.payment_intent"]}).data[0]
    assert (payment.status, payment.amount_paid) == ("paid", 5000)
    assert payment.payment.payment_intent.status == "succeeded"
    assert client.v1.invoice_payments.retrieve(payment.id).id == payment.id
    assert [one.id for one in client.v1.subscriptions.list({"customer": donor.id}).data] == [subscription.id]
    assert [one.id for one in client.v1.subscriptions.list({"price": monthly.id}).data] == [subscription.id]


def test_an_incomplete_subscription_is_paid_with_its_confirmation_secret(client, monthly):
    customer = donor_with(client, None)
    subscription = client.v1.subscriptions.create({
        "customer": customer.id, "items": [{"price": monthly.id, "quantity": 2}],
        "payment_behavior": "default_incomplete",
        "payment_settings": {"save_default_payment_method": "on_subscription"},
        "expand": ["latest_invoice.confirmation_secret", "latest_invoice.payments"]})
    assert subscription.status == "incomplete"
    invoice = subscription.latest_invoice
    assert (invoice.status, invoice.amount_due) == ("open", 10_000)
    secret = invoice.confirmation_secret.client_secret
    intent = invoice.payments.data[0].payment.payment_intent
    assert secret.startswith(intent)
    assert client.v1.payment_intents.confirm(intent, {"payment_method": "pm_card_visa"}).status == "succeeded"
    subscription = client.v1.subscriptions.retrieve(subscription.id)
    assert subscription.status == "active" and subscription.default_payment_method.startswith("pm_")
    assert client.v1.invoices.retrieve(invoice.id).status == "paid"


def test_a_declined_first_payment_leaves_it_incomplete_or_makes_nothing(client, monthly):
    customer = donor_with(client, "pm_card_chargeCustomerFail")
    wanted = {"customer": customer.id, "items": [{"price": monthly.id}]}
    subscription = client.v1.subscriptions.create({**wanted, "expand": ["latest_invoice"]})
    assert (subscription.status, subscription.latest_invoice.status) == ("incomplete", "open")
    error = refused(
        client.v1.subscriptions.create, {**wanted, "payment_behavior": "error_if_incomplete"}, kind=stripe.CardError)
    assert (error.http_status, error.code) == (402, "card_declined")
    assert len(client.v1.subscriptions.list({"customer": customer.id}).data) == 1
    error = refused(client.v1.invoices.pay, subscription.latest_invoice.id, kind=stripe.CardError)
    assert error.code == "card_declined"
    paid = client.v1.invoices.pay(subscription.latest_invoice.id, {"payment_method": "pm_card_visa"})
    assert paid.status == "paid"
    assert client.v1.subscriptions.retrieve(subscription.id).status == "active"


@pytest.mark.parametrize("items, parameter", [
    ([{"price": "price_none"}], "items[0][price]"),
    ([], "items"),
])
def test_a_subscription_of_unknown_prices_is_refused(client, donor, items, parameter):
    error = refused(client.v1.subscriptions.create, {"customer": donor.id, "items": items})
    assert (error.http_status, error.param) == (400, parameter)


def test_prices_out_of_use_once_only_or_of_other_currencies_are_refused(client, donor, product, monthly):
    def price(**change):
        return client.v1.prices.create({
            "product": product.id, "currency": "usd", "unit_amount": 100, "recurring": {"interval": "month"}, **change}).id

    inactive = client.v1.prices.update(price(), {"active": False}).id
    assert "inactive" in str(refused(client.v1.subscriptions.create, {"customer": donor.id, "items": [{"price": inactive}]}))
    once = client.v1.prices.create({"product": product.id, "currency": "usd", "unit_amount": 100}).id
    for other in [once, price(currency="eur"), price(recurring={"interval": "year"})]:
        error = refused(
            client.v1.subscriptions.create,
            {"customer": donor.id, "items": [{"price": monthly.id}, {"price": other}]})
        assert error.param == "items[1][price]"


def test_a_trial_is_free_and_ends_when_somebody_says_so(client, donor, monthly):
    subscription = client.v1.subscriptions.create({
        "customer": donor.id, "items": [{"price": monthly.id}], "trial_period_days": 7, "expand": ["latest_invoice"]})
    assert subscription.status == "trialing" and subscription.latest_invoice.amount_due == 0
    assert subscription.trial_end - subscription.trial_start == 7 * 86_400
    subscription = client.v1.subscriptions.update(subscription.id, {"trial_end": "now", "expand": ["latest_invoice"]})
    assert (subscription.status, subscription.latest_invoice.amount_paid) == ("active", 5000)
    error = refused(client.v1.subscriptions.create, {"customer": donor.id, "items": [{"price": monthly.id}], "trial_end": 1})
    assert error.param == "trial_end"


def test_a_first_period_up_to_an_anchor_is_charged_for_its_part_or_free(client, donor, monthly):
    wanted = {"customer": donor.id, "items": [{"price": monthly.id}], "expand": ["latest_invoice"],
              "billing_cycle_anchor": int(time.time()) + 5 * 86_400}
    part = client.v1.subscriptions.create(wanted)
    assert 700 < part.latest_invoice.amount_paid < 950
    free = client.v1.subscriptions.create({**wanted, "proration_behavior": "none"})
    assert (free.status, free.latest_invoice.amount_due) == ("active", 0)
    far = {**wanted, "billing_cycle_anchor": int(time.time()) + 50 * 86_400}
    assert refused(client.v1.subscriptions.create, far).param == "billing_cycle_anchor"


def test_a_day_of_the_month_is_the_anchor_and_an_added_item_is_charged_at_once(client, donor, monthly, product):
    subscription = client.v1.subscriptions.create({
        "customer": donor.id, "items": [{"price": monthly.id}], "expand": ["latest_invoice"],
        "billing_cycle_anchor_config": {"day_of_month": 31, "hour": 9, "minute": 0, "second": 0},
        "proration_behavior": "none",
        "add_invoice_items": [{"price_data": {"currency": "usd", "product": product.id, "unit_amount": 7000}}]})
    anchor = time.gmtime(subscription.billing_cycle_anchor)
    assert (anchor.tm_mday, anchor.tm_hour, anchor.tm_min, anchor.tm_sec) == (31, 9, 0, 0)
    assert subscription.billing_cycle_anchor_config.day_of_month == 31
    assert (subscription.status, subscription.latest_invoice.amount_paid) == ("active", 7000)
    error = refused(client.v1.subscriptions.create, {
        "customer": donor.id, "items": [{"price": monthly.id}], "billing_cycle_anchor_config": {"day_of_month": 32}})
    assert error.param == "billing_cycle_anchor_config[day_of_month]"


def test_a_dearer_price_gives_back_the_old_rest_and_charges_the_new(client, subscription, product):
    item = subscription["items"].data[0].id
    dear = client.v1.prices.create({
        "product": product.id, "currency": "usd", "unit_amount": 8000, "recurring": {"interval": "month"}})
    preview = client.v1.invoices.create_preview({
        "subscription": subscription.id, "subscription_details": {"items": [{"id": item, "price": dear.id}]}})
    assert sorted(line.amount for line in preview.lines.data) == [-5000, 8000, 8000]
    changed = client.v1.subscriptions.update(
        subscription.id, {"items": [{"id": item, "price": dear.id}], "proration_behavior": "always_invoice",
                          "expand": ["latest_invoice"]})
    assert changed["items"].data[0].price.id == dear.id
    invoice = changed.latest_invoice
    assert (invoice.billing_reason, invoice.amount_paid) == ("subscription_update", 3000)
    assert all(line.parent.invoice_item_details.proration for line in invoice.lines.data)


def test_a_preview_equals_the_invoice_of_the_change(client, subscription, product):
    yearly = client.v1.prices.create({
        "product": product.id, "currency": "usd", "unit_amount": 50_000, "recurring": {"interval": "year"}})
    change = {"items": [{"id": subscription["items"].data[0].id, "price": yearly.id}]}
    preview = client.v1.invoices.create_preview({
        "subscription": subscription.id, "subscription_details": change})
    assert client.v1.subscriptions.retrieve(subscription.id).latest_invoice == subscription.latest_invoice.id
    made = client.v1.subscriptions.update(subscription.id, {**change, "expand": ["latest_invoice"]}).latest_invoice
    assert (preview.total, preview.amount_due) == (made.total, made.amount_due)
    assert sorted(line.amount for line in preview.lines.data) == sorted(line.amount for line in made.lines.data)


def test_a_schedule_of_a_subscription_is_changed_and_released(client, subscription, product):
    schedule = client.v1.subscription_schedules.create({"from_subscription": subscription.id})
    assert (schedule.status, schedule.subscription, len(schedule.phases)) == ("active", subscription.id, 1)
    phase = schedule.phases[0]
    other = client.v1.prices.create({
        "product": product.id, "currency": "usd", "unit_amount": 900, "recurring": {"interval": "month"}})
    changed = client.v1.subscription_schedules.update(schedule.id, {"end_behavior": "cancel", "phases": [
        {"start_date": phase.start_date, "end_date": phase.end_date,
         "items": [{"price": phase["items"][0].price, "quantity": phase["items"][0].quantity}]},
        {"items": [{"price": other.id}], "duration": {"interval": "month", "interval_count": 6}}]})
    assert [len(one["items"]) for one in changed.phases] == [1, 1]
    assert changed.phases[1].start_date == phase.end_date and changed.end_behavior == "cancel"
    released = client.v1.subscription_schedules.release(schedule.id)
    assert (released.status, released.released_subscription) == ("released", subscription.id)
    assert client.v1.subscriptions.retrieve(subscription.id).schedule is None


def test_prorations_wait_for_the_next_invoice_or_are_not_made(client, subscription, donor, product):
    item = subscription["items"].data[0].id
    client.v1.subscription_items.update(item, {"quantity": 3})
    waiting = client.v1.invoice_items.list({"customer": donor.id, "pending": True}).data
    assert sorted(one.amount for one in waiting) == [-5000, 15_000] and all(one.proration for one in waiting)
    client.v1.subscription_items.update(item, {"quantity": 4, "proration_behavior": "none"})
    assert len(client.v1.invoice_items.list({"customer": donor.id}).data) == 2
    preview = client.v1.invoices.create_preview({"subscription": subscription.id})
    assert preview.amount_due == 20_000 + 10_000


def test_a_cheaper_price_becomes_a_credit_of_the_customer(client, subscription, donor, product):
    cheap = client.v1.prices.create({
        "product": product.id, "currency": "usd", "unit_amount": 1000, "recurring": {"interval": "month"}})
    item = subscription["items"].data[0].id
    changed = client.v1.subscriptions.update(subscription.id, {
        "items": [{"id": item, "price": cheap.id}], "proration_behavior": "always_invoice", "expand": ["latest_invoice"]})
    assert (changed.latest_invoice.total, changed.latest_invoice.amount_due) == (-4000, 0)
    assert client.v1.customers.retrieve(donor.id).balance == -4000
    again = client.v1.subscriptions.create({
        "customer": donor.id, "items": [{"price": cheap.id}], "expand": ["latest_invoice"]})
    invoice = again.latest_invoice
    assert (invoice.total, invoice.amount_due) == (1000, 0)
    assert (invoice.starting_balance, invoice.ending_balance) == (-4000, -3000)
    assert client.v1.customers.retrieve(donor.id).balance == -3000


def test_items_come_and_go_and_one_stays(client, subscription, product):
    other = client.v1.prices.create({
        "product": product.id, "currency": "usd", "unit_amount": 700, "recurring": {"interval": "month"}})
    added = client.v1.subscription_items.create({
        "subscription": subscription.id, "price": other.id, "quantity": 2, "proration_behavior": "none"})
    listed = client.v1.subscription_items.list({"subscription": subscription.id}).data
    assert [one.id for one in listed] == [subscription["items"].data[0].id, added.id]
    assert client.v1.subscription_items.retrieve(added.id).quantity == 2
    assert client.v1.subscription_items.delete(listed[0].id, {"proration_behavior": "none"}).deleted
    assert refused(client.v1.subscription_items.retrieve, listed[0].id).http_status == 404
    assert refused(client.v1.subscription_items.delete, added.id).http_status == 400


def test_canceling_hides_it_and_a_second_time_finds_nothing(client, subscription, donor):
    ended = client.v1.subscriptions.cancel(subscription.id)
    assert ended.status == "canceled" and ended.cancellation_details.reason == "cancellation_requested"
    error = refused(client.v1.subscriptions.cancel, subscription.id)
    assert (error.http_status, error.code) == (404, "resource_missing")
    assert client.v1.subscriptions.list({"customer": donor.id}).data == []
    for status in ["canceled", "all", "ended"]:
        listed = client.v1.subscriptions.list({"customer": donor.id, "status": status}).data
        assert [one.id for one in listed] == [subscription.id]
    assert refused(client.v1.subscriptions.update, subscription.id, {"description": "x"}).http_status == 400
    assert refused(client.v1.subscriptions.resume, subscription.id).http_status == 400


def test_it_ends_with_its_period_or_pauses_and_goes_on(client, subscription):
    changed = client.v1.subscriptions.update(subscription.id, {"cancel_at_period_end": True, "metadata": {"a": "1"}})
    assert changed.cancel_at_period_end and changed.cancel_at == changed["items"].data[0].current_period_end
    changed = client.v1.subscriptions.update(subscription.id, {"cancel_at_period_end": False})
    assert not changed.cancel_at_period_end and changed.canceled_at is None
    changed = client.v1.subscriptions.update(subscription.id, {"pause_collection": {"behavior": "keep_as_draft"}})
    assert changed.pause_collection.behavior == "keep_as_draft"
    assert client.v1.subscriptions.update(subscription.id, {"pause_collection": ""}).pause_collection is None


def test_the_church_gets_the_money_and_the_platform_its_share(client, donor, monthly):
    church = client.v1.accounts.create({"type": "express", "country": "US"})
    error = refused(client.v1.subscriptions.create, {
        "customer": donor.id, "items": [{"price": monthly.id}], "transfer_data": {"destination": church.id}})
    assert error.code == "insufficient_capabilities_for_transfer"
    error = refused(client.v1.subscriptions.create, {
        "customer": donor.id, "items": [{"price": monthly.id}], "application_fee_percent": 101})
    assert error.param == "application_fee_percent"


@pytest.mark.parametrize("change", [
    {"payment_behavior": "pending_if_incomplete"},
    {"backdate_start_date": 1},
])
def test_what_is_not_simulated_is_named(client, donor, monthly, change):
    error = refused(
        client.v1.subscriptions.create, {"customer": donor.id, "items": [{"price": monthly.id}], **change})
    assert (error.code, error.param.split("[")[0] in change) == ("parameter_not_simulated", True)


def test_an_invoice_of_its_own_is_drafted_filled_finalized_and_paid(client, donor, product):
    invoice = client.v1.invoices.create({"customer": donor.id, "currency": "usd", "description": "Hall"})
    assert (invoice.status, invoice.number, invoice.billing_reason) == ("draft", None, "manual")
    item = client.v1.invoice_items.create({
        "customer": donor.id, "invoice": invoice.id, "amount": 2500, "currency": "usd", "description": "hire"})
    price = client.v1.prices.create({"product": product.id, "currency": "usd", "unit_amount": 700})
    other = client.v1.invoice_items.create({
        "customer": donor.id, "invoice": invoice.id, "pricing": {"price": price.id}, "quantity": 3})
    assert (other.amount, other.invoice) == (2100, invoice.id)
    client.v1.invoice_items.update(item.id, {"amount": 3000})
    client.v1.invoice_items.delete(other.id)
    assert client.v1.invoices.retrieve(invoice.id).amount_due == 3000
    invoice = client.v1.invoices.finalize_invoice(invoice.id, {"expand": ["confirmation_secret"]})
    assert (invoice.status, invoice.confirmation_secret.type) == ("open", "payment_intent")
    assert refused(client.v1.invoice_items.update, item.id, {"amount": 1}).code == "invoice_not_editable"
    assert refused(client.v1.invoices.finalize_invoice, invoice.id).http_status == 400
    assert client.v1.invoices.pay(invoice.id).amount_paid == 3000
    assert refused(client.v1.invoices.pay, invoice.id).code == "invoice_already_paid"
    assert [one.id for one in client.v1.invoices.list({"customer": donor.id, "status": "paid"}).data] == [invoice.id]


def test_waiting_items_are_taken_up_and_a_deleted_draft_lets_them_go(client, donor):
    item = client.v1.invoice_items.create({"customer": donor.id, "amount": 900, "currency": "usd"})
    draft = client.v1.invoices.create({"customer": donor.id, "pending_invoice_items_behavior": "include"})
    assert draft.amount_due == 900
    assert client.v1.invoices.delete(draft.id).deleted
    assert refused(client.v1.invoices.retrieve, draft.id).http_status == 404
    assert client.v1.invoice_items.retrieve(item.id).invoice is None
    assert client.v1.invoice_items.delete(item.id).deleted
    assert refused(client.v1.invoice_items.retrieve, item.id).http_status == 404


def drafted(client, donor, **more):
    invoice = client.v1.invoices.create({"customer": donor.id, "currency": "usd", **more})
    client.v1.invoice_items.create({"customer": donor.id, "invoice": invoice.id, "amount": 1000, "currency": "usd"})
    return invoice


def test_an_open_invoice_is_voided_given_up_or_paid_elsewhere(client, donor):
    void = drafted(client, donor)
    assert refused(client.v1.invoices.void_invoice, void.id).http_status == 400
    client.v1.invoices.finalize_invoice(void.id)
    void = client.v1.invoices.void_invoice(void.id)
    assert void.status == "void" and void.status_transitions.voided_at
    assert refused(client.v1.invoices.pay, void.id).http_status == 400
    lost = drafted(client, donor)
    client.v1.invoices.finalize_invoice(lost.id)
    assert client.v1.invoices.mark_uncollectible(lost.id).status == "uncollectible"
    cash = client.v1.invoices.pay(lost.id, {"paid_out_of_band": True})
    assert (cash.status, cash.amount_paid_off_stripe) == ("paid", 1000)


def test_an_invoice_is_sent_with_a_day_to_pay_by(client, donor):
    assert refused(client.v1.invoices.create, {"customer": donor.id, "collection_method": "send_invoice"}).code == "parameter_missing"
    invoice = drafted(client, donor, collection_method="send_invoice", days_until_due=30)
    sent = client.v1.invoices.send_invoice(invoice.id)
    assert (sent.status, sent.collection_method) == ("open", "send_invoice")
    assert sent.due_date - sent.status_transitions.finalized_at == 30 * 86_400
    other = drafted(client, donor)
    assert refused(client.v1.invoices.send_invoice, other.id).http_status == 400


def test_a_draft_takes_a_coupon(client, donor):
    coupon = client.v1.coupons.create({"amount_off": 300, "currency": "usd"})
    invoice = drafted(client, donor)
    invoice = client.v1.invoices.update(invoice.id, {"discounts": [{"coupon": coupon.id}], "metadata": {"a": "1"}})
    assert (invoice.total, invoice.metadata.to_dict()) == (700, {"a": "1"})


def test_what_happened_is_told_with_the_thing_it_happened_to(client, subscription):
    (created,) = events_of(client, subscription.id, "customer.subscription.created")
    assert created.data.object.object == "subscription"
    (payment,) = client.v1.invoice_payments.list({"invoice": subscription.latest_invoice}).data
    (paid,) = events_of(client, payment.id, "invoice_payment.paid")
    assert paid.data.object.object == "invoice_payment"
    coupon = client.v1.coupons.create({"percent_off": 3})
    event = client.v1.events.list({"type": "coupon.created", "limit": 1}).data[0]
    assert event.data.object.id == coupon.id
