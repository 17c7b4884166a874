import Foundation
import ProcessorSimulator
import Testing

/// Payment methods within the requests of intents, as SDKs and Stripe.js send them (P-4).
@Suite struct InlineMethodTests {
    private static let card =
        "payment_method_data[type]=card&payment_method_data[card][number]=4242424242424242"
        + "&payment_method_data[card][exp_month]=12&payment_method_data[card][exp_year]=34"
        + "&payment_method_data[card][cvc]=123"
    private static let page =
        "&payment_method_data[payment_user_agent]=stripe.js&payment_method_data[guid]=x"
        + "&payment_method_data[time_on_page]=5&expected_payment_method_type=card&use_stripe_sdk=true"

    @Test("a payment is created and confirmed with the details of a card")
    func createsAndConfirms() async throws {
        let bench = try ProcessorBench()
        let paid = await bench.api(
            "POST", "/v1/payment_intents", "amount=1000&currency=usd&confirm=true&\(Self.card)")
        #expect(paid["status"] == "succeeded")
        let method = await bench.api("GET", "/v1/payment_methods/\(paid["payment_method"])")
        #expect(method["card.last4"] == "4242" && method["card.exp_year"] == "2034")
    }

    @Test("an intent is confirmed with what Stripe.js sends")
    func confirms() async throws {
        let bench = try ProcessorBench()
        let intent = await bench.api("POST", "/v1/payment_intents", "amount=1000&currency=usd")
        let paid = await bench.api(
            "POST", "/v1/payment_intents/\(intent["id"])/confirm",
            Self.card + Self.page + "&client_secret=\(intent["client_secret"])")
        #expect(paid.status == 200 && paid["status"] == "succeeded" && paid["use_stripe_sdk"] == "")
    }

    @Test("a payment method and a token are created with what Stripe.js sends")
    func page() async throws {
        let bench = try ProcessorBench()
        let more = "&guid=x&muid=y&sid=z&time_on_page=5&payment_user_agent=stripe.js&referrer=x"
        let card = "card[number]=4242424242424242&card[exp_month]=12&card[exp_year]=34&card[cvc]=123"
        let method = await bench.api("POST", "/v1/payment_methods", "type=card&\(card)\(more)")
        #expect(method["card.exp_year"] == "2034")
        let token = await bench.api("POST", "/v1/tokens", card + more)
        #expect(token["card.exp_year"] == "2034")
    }

    @Test("a card and a bank account are set up by their details")
    func setUp() async throws {
        let bench = try ProcessorBench()
        let card = await bench.api("POST", "/v1/setup_intents", "confirm=true&\(Self.card)")
        #expect(card["status"] == "succeeded" && card["mandate"] == "")
        let bank = await bench.api(
            "POST", "/v1/setup_intents",
            "confirm=true&payment_method_data[type]=us_bank_account"
                + "&payment_method_data[us_bank_account][routing_number]=110000000"
                + "&payment_method_data[us_bank_account][account_number]=000222222227"
                + "&payment_method_data[us_bank_account][account_holder_type]=individual"
                + "&mandate_data[customer_acceptance][type]=online"
                + "&mandate_data[customer_acceptance][online][ip_address]=127.0.0.1"
                + "&mandate_data[customer_acceptance][online][user_agent]=test")
        #expect(bank["status"] == "succeeded")
        let mandate = await bench.api("GET", "/v1/mandates/\(bank["mandate"])")
        #expect(mandate["type"] == "multi_use" && mandate["status"] == "active")
        #expect(mandate["customer_acceptance.online.ip_address"] == "127.0.0.1")
        #expect(mandate["payment_method"] == bank["payment_method"])
        let method = await bench.api("GET", "/v1/payment_methods/\(bank["payment_method"])")
        #expect(method["us_bank_account.last4"] == "2227")
    }

    @Test(
        "invalid details are refused with Stripe's codes",
        arguments: [
            ("4242424242424241", "12", "34", "123", "incorrect_number"),
            ("4242424242424242", "13", "34", "123", "invalid_expiry_month"),
            ("4242424242424242", "12", "95", "123", "invalid_expiry_year"),
            ("4242424242424242", "12", "2025", "123", "invalid_expiry_year"),
            ("4242424242424242", "12", "34", "99", "invalid_cvc"),
        ])
    func refusesDetails(number: String, month: String, year: String, code: String, expected: String)
        async throws
    {
        let bench = try ProcessorBench()
        let refused = await bench.api(
            "POST", "/v1/payment_methods",
            "type=card&card[number]=\(number)&card[exp_month]=\(month)&card[exp_year]=\(year)"
                + "&card[cvc]=\(code)")
        #expect(refused.status == 402 && refused["error.code"] == expected)
        #expect(refused["error.type"] == "card_error")
    }

    @Test("a card that expired last month is refused, and one of this month is accepted")
    func expires() async throws {
        let bench = try ProcessorBench(at: "2026-03-31T09:00:00Z")
        let form = "type=card&card[number]=4242424242424242&card[exp_year]=2026&card[exp_month]="
        let past = await bench.api("POST", "/v1/payment_methods", form + "2")
        #expect(past["error.code"] == "invalid_expiry_month")
        #expect(await bench.api("POST", "/v1/payment_methods", form + "3").status == 200)
    }

    @Test("a confirmation token is refused by name")
    func confirmationToken() async throws {
        let bench = try ProcessorBench()
        let refused = await bench.api(
            "POST", "/v1/payment_intents", "amount=1000&currency=usd&confirmation_token=ctoken_1")
        #expect(refused["error.code"] == "parameter_not_simulated")
        #expect(refused["error.param"] == "confirmation_token")
    }

    @Test(
        "an unknown name is refused as the object that it names",
        arguments: [
            ("tok_viza", "No such token: 'tok_viza'"),
            ("pm_card_viza", "No such PaymentMethod: 'pm_card_viza'"),
        ])
    func unknown(name: String, message: String) async throws {
        let bench = try ProcessorBench()
        let refused = await bench.api(
            "POST", "/v1/payment_intents", "amount=1000&currency=usd&payment_method=\(name)")
        #expect(refused.status == 400 && refused["error.message"] == message)
        #expect(refused["error.code"] == "resource_missing")
    }

    @Test("the 404 of an intent names the parameter intent", arguments: ["payment_intents", "setup_intents"])
    func missingIntent(family: String) async throws {
        let bench = try ProcessorBench()
        let refused = await bench.api("GET", "/v1/\(family)/pi_none")
        #expect(refused.status == 404 && refused["error.param"] == "intent")
    }

    @Test("nonsense in payment_method_types, and a method of another type or currency, are refused")
    func types() async throws {
        let bench = try ProcessorBench()
        let form = "amount=1000&currency=usd&payment_method_types[]="
        let nonsense = await bench.api("POST", "/v1/payment_intents", form + "nonsense")
        #expect(nonsense.status == 400 && nonsense["error.param"] == "payment_method_types")
        let other = await bench.api(
            "POST", "/v1/payment_intents", form + "card&payment_method=pm_usBankAccount_success")
        #expect(other["error.code"] == "payment_intent_incompatible_payment_method")
        let intent = await bench.api("POST", "/v1/payment_intents", form + "us_bank_account")
        let late = await bench.api(
            "POST", "/v1/payment_intents/\(intent["id"])/confirm", "payment_method=pm_card_visa")
        #expect(late.status == 400 && late["error.param"] == "payment_method")
        let euros = await bench.api(
            "POST", "/v1/payment_intents",
            "amount=1000&currency=eur&payment_method=pm_usBankAccount_success")
        #expect(euros.status == 400 && euros["error.param"] == "currency")
    }

    @Test("the charge has the descriptor's suffix, the description and the receipt's address")
    func charge() async throws {
        let bench = try ProcessorBench()
        let paid = await bench.api(
            "POST", "/v1/payment_intents",
            "amount=1000&currency=usd&confirm=true&payment_method=pm_card_visa&description=Gift"
                + "&receipt_email=a@example.org&statement_descriptor_suffix=CHURCH")
        #expect(paid["statement_descriptor_suffix"] == "CHURCH")
        let charge = await bench.api("GET", "/v1/charges/\(paid["latest_charge"])")
        #expect(charge["statement_descriptor_suffix"] == "CHURCH" && charge["description"] == "Gift")
        #expect(charge["receipt_email"] == "a@example.org")
    }

    @Test(
        "a suffix with a forbidden character is refused", arguments: ["A<", "A>", "A'", "A%22", "A*", "123"])
    func suffix(text: String) async throws {
        let bench = try ProcessorBench()
        let refused = await bench.api(
            "POST", "/v1/payment_intents", "amount=1000&currency=usd&statement_descriptor_suffix=\(text)")
        #expect(refused.status == 400 && refused["error.param"] == "statement_descriptor_suffix")
    }

    @Test("the latest error of an intent contains the payment method")
    func lastError() async throws {
        let bench = try ProcessorBench()
        let refused = await bench.api(
            "POST", "/v1/payment_intents",
            "amount=1000&currency=usd&confirm=true&payment_method=pm_card_chargeDeclined")
        #expect(refused["error.payment_method.card.last4"] == "0002")
        let intent = await bench.api("GET", "/v1/payment_intents/\(refused["error.payment_intent.id"])")
        #expect(intent["last_payment_error.payment_method.card.last4"] == "0002")
        #expect(intent["payment_method"] == "")
    }

    @Test("a detached method cannot be used again")
    func detached() async throws {
        let bench = try ProcessorBench()
        let customer = await bench.api("POST", "/v1/customers", "payment_method=pm_card_visa")
        let id = customer["invoice_settings.default_payment_method"]
        #expect(await bench.api("POST", "/v1/payment_methods/\(id)/detach").status == 200)
        let again = await bench.api(
            "POST", "/v1/payment_methods/\(id)/attach", "customer=\(customer["id"])")
        #expect(again.status == 400 && again["error.message"].contains("may not be used again"))
        let paid = await bench.api(
            "POST", "/v1/payment_intents", "amount=1000&currency=usd&confirm=true&payment_method=\(id)")
        #expect(paid.status == 400)
    }

    @Test("an intent that must not require an action is declined instead")
    func errorOnAction() async throws {
        let bench = try ProcessorBench()
        let refused = await bench.api(
            "POST", "/v1/payment_intents",
            "amount=1000&currency=usd&confirm=true&error_on_requires_action=true"
                + "&payment_method=pm_card_threeDSecure2Required")
        #expect(refused.status == 402 && refused["error.code"] == "authentication_required")
    }

    @Test("setup attempts are listed, newest first")
    func attempts() async throws {
        let bench = try ProcessorBench()
        let declined = await bench.api(
            "POST", "/v1/setup_intents", "confirm=true&payment_method=pm_card_chargeDeclined")
        let id = declined["error.setup_intent.id"]
        let passed = await bench.api(
            "POST", "/v1/setup_intents/\(id)/confirm", "payment_method=pm_card_visa")
        let attempts = await bench.api("GET", "/v1/setup_attempts", "setup_intent=\(id)")
        #expect(attempts["data"] == "2" && attempts["data.0.status"] == "succeeded")
        #expect(attempts["data.0.id"] == passed["latest_attempt"])
        #expect(attempts["data.1.status"] == "failed")
        #expect(attempts["data.1.setup_error.code"] == "card_declined")
        #expect(attempts["data.0.payment_method_details.type"] == "card")
    }
}
