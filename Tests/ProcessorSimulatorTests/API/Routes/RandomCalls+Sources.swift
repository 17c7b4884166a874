extension RandomCalls {
    /// Makes a call about a card or bank account together with its customer, or about a charge without an
    /// intent.
    mutating func sourceCall() -> Call {
        let customer = known.any("customer", &generator) ?? "none"
        guard chance(70) else { return chargeCall(of: customer) }
        let kind = pick(["card", "bank_account"])
        guard chance(70), let id = known.any(kind, &generator), let owner = known.customers[id] else {
            return Call(
                method: "POST", path: "/v1/customers/\(customer)/\(pick(["sources", "\(kind)s"]))",
                form: [FormField("source", kind == "card" ? "tok_visa" : "btok_us_verified")])
        }
        let path = "/v1/customers/\(owner)/\(pick(["sources", "\(kind)s"]))/\(id)"
        switch Int.random(in: 0..<10, using: &generator) {
        case 0, 1, 2: return Call(method: "GET", path: path)
        case 3, 4: return Call(method: "POST", path: path, form: [FormField("metadata[key]", "a")])
        case 5, 6: return Call(method: "DELETE", path: path)
        default:
            return Call(
                method: "POST", path: path + "/verify",
                form: [FormField("amounts[0]", "32"), FormField("amounts[1]", pick(["45", "46"]))])
        }
    }

    private mutating func chargeCall(of customer: String) -> Call {
        if chance(20) {
            return Call(
                method: "GET", path: "/v1/setup_attempts",
                form: [FormField("setup_intent", known.any("setup_intent", &generator) ?? "none")])
        }
        if chance(20), let charge = known.any("charge", &generator) {
            return Call(method: "POST", path: "/v1/charges/\(charge)/capture")
        }
        if chance(15) {
            return Call(
                method: "POST", path: "/v1/sources",
                form: [FormField("type", "card"), FormField("token", "tok_visa")])
        }
        var form = [FormField("amount", amount()), FormField("currency", "usd")]
        form.append(
            chance(50) ? FormField("source", "tok_visa") : FormField("customer", customer))
        if chance(40) { form.append(FormField("capture", "false")) }
        return Call(method: "POST", path: "/v1/charges", form: form)
    }
}
