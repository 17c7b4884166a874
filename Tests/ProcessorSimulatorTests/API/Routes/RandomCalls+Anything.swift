import SimulationKit

@testable import ProcessorSimulator

extension RandomCalls {
    /// Makes a call of any operation, with required and some optional parameters, some of them wrong.
    mutating func anything() -> Call {
        let isRecorded = chance(15)
        guard
            let route = (isRecorded ? RecordedProducts.routes : Self.effective).randomElement(
                using: &generator)
        else {
            preconditionFailure("no route")
        }
        var form: [FormField] = []
        for shape in StripeSpec.parameters(of: route.operation) {
            fill(shape, in: nil, of: route, into: &form)
        }
        return Call(
            method: route.method.rawValue, path: path(route.pattern), form: form,
            account: chance(route.isForPlatformOnly ? 2 : 10) ? pick(churches) : nil)
    }

    /// The routes that do more than record objects.
    static let effective: [Route] = {
        let recorded = Set(RecordedProducts.routes.map(\.operation))
        return RouteTable.all.filter { !recorded.contains($0.operation) }
    }()

    /// Returns a path with its names replaced by known ids, or by an unknown one.
    private mutating func path(_ pattern: String) -> String {
        var (words, before) = ([String](), "")
        for word in pattern.split(separator: "/").map(String.init) {
            defer { before = word }
            guard word.hasPrefix("{") else {
                words.append(word)
                continue
            }
            let name = word.dropFirst().dropLast()
            words.append(
                name == "seconds"
                    ? "60" : known.any(Self.kind(after: before, in: pattern), &generator) ?? "none")
        }
        return "/" + words.joined(separator: "/")
    }

    /// Returns the kind of object in a pattern with one name.
    static func kind(of pattern: String) -> String {
        let words = pattern.split(separator: "/").map(String.init)
        guard let place = words.firstIndex(where: { $0.hasPrefix("{") }), place > 0 else { return "" }
        return kind(after: words[place - 1], in: pattern)
    }

    /// Returns the kind that follows a word of a path, such as `payment_intent` after `payment_intents`.
    static func kind(after word: String, in pattern: String) -> String {
        let odd = [
            "external_accounts": "bank_account", "reversals": "transfer_reversal",
            "capabilities": "capability", "people": "person", "value_lists": "radar.value_list",
            "value_list_items": "radar.value_list_item", "domains": "apple_pay_domain",
            "early_fraud_warnings": "radar.early_fraud_warning",
            "cash_balance_transactions": "customer_cash_balance_transaction",
            "sessions": "checkout.session", "configurations": "billing_portal.configuration",
            "test_clocks": "test_helpers.test_clock", "resend": "event", "roll": "webhook_endpoint",
        ]
        if word == "refunds", pattern.hasPrefix("/v1/application_fees") { return "fee_refund" }
        if word == "balance_transactions", pattern.hasPrefix("/v1/customers") {
            return "customer_balance_transaction"
        }
        let plain = word.hasSuffix("s") ? String(word.dropLast()) : word
        let recorded = RecordedProducts.all.first { pattern.hasPrefix($0.path + "/{") }
        let helped = pattern.split(separator: "/").dropFirst(2).first.map { "\($0).\(plain)" }
        if pattern.hasPrefix("/v1/test_helpers/"), let helped,
            RecordedProducts.all.contains(where: { $0.type == helped })
        {
            return helped
        }
        return recorded?.type ?? odd[word] ?? plain
    }

    private mutating func fill(
        _ shape: ParameterShape, in owner: String?, of route: Route, into form: inout [FormField]
    ) {
        let name = owner.map { "\($0)[\(shape.name)]" } ?? shape.name
        let plain = name.replacing(/\[\d+\]/, with: "")
        let isActedOn = (route.simulates.union(route.keeps)).contains {
            $0 == plain || $0.hasPrefix(plain + "[")
        }
        // Parameters that are not simulated are refused by name, so they are rare enough for other calls to succeed.
        guard chance(shape.isRequired ? 97 : isActedOn ? 12 : 1), form.count < 40 else { return }
        guard let kind = shape.kinds.randomElement(using: &generator) else { return }
        put(kind, shape, at: name, of: route, into: &form)
    }

    private mutating func put(
        _ kind: ParameterShape.Kind, _ shape: ParameterShape, at name: String, of route: Route,
        into form: inout [FormField]
    ) {
        switch kind {
        case .object:
            for part in shape.parts { fill(part, in: name, of: route, into: &form) }
        case .list(let element):
            for place in 0..<Int.random(in: 1...2, using: &generator) {
                put(element, shape, at: "\(name)[\(place)]", of: route, into: &form)
            }
        case .map: form.append(FormField("\(name)[key]", word()))
        case .text(let limit): form.append(FormField(name, text(shape.name, limit)))
        case .integer: form.append(FormField(name, number(shape.name)))
        case .decimal: form.append(FormField(name, pick(["0", "2.5", "100", "-1", "12.345"])))
        case .boolean: form.append(FormField(name, pick(["true", "false"])))
        case .choice(let words):
            form.append(FormField(name, words.contains("card") && chance(80) ? "card" : pick(words)))
        }
    }

    /// Returns a text that usually fits a parameter's name.
    private mutating func text(_ name: String, _ limit: Int) -> String {
        let kinds = [
            "destination": "account", "on_behalf_of": "account", "source_transaction": "charge",
            "default_payment_method": "payment_method", "test_clock": "test_helpers.test_clock",
            "configuration": "billing_portal.configuration", "from_invoice": "invoice",
            "default_price": "price", "from_subscription": "subscription",
            "schedule": "subscription_schedule", "value_list": "radar.value_list",
            "payout": "payout", "cardholder": "issuing.cardholder", "location": "terminal.location",
            "financial_account": "treasury.financial_account", "calculation": "tax.calculation",
            "starting_after": pick(known.kinds), "ending_before": pick(known.kinds),
        ]
        if chance(90), let id = known.any(kinds[name] ?? name, &generator) { return id }
        return switch name {
        case "currency", "default_currency": pick(["usd", "usd", "eur", "jpy", "xyz"])
        case "country": pick(["US", "DE", "ZZ"])
        case "email", "receipt_email": "donor@example.org"
        case "domain_name": pick(["give.example", "a.example.org", "no.invalid"])
        case "payment_method": method()
        case "card", "token", "source": "tok_visa"
        case "external_account": "btok_us_verified"
        case "number": "4242424242424242"
        case "cvc": "123"
        case _ where name.hasSuffix("url"): "https://example.org/back"
        case "query": pick(["status:'succeeded'", "metadata['key']:'a'", "amount>5", "((", "name~'x'"])
        default: limit < 100 && chance(10) ? String(repeating: "x", count: limit + 1) : word()
        }
    }

    /// Returns a whole number that usually fits a parameter's name.
    private mutating func number(_ name: String) -> String {
        let moments = [
            "cancel_at", "trial_end", "billing_cycle_anchor", "expires_at", "redeem_by", "frozen_time",
            "due_date",
            "start_date", "end_date", "proration_date", "resumes_at", "gt", "gte", "lt", "lte", "created",
            "date", "subscription_proration_date",
        ]
        if moments.contains(name) {
            return String(1_769_850_000 + Int64.random(in: -400...4_000, using: &generator) * 21_600)
        }
        if name == "exp_month" { return "12" }
        if name == "exp_year" { return "2030" }
        if name == "limit" { return pick(["1", "10", "100", "101"]) }
        if name.hasSuffix("_days") || name.contains("count") || name == "quantity" || name.contains("max") {
            return pick(["1", "2", "7", "-1", "1000000"])
        }
        return amount()
    }

    mutating func word() -> String {
        pick(["a", "b", "", "winning_evidence", "Gift für Ü", "'\"<&>\\"])
    }
}
