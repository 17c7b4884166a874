extension RandomCalls {
    /// Makes a call with a combination of parameters that random choices rarely find.
    mutating func seldom() -> Call {
        if chance(35) { return sourceCall() }
        let church = pick(churches)
        let calls: [(path: String, form: [(String, String)])] = [
            ("/v1/payment_methods", [("type", "card"), ("card[token]", "tok_visa")]),
            (
                "/v1/accounts/\(church)/external_accounts",
                [
                    ("external_account[object]", "bank_account"), ("external_account[country]", "US"),
                    ("external_account[currency]", "usd"), ("external_account[routing_number]", "110000000"),
                    ("external_account[account_number]", pick(["000123456789", "000111111116"])),
                    ("default_for_currency", "true"),
                ]
            ),
            (
                "/v1/account_links",
                [
                    ("account", church), ("type", "account_onboarding"),
                    ("refresh_url", "https://example.org/again"), ("return_url", "https://example.org/back"),
                ]
            ),
            (
                "/v1/tokens",
                [
                    ("card[number]", "4242424242424242"), ("card[exp_month]", "12"),
                    ("card[exp_year]", "2030"),
                    ("card[cvc]", "123"),
                ]
            ),
            (
                "/v1/prices",
                [
                    ("product_data[name]", "Gift"), ("currency", "usd"), ("unit_amount", amount()),
                    ("recurring[interval]", pick(["week", "month"])),
                ]
            ),
            (
                "/v1/payment_links",
                [
                    ("line_items[0][price]", known.any("price", &generator) ?? ""),
                    ("line_items[0][quantity]", "1"),
                ]
            ),
            (
                "/v1/customers/\(known.any("customer", &generator) ?? "none")/subscriptions",
                [
                    ("items[0][price]", known.any("price", &generator) ?? ""),
                    ("default_payment_method", method()),
                ]
            ),
            (
                "/v1/accounts/\(church)/\(pick(["persons", "people"]))",
                [("first_name", "Ann"), ("relationship[owner]", pick(["true", "false"]))]
            ),
            (
                "/v1/plans",
                [
                    ("amount", amount()), ("currency", "usd"), ("interval", pick(["week", "month"])),
                    ("product[name]", "Gift"),
                ]
            ),
            ("/v1/payment_method_domains", [("domain_name", pick(["a.example", "b.invalid"]))]),
            ("/v1/files", [("purpose", "dispute_evidence"), ("file", word())]),
            ("/v1/file_links", [("file", known.any("file", &generator) ?? "")]),
            ("/v1/disputes/\(known.any("dispute", &generator) ?? "none")/close", []),
        ]
        guard let call = calls.randomElement(using: &generator) else { preconditionFailure("no call") }
        return Call(method: "POST", path: call.path, form: call.form.map { FormField($0.0, $0.1) })
    }
}
