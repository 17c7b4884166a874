import SimulationKit

@testable import ProcessorSimulator

/// Random calls of all operations in Stripe's description: most are sensible, many are not.
///
/// Calls use the ids of earlier responses, so that one gift leads to a refund, a transfer, a reversal and a
/// payout.
struct RandomCalls {
    var known = KnownObjects()
    var generator: SeededGenerator
    /// Connected accounts that can receive charges.
    let churches: [String]

    /// All accounts ever created.
    var accounts: [String] { churches + known["account"] }

    /// A call that is not sent yet.
    struct Call {
        var method: String
        var path: String
        var form: [FormField] = []
        var account: String?

        /// The operation, such as `POST /v1/refunds`.
        var route: String? {
            Route.Method(rawValue: method).flatMap { RouteTable.match($0, path) }?.route.operation
        }
    }

    /// Makes the next call.
    mutating func next() -> Call {
        chance(5) ? seldom() : chance(55) ? sensible() : anything()
    }

    // MARK: Calls by donors, churches and bookkeepers

    private mutating func sensible() -> Call {
        switch Int.random(in: 0..<20, using: &generator) {
        case 0..<6: gift()
        case 6, 7: refund()
        case 8: transfer()
        case 9: reversal()
        case 10: payout()
        case 11: feeRefund()
        case 12: customer()
        case 13, 14: subscription()
        case 15: evidence()
        case 16: confirmation()
        case 17: invoice()
        case 18: account()
        default: checkout()
        }
    }

    private mutating func gift() -> Call {
        var form = [
            FormField("amount", amount()), FormField("currency", chance(90) ? "usd" : "eur"),
            FormField("payment_method", method()), FormField("confirm", chance(90) ? "true" : "false"),
            FormField("capture_method", pick(["automatic", "automatic_async", "manual"])),
        ]
        if chance(60) {
            form.append(FormField("transfer_data[destination]", pick(churches)))
            if chance(70) {
                form.append(FormField("application_fee_amount", pick(["0", "1", "250", "5000"])))
            }
        }
        if chance(30), let customer = known.any("customer", &generator) {
            form.append(FormField("customer", customer))
        }
        return Call(method: "POST", path: "/v1/payment_intents", form: form)
    }

    private mutating func refund() -> Call {
        var form: [FormField] = []
        if chance(70), let intent = known.any("payment_intent", &generator) {
            form.append(FormField("payment_intent", intent))
        } else if let charge = known.any("charge", &generator) {
            form.append(FormField("charge", charge))
        }
        if chance(60) { form.append(FormField("amount", amount())) }
        if chance(50) { form.append(FormField("reverse_transfer", "true")) }
        if chance(40) { form.append(FormField("refund_application_fee", "true")) }
        return Call(method: "POST", path: "/v1/refunds", form: form)
    }

    private mutating func transfer() -> Call {
        var form = [
            FormField("amount", amount()), FormField("currency", "usd"),
            FormField("destination", pick(churches)),
        ]
        if chance(60), let charge = known.any("charge", &generator) {
            form.append(FormField("source_transaction", charge))
        }
        return Call(method: "POST", path: "/v1/transfers", form: form)
    }

    private mutating func reversal() -> Call {
        Call(
            method: "POST", path: "/v1/transfers/\(known.any("transfer", &generator) ?? "tr_none")/reversals",
            form: chance(60) ? [FormField("amount", amount())] : [])
    }

    private mutating func payout() -> Call {
        Call(
            method: "POST", path: "/v1/payouts",
            form: [FormField("amount", amount()), FormField("currency", "usd")],
            account: chance(70) ? pick(churches) : nil)
    }

    private mutating func feeRefund() -> Call {
        let fee = known.any("application_fee", &generator) ?? "fee_none"
        return Call(
            method: "POST", path: "/v1/application_fees/\(fee)/refunds",
            form: chance(60) ? [FormField("amount", amount())] : [])
    }

    private mutating func customer() -> Call {
        Call(
            method: "POST", path: "/v1/customers",
            form: [FormField("name", "A Donor"), FormField("payment_method", method())])
    }

    private mutating func subscription() -> Call {
        guard let customer = known.any("customer", &generator) else { return self.customer() }
        var form = [
            FormField("customer", customer), FormField("items[0][price_data][currency]", "usd"),
            FormField("items[0][price_data][unit_amount]", amount()),
            FormField("items[0][price_data][recurring][interval]", pick(["day", "week", "month"])),
        ]
        guard let product = known.any("product", &generator) else {
            return Call(method: "POST", path: "/v1/products", form: [FormField("name", "Monthly gift")])
        }
        form.append(FormField("items[0][price_data][product]", product))
        if chance(70) { form.append(FormField("default_payment_method", method())) }
        if chance(50) {
            form.append(FormField("transfer_data[destination]", pick(churches)))
            form.append(FormField("application_fee_percent", pick(["0", "5", "12.5"])))
        }
        return Call(method: "POST", path: "/v1/subscriptions", form: form)
    }

    private mutating func evidence() -> Call {
        let dispute = known.any("dispute", &generator) ?? "dp_none"
        return Call(
            method: "POST", path: "/v1/disputes/\(dispute)",
            form: [
                FormField("evidence[uncategorized_text]", pick(["winning_evidence", "losing_evidence"])),
                FormField("submit", "true"),
            ])
    }

    private mutating func confirmation() -> Call {
        let intent = known.any("payment_intent", &generator) ?? "pi_none"
        switch pick(["confirm", "capture", "cancel"]) {
        case "confirm":
            return Call(
                method: "POST", path: "/v1/payment_intents/\(intent)/confirm",
                form: [FormField("payment_method", method())])
        case "capture":
            return Call(
                method: "POST", path: "/v1/payment_intents/\(intent)/capture",
                form: chance(50) ? [FormField("amount_to_capture", amount())] : [])
        default: return Call(method: "POST", path: "/v1/payment_intents/\(intent)/cancel")
        }
    }

    private mutating func invoice() -> Call {
        guard let customer = known.any("customer", &generator) else { return self.customer() }
        if chance(50) {
            return Call(
                method: "POST", path: "/v1/invoiceitems",
                form: [
                    FormField("customer", customer), FormField("currency", "usd"),
                    FormField("amount", (chance(20) ? "-" : "") + amount()),
                ])
        }
        if chance(40), let invoice = known.any("invoice", &generator) {
            return Call(method: "POST", path: "/v1/invoices/\(invoice)/\(pick(["finalize", "pay", "void"]))")
        }
        return Call(
            method: "POST", path: "/v1/invoices",
            form: [
                FormField("customer", customer), FormField("currency", "usd"),
                FormField("pending_invoice_items_behavior", "include"),
                FormField("auto_advance", pick(["true", "false"])),
            ])
    }

    private mutating func account() -> Call {
        if chance(50) {
            return Call(method: "GET", path: "/v1/balance", account: chance(50) ? pick(churches) : nil)
        }
        return Call(
            method: "POST", path: "/v1/accounts/\(pick(churches))",
            form: [
                FormField(
                    "settings[payouts][schedule][interval]", pick(["manual", "daily", "weekly", "monthly"])),
                FormField("settings[payouts][schedule][weekly_anchor]", "friday"),
                FormField("settings[payouts][schedule][monthly_anchor]", "31"),
            ])
    }

    private mutating func checkout() -> Call {
        Call(
            method: "POST", path: "/v1/checkout/sessions",
            form: [
                FormField("mode", pick(["payment", "subscription"])),
                FormField("success_url", "http://127.0.0.1/thanks"),
                FormField("line_items[0][quantity]", "1"),
                FormField("line_items[0][price_data][currency]", "usd"),
                FormField("line_items[0][price_data][unit_amount]", amount()),
                FormField("line_items[0][price_data][product_data][name]", "Gift"),
            ])
    }
}

extension RandomCalls {
    /// Returns the time until the next call: usually seconds, sometimes days.
    mutating func pause() -> Int64 {
        Int64.random(in: 0...(chance(90) ? 7_200 : 5 * 86_400), using: &generator)
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    mutating func pick(_ words: [String]) -> String { words.randomElement(using: &generator) ?? "" }

    /// Returns an amount in minor units, usually a small one.
    mutating func amount() -> String {
        let most: Int64 = chance(3) ? .max : chance(10) ? 99_999_999 : 20_000
        return String(Int64.random(in: 0...most, using: &generator))
    }

    mutating func method() -> String {
        if chance(15), let own = known.any("payment_method", &generator) { return own }
        if chance(60) { return "pm_card_visa" }
        // Few methods make refunds fail, and a run has to include such refunds, too.
        return chance(15) ? "pm_card_refundFail" : pick(SimulatedProcessor.testMethodNames)
    }
}
