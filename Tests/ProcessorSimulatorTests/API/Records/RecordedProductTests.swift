import Processor
import TestSupport
import TextKit
import Testing

@testable import ProcessorSimulator

/// Tests of the Stripe products that are only recorded.
@Suite struct RecordedProductTests {
    let bench: ProcessorBench

    init() throws { bench = try ProcessorBench() }

    private static let address =
        "billing[address][line1]=1+Main+Street&billing[address][city]=Houston&billing[address][country]=US&billing[address][postal_code]=77001"

    private func made(_ path: String, _ form: String) async throws -> APIShown {
        let answer = await bench.api("POST", path, form)
        try #require(answer.status == 200, "\(path): \(answer["error.message"])")
        return answer
    }

    @Test("a card belongs to its cardholder, and a list of cards can be filtered by cardholder")
    func cards() async throws {
        let holder = try await made(
            "/v1/issuing/cardholders", "name=Ann&metadata[seat]=4&\(Self.address)")
        #expect(holder["status"] == "active" && holder["billing.address.line1"] == "1 Main Street")
        #expect(holder["metadata.seat"] == "4")
        let card = try await made("/v1/issuing/cards", "cardholder=\(holder["id"])&currency=usd&type=virtual")
        #expect(card["object"] == "issuing.card" && card["cardholder.name"] == "Ann")
        let path = "/v1/issuing/cards"
        #expect(await bench.api("GET", path, "cardholder=\(holder["id"])")["data.0.id"] == card["id"])
        #expect(await bench.api("GET", path, "cardholder=ich_other")["data"] == "0")
        #expect(await bench.api("POST", "\(path)/\(card["id"])", "status=active")["status"] == "active")
        let unknown = await bench.api("POST", path, "cardholder=ich_none&currency=usd&type=virtual")
        #expect(unknown["error.code"] == "resource_missing" && unknown["error.param"] == "cardholder")
    }

    @Test("a captured authorization creates a transaction, which can be refunded up to its amount")
    func authorizations() async throws {
        let card = try await card("active")
        let all = "/v1/test_helpers/issuing/authorizations"
        let held = try await made(all, "card=\(card)&amount=500&merchant_data[name]=Bookshop")
        #expect(held["status"] == "pending" && held["amount"] == "500" && held["currency"] == "usd")
        let helper = "\(all)/\(held["id"])"
        let more = "increment_amount=100&is_amount_controllable=true"
        #expect(try await made(helper + "/increment", more)["amount"] == "600")
        #expect(await bench.api("POST", helper + "/reverse", "reverse_amount=601").status == 400)
        let captured = try await made(helper + "/capture", "")
        #expect(captured["status"] == "closed" && captured["transactions.0.amount"] == "-600")
        let listed = await bench.api("GET", "/v1/issuing/transactions", "card=\(card)")
        #expect(listed["data.0.authorization"] == held["id"])
        #expect(listed["data.0.merchant_data.name"] == "Bookshop")
        let again = await bench.api("POST", helper + "/capture")
        #expect(again.status == 400 && again["error.message"].contains("is closed"))
        let refund = "/v1/test_helpers/issuing/transactions/\(listed["data.0.id"])/refund"
        #expect(try await made(refund, "refund_amount=400")["amount"] == "-600")
        #expect(await bench.api("POST", refund, "refund_amount=201").status == 400)
        #expect(await bench.api("POST", refund, "refund_amount=200").status == 200)
    }

    @Test(
        "an Issuing amount is in the given currency, or else in the card's currency",
        arguments: [("", "usd"), ("&currency=eur", "eur"), ("&currency=EUR", "eur")])
    func currencies(parameter: String, currency: String) async throws {
        let card = try await card("active")
        let form = "card=\(card)&amount=500\(parameter)"
        let helper = "/v1/test_helpers/issuing"
        for name in ["create_force_capture", "create_unlinked_refund"] {
            let booked = try await made("\(helper)/transactions/\(name)", form)
            #expect(booked["currency"] == currency && booked["merchant_currency"] == currency, "\(name)")
        }
        let held = try await made("\(helper)/authorizations", form)
        #expect(held["currency"] == currency)
        let captured = try await made("\(helper)/authorizations/\(held["id"])/capture", "")
        #expect(captured["transactions.0.currency"] == currency)
    }

    @Test(
        "an unknown currency of an Issuing amount is refused",
        arguments: [
            "transactions/create_force_capture", "transactions/create_unlinked_refund", "authorizations",
        ])
    func unknownCurrency(name: String) async throws {
        let card = try await card("active")
        let refused = await bench.api(
            "POST", "/v1/test_helpers/issuing/\(name)", "card=\(card)&amount=500&currency=xyz")
        #expect(refused.status == 400 && refused["error.param"] == "currency")
    }

    /// Creates a virtual card with this status, and returns its id.
    private func card(_ status: String) async throws -> String {
        let holder = try await made("/v1/issuing/cardholders", "name=Ann&\(Self.address)")
        let form = "cardholder=\(holder["id"])&currency=usd&type=virtual&status=\(status)"
        return try await made("/v1/issuing/cards", form)["id"]
    }

    @Test("an authorization of a card that is not active is declined")
    func inactiveCards() async throws {
        let declined = try await made(
            "/v1/test_helpers/issuing/authorizations", "card=\(card("inactive"))&amount=500")
        #expect(declined["approved"] == "0" && declined["status"] == "closed")
    }

    @Test(
        "an amount outside 1 to 99,999,999 is refused",
        arguments: ["0", "-1", "100000000", "9223372036854775807", "-9223372036854775808"])
    func amounts(amount: String) async throws {
        let card = try await card("active")
        let account = try await made("/v1/treasury/financial_accounts", "supported_currencies[0]=usd")
        let helper = "/v1/test_helpers/issuing"
        let held = try await made(helper + "/authorizations", "card=\(card)&amount=99999999")
        let one = "\(helper)/authorizations/\(held["id"])"
        for (path, form) in [
            (helper + "/authorizations", "card=\(card)&amount=\(amount)"),
            (helper + "/transactions/create_force_capture", "card=\(card)&amount=\(amount)"),
            (one + "/increment", "increment_amount=\(amount)"), (one + "/increment", "increment_amount=1"),
            (one + "/finalize_amount", "final_amount=\(amount)"),
            (one + "/reverse", "reverse_amount=\(amount)"), (one + "/capture", "capture_amount=\(amount)"),
            (
                "/v1/test_helpers/treasury/received_credits",
                "financial_account=\(account["id"])&currency=usd&network=ach&amount=\(amount)"
            ),
        ] {
            let answer = await bench.api("POST", path, form)
            #expect(answer["error.code"] == "parameter_invalid_integer", "\(path) \(form)")
        }
    }

    @Test("a payment moves money between a financial account's balances, and never makes cash negative")
    func treasury() async throws {
        let account = try await made("/v1/treasury/financial_accounts", "supported_currencies[0]=usd")
        let of = "financial_account=\(account["id"])&currency=usd"
        func cash() async -> String {
            await bench.api("GET", "/v1/treasury/financial_accounts/\(account["id"])")["balance.cash.usd"]
        }
        let tooMuch = await bench.api("POST", "/v1/treasury/outbound_payments", "\(of)&amount=1")
        #expect(tooMuch["error.code"] == "insufficient_funds")
        _ = try await made("/v1/test_helpers/treasury/received_credits", "\(of)&amount=1000&network=ach")
        #expect(await cash() == "1000")
        let payment = try await made("/v1/treasury/outbound_payments", "\(of)&amount=400")
        #expect(await cash() == "600")
        #expect(payment["status"] == "processing")
        _ = try await made("/v1/treasury/outbound_payments/\(payment["id"])/cancel", "")
        #expect(await cash() == "1000")
        let booked = await bench.api("GET", "/v1/treasury/transactions/\(payment["transaction"])")
        #expect(booked["amount"] == "-400" && booked["status"] == "void" && booked["flow"] == payment["id"])
        #expect(await entries(of: account["id"], "cash") == 1000)
        #expect(
            await bench.api("POST", "/v1/treasury/financial_accounts/\(account["id"])/close").status == 400)
        let euros = await bench.api(
            "POST", "/v1/treasury/outbound_payments",
            "financial_account=\(account["id"])&currency=eur&amount=1")
        #expect(euros["error.param"] == "currency")
    }

    /// Returns the sum of an account's entries for one of its balances.
    private func entries(of account: String, _ balance: String) async -> Int {
        let listed = await bench.api(
            "GET", "/v1/treasury/transaction_entries", "financial_account=\(account)&limit=100")
        return (0..<(Int(listed["data"]) ?? 0)).reduce(0) { sum, place in
            sum + (Int(listed["data.\(place).balance_impact.\(balance)"]) ?? 0)
        }
    }

    @Test(
        "however a flow ends, each balance is the sum of its entries, and nothing is returned twice",
        arguments: [
            ("outbound_payments", ["fail"], 1000), ("outbound_payments", ["post"], 600),
            ("outbound_payments", ["return"], 1000), ("outbound_transfers", ["post", "return"], 1000),
            ("inbound_transfers", ["fail"], 1000), ("inbound_transfers", ["succeed"], 1400),
            ("inbound_transfers", ["succeed", "return"], 1000),
        ])
    func flows(name: String, actions: [String], cash: Int) async throws {
        let account = try await made("/v1/treasury/financial_accounts", "supported_currencies[0]=usd")
        let of = "financial_account=\(account["id"])&currency=usd"
        let credit = try await made(
            "/v1/test_helpers/treasury/received_credits", "\(of)&amount=1000&network=ach")
        let method = try await made("/v1/payment_methods", "type=card&card[token]=tok_visa")
        let origin = name == "inbound_transfers" ? "&origin_payment_method=\(method["id"])" : ""
        let flow = try await made("/v1/treasury/\(name)", "\(of)&amount=400\(origin)")
        let helper = "/v1/test_helpers/treasury/\(name)/\(flow["id"])"
        for action in actions { _ = try await made("\(helper)/\(action)", "") }
        for action in actions { #expect(await bench.api("POST", "\(helper)/\(action)").status == 400) }
        let shown = await bench.api("GET", "/v1/treasury/financial_accounts/\(account["id"])")
        #expect(shown["balance.cash.usd"] == "\(cash)")
        #expect(shown["balance.inbound_pending.usd"] == "0" && shown["balance.outbound_pending.usd"] == "0")
        for balance in ["cash", "inbound_pending", "outbound_pending"] {
            #expect(await "\(entries(of: account["id"], balance))" == shown["balance.\(balance).usd"])
        }
        guard cash >= 1000 else { return }
        let reversal = "/v1/treasury/credit_reversals"
        #expect(try await made(reversal, "received_credit=\(credit["id"])")["amount"] == "1000")
        #expect(await bench.api("POST", reversal, "received_credit=\(credit["id"])").status == 400)
    }

    @Test("a closed financial account neither receives nor returns money")
    func closedAccount() async throws {
        let account = try await made("/v1/treasury/financial_accounts", "supported_currencies[0]=usd")
        let of = "financial_account=\(account["id"])&currency=usd"
        let helper = "/v1/test_helpers/treasury"
        let method = try await made("/v1/payment_methods", "type=card&card[token]=tok_visa")
        let inbound = try await made(
            "/v1/treasury/inbound_transfers", "\(of)&amount=400&origin_payment_method=\(method["id"])")
        _ = try await made("\(helper)/inbound_transfers/\(inbound["id"])/succeed", "")
        let outbound = try await made("/v1/treasury/outbound_transfers", "\(of)&amount=400")
        _ = try await made("\(helper)/outbound_transfers/\(outbound["id"])/post", "")
        let one = "/v1/treasury/financial_accounts/\(account["id"])"
        #expect(try await made(one + "/close", "")["status"] == "closed")
        for path in ["outbound_transfers/\(outbound["id"])", "inbound_transfers/\(inbound["id"])"] {
            let refused = await bench.api("POST", "\(helper)/\(path)/return")
            #expect(refused.status == 400 && refused["error.message"].contains("is closed"), "\(path)")
        }
        #expect(await bench.api("GET", one)["balance.cash.usd"] == "0")
        let posted = await bench.api("GET", "/v1/treasury/outbound_transfers/\(outbound["id"])")
        #expect(posted["status"] == "posted")
    }

    @Test(
        "a reader accepts the data of only one payment method type, the given one",
        arguments: [
            ("", ""), ("type=card_present", ""), ("type=card_present&card_present[number]=\(visa)", ""),
            ("card_present[number]=\(visa)", ""),
            ("type=interac_present&card_present[number]=\(visa)", "card_present"),
            ("type=card&card_present[number]=\(visa)", "card_present"),
            (
                "type=card_present&card[number]=\(visa)&card[exp_month]=12&card[exp_year]=2030", "card"
            ),
            ("card_present[number]=\(visa)&interac_present[number]=\(visa)", "interac_present"),
        ])
    func presented(form: String, refused: String) async throws {
        let place = try await made(
            "/v1/terminal/locations", "display_name=Foyer&address[country]=US&address[line1]=1+Main+Street")
        let reader = try await made(
            "/v1/terminal/readers", "registration_code=simulated-wpe&location=\(place["id"])")
        let intent = try await made("/v1/payment_intents", "amount=500&currency=usd")
        let one = "/v1/terminal/readers/\(reader["id"])"
        _ = try await made(one + "/process_payment_intent", "payment_intent=\(intent["id"])")
        let answer = await bench.api(
            "POST", "/v1/test_helpers/terminal/readers/\(reader["id"])/present_payment_method", form)
        #expect(answer["error.param"] == refused, "\(answer["error.message"])")
        let status = refused.isEmpty ? "succeeded" : "in_progress"
        #expect(await bench.api("GET", one)["action.status"] == status)
    }

    /// A test number that the processor accepts.
    private static let visa = "4242424242424242"

    @Test("a reader's action is in progress until a card is presented")
    func readers() async throws {
        let place = try await made(
            "/v1/terminal/locations", "display_name=Foyer&address[country]=US&address[line1]=1+Main+Street")
        let reader = try await made(
            "/v1/terminal/readers", "registration_code=simulated-wpe&location=\(place["id"])&label=Left")
        #expect(reader["status"] == "online" && reader["label"] == "Left")
        let wrong = await bench.api("POST", "/v1/terminal/readers", "registration_code=abc")
        #expect(wrong["error.param"] == "registration_code")
        let intent = try await made("/v1/payment_intents", "amount=500&currency=usd")
        let one = "/v1/terminal/readers/\(reader["id"])"
        let begun = try await made(one + "/process_payment_intent", "payment_intent=\(intent["id"])")
        #expect(begun["action.status"] == "in_progress")
        #expect(begun["action.process_payment_intent.payment_intent"] == intent["id"])
        let helpers = "/v1/test_helpers/terminal/readers/\(reader["id"])"
        for other in ["succeed", "timeout"] {
            let refused = await bench.api("POST", "\(helpers)/\(other)_input_collection")
            #expect(refused.status == 400 && refused["error.message"].contains("`process_payment_intent`"))
        }
        #expect(await bench.api("GET", one)["action.status"] == "in_progress")
        let helper = helpers + "/present_payment_method"
        #expect(try await made(helper, "")["action.status"] == "succeeded")
        #expect(await bench.api("POST", helper).status == 400)
        #expect(await bench.api("DELETE", one)["deleted"] == "1")
        #expect(await bench.api("GET", one).status == 404)
    }

    @Test("a tax transaction copies the items of its calculation, and a full reversal negates them")
    func taxes() async throws {
        let calculated = try await made(
            "/v1/tax/calculations",
            "currency=usd&line_items[0][amount]=1000&line_items[1][amount]=500&line_items[1][reference]=b&customer_details[address][country]=US&customer_details[address_source]=billing&shipping_cost[amount]=50"
        )
        #expect(
            calculated["amount_total"] == "1550" && calculated["customer_details.address.country"] == "US")
        let sale = try await made(
            "/v1/tax/transactions/create_from_calculation", "calculation=\(calculated["id"])&reference=order1"
        )
        let items = await bench.api("GET", "/v1/tax/transactions/\(sale["id"])/line_items")
        #expect(items["data"] == "2" && items["data.0.reference"] == "b" && items["data.0.amount"] == "500")
        let reversed = try await made(
            "/v1/tax/transactions/create_reversal",
            "original_transaction=\(sale["id"])&reference=order1r&mode=full")
        #expect(reversed["type"] == "reversal" && reversed["reversal.original_transaction"] == sale["id"])
        let negated = await bench.api("GET", "/v1/tax/transactions/\(reversed["id"])/line_items")
        #expect(Set([negated["data.0.amount"], negated["data.1.amount"]]) == ["-1000", "-500"])
        #expect(reversed["shipping_cost.amount"] == "-50")
        for id in [sale["id"], reversed["id"]] {
            let again = await bench.api(
                "POST", "/v1/tax/transactions/create_reversal",
                "original_transaction=\(id)&reference=x&mode=full")
            #expect(again["error.param"] == "original_transaction")
        }
    }

    @Test("a Financial Connections session links a test account, which can be subscribed to features")
    func banks() async throws {
        let donor = try await bench.donor()
        let session = try await made(
            "/v1/financial_connections/sessions",
            "account_holder[type]=customer&account_holder[customer]=\(donor.id)&permissions[0]=payment_method"
        )
        let id = session["accounts.data.0.id"]
        let one = "/v1/financial_connections/accounts/\(id)"
        #expect(await bench.api("GET", one)["account_holder.customer"] == donor.id)
        #expect(
            try await made(one + "/subscribe", "features[0]=transactions")["subscriptions.0"]
                == "transactions")
        #expect(try await made(one + "/disconnect", "")["status"] == "disconnected")
        #expect(await bench.api("POST", one + "/refresh", "features[0]=balance").status == 400)
    }

    @Test(
        "a verification session can be canceled once and then redacted, and each change emits an event"
    )
    func identity() async throws {
        let session = try await made("/v1/identity/verification_sessions", "type=document")
        let one = "/v1/identity/verification_sessions/\(session["id"])"
        #expect(try await made(one + "/cancel", "")["status"] == "canceled")
        #expect(await bench.api("POST", one + "/cancel").status == 400)
        #expect(try await made(one + "/redact", "")["redaction.status"] == "redacted")
        let events = await bench.api("GET", "/v1/events", "limit=3")
        #expect(events["data.0.type"] == "identity.verification_session.redacted")
        #expect(events["data.0.data.object.id"] == session["id"])
        #expect(events["data.2.type"] == "identity.verification_session.created")
    }

    @Test("an unknown parameter is refused, and a route accepts only parameters that Stripe has")
    func parameters() async throws {
        let refused = await bench.api(
            "POST", "/v1/issuing/cardholders", "name=Ann&shoe=4&\(Self.address)")
        #expect(refused["error.code"] == "parameter_unknown")
        for route in RecordedProducts.routes where route.method == .post {
            let described = Set(StripeSpec.parameters(of: route.operation).map(\.name))
            #expect(StripeSpec.knows(route.operation), "\(route.operation)")
            #expect(route.simulates.isSubset(of: described), "\(route.operation)")
        }
    }

    @Test("an object of one account is not found by another account or by the platform")
    func isolation() async throws {
        let world = try await AccountWorld()
        let made = await world.bench.api("POST", "/v1/terminal/configurations", "name=Foyer")
        let path = "/v1/terminal/configurations/\(made["id"])"
        #expect(await world.look(path, as: nil).status == 200)
        #expect(await world.look(path, as: world.grace).status == 404)
        let own = try await world.post("/v1/terminal/configurations", ["name": "Hall"], as: world.grace)
        #expect(await world.look("/v1/terminal/configurations/\(own.text("id"))", as: nil).status == 404)
    }

    @Test("a parameter sets only a field of the same type")
    func templates() throws {
        var fields = try #require(RecordTemplate.fields("issuing.card"))
        RecordTemplate.lay(
            [
                "status": 5, "shipping": ["name": "Ann", "shoe": "4"] as JSONTree, "currency": "eur",
                "wallets": "none",
            ],
            over: &fields, at: "issuing.card")
        #expect(fields["status"] == "active" && fields["currency"] == "eur" && fields["wallets"] == .null)
        #expect(fields["shipping"]?["name"] == "Ann" && fields["shipping"]?["shoe"].isNull == true)
        #expect(fields["shipping"]?["service"] != .null)
        #expect(RecordTemplate.fields("issuing.card shoe") == nil)
    }
}
