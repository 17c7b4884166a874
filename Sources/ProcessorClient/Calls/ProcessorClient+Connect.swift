public import Processor

extension ProcessorClient {
    /// Makes a connected account that is onboarded on the processor's pages.
    public func create(_ request: Account.Create, key: IdempotencyKey) async throws(ProcessorError) -> Account
    {
        var form = Form()
        form.add("type", "express")
        form.add("country", request.country)
        form.add("default_currency", request.defaultCurrency)
        form.add("email", request.email)
        form.add("business_profile[name]", request.businessName)
        // Our service pays out itself, and books each payout.
        form.add("settings[payouts][schedule][interval]", "manual")
        form.add("capabilities[card_payments][requested]", true)
        form.add("capabilities[transfers][requested]", true)
        form.add(request.metadata)
        let answer: AccountAnswer = try await ask("POST", "/v1/accounts", form, key: key)
        return try answer.noun(of: nil)
    }

    /// The connected account of this id.
    public func account(_ id: String) async throws(ProcessorError) -> Account {
        let answer: AccountAnswer = try await ask("GET", "/v1/accounts/\(id)")
        return try answer.noun(of: nil)
    }

    /// The page where an account is onboarded.
    public func accountLink(for account: String, refreshURL: String, returnURL: String)
        async throws(ProcessorError) -> AccountLink
    {
        var form = Form()
        form.add("account", account)
        form.add("refresh_url", refreshURL)
        form.add("return_url", returnURL)
        form.add("type", "account_onboarding")
        let answer: LinkAnswer = try await ask("POST", "/v1/account_links", form)
        return try answer.noun(of: nil)
    }

    /// The dashboard of an onboarded account.
    public func loginLink(for account: String) async throws(ProcessorError) -> AccountLink {
        let answer: LinkAnswer = try await ask("POST", "/v1/accounts/\(account)/login_links")
        return try answer.noun(of: nil)
    }
}
