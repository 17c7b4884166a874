public import Processor

extension SimulatedProcessor {
    /// Makes a connected account, of which nothing is known yet.
    public func create(_ request: Account.Create, key: IdempotencyKey) async throws(ProcessorError) -> Account
    {
        try await carryOut("accounts", request, key) { try $0.create($1) }
    }

    /// The connected account of this id.
    public func account(_ id: String) async throws(ProcessorError) -> Account {
        try await look { try $0.inPath(Account.self, id) }
    }

    /// The page where an account is onboarded; good for 300 seconds, once.
    public func accountLink(for account: String, refreshURL: String, returnURL: String)
        async throws(ProcessorError) -> AccountLink
    {
        guard !refreshURL.isEmpty else { throw .missing("refresh_url") }
        guard !returnURL.isEmpty else { throw .missing("return_url") }
        return try await transaction { try $0.accountLink(for: account) }
    }

    /// The dashboard of an onboarded account.
    public func loginLink(for account: String) async throws(ProcessorError) -> AccountLink {
        try await look { try $0.loginLink(for: account) }
    }

    /// Opens an onboarding link, as a browser would: it is good once, for 300 seconds.
    ///
    /// - Returns: The account that is onboarded there.
    /// - Throws: `account_link_expired` for a link that is used up, too old or not of this processor.
    public func open(accountLink url: String) async throws(ProcessorError) -> Account {
        try await transaction { try $0.open(accountLink: url) }
    }

    /// Ends the onboarding of an account: what a person does on the processor's pages.
    public func completeOnboarding(_ account: String, _ outcome: Account.OnboardingOutcome)
        async throws(ProcessorError) -> Account
    {
        try await transaction { try $0.onboard(account, outcome).noun }
    }
}
