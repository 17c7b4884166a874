public import Processor

extension ProcessorClient {
    /// Makes a connected account that is onboarded on the processor's pages.
    public func create(_ request: Account.Create, key: IdempotencyKey) async throws(ProcessorError) -> Account
    {
        var form: Form = [
            "type": "express", "country": request.country, "default_currency": request.defaultCurrency,
            "email": request.email, "business_profile[name]": request.businessName,
        ]
        // Our service pays out itself, and books each payout.
        form.add("settings[payouts][schedule][interval]", "manual")
        form.add("capabilities[card_payments][requested]", true)
        form.add("capabilities[transfers][requested]", true)
        form.add("metadata", request.metadata)
        return try await ask(AccountAnswer.self, "POST", "/v1/accounts", form, key: key)
    }

    /// The connected account of this id.
    public func account(_ id: String) async throws(ProcessorError) -> Account {
        try await ask(AccountAnswer.self, "GET", "/v1/accounts/\(id)")
    }

    /// The page where an account is onboarded.
    public func accountLink(for account: String, refreshURL: String, returnURL: String)
        async throws(ProcessorError) -> AccountLink
    {
        try await ask(
            LinkAnswer.self, "POST", "/v1/account_links",
            [
                "account": account, "refresh_url": refreshURL, "return_url": returnURL,
                "type": "account_onboarding",
            ])
    }

    /// The dashboard of an onboarded account.
    public func loginLink(for account: String) async throws(ProcessorError) -> AccountLink {
        try await ask(LinkAnswer.self, "POST", "/v1/accounts/\(account)/login_links")
    }
}
