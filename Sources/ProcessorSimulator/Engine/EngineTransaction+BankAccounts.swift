import MoneyKit
import Processor
import TextKit
import TimeKit

extension EngineTransaction {
    /// Returns the bank accounts of an account, oldest first.
    func bankAccounts(of account: String) throws -> [BankAccount] {
        try onPlatform { try children(BankAccount.self, of: account) }
    }

    /// Returns the bank account that receives payouts in a currency, or nil.
    func payoutBank(of account: String, in currency: Currency) throws -> BankAccount? {
        try bankAccounts(of: account).first { $0.currency == currency && $0.isDefault }
    }

    /// Creates a bank account from submitted details, without saving it.
    func newBankAccount(_ submitted: JSONTree, in owner: String) throws -> BankAccount {
        let country = submitted["country"].string ?? "US"
        try require(
            country == "US", "parameter_not_simulated",
            "Bank accounts in \(country) are not simulated: use US accounts.",
            parameter: "\(owner)[country]")
        guard let currency = try? Currency((submitted["currency"].string ?? "usd").uppercased()) else {
            throw ProcessorError.invalid("Invalid currency.", parameter: "\(owner)[currency]")
        }
        let last4 = try BankNumbers.last4(
            of: submitted["account_number"].string ?? "", submitted["routing_number"].string, in: owner)
        return BankAccount(
            id: try newID("ba"), created: now, country: country, currency: currency,
            holderName: submitted["account_holder_name"].string,
            holderType: submitted["account_holder_type"].string,
            accountType: submitted["account_type"].string, routingNumber: BankNumbers.routing, last4: last4)
    }

    /// Returns an unsaved bank account for a token or for the fields of a bank account.
    func bankAccount(named value: JSONTree, by parameter: String) throws -> BankAccount {
        guard let token = value.string else { return try newBankAccount(value, in: parameter) }
        guard let bank = try use(token: token)?.bankAccount else {
            throw ProcessorError.noSuch("token", token, parameter: parameter)
        }
        return bank
    }

    /// Adds a bank account. The first bank account in a currency becomes the default for payouts.
    func add(
        _ new: BankAccount, to account: String, asDefault: Bool = false, _ metadata: Metadata = [:]
    ) throws -> BankAccount {
        try MetadataRules.check(metadata)
        var bank = new
        bank.account = account
        bank.metadata = metadata
        bank.isDefault = try payoutBank(of: account, in: bank.currency) == nil
        try emit("account.external_account.created", put(bank), account: account)
        if asDefault, !bank.isDefault { bank = try makeDefault(bank) }
        try review(account)
        return bank
    }

    /// Makes a bank account the default for payouts in its currency.
    func makeDefault(_ bank: BankAccount) throws -> BankAccount {
        var bank = bank
        if let account = bank.account, var old = try payoutBank(of: account, in: bank.currency),
            old.id != bank.id
        {
            old.isDefault = false
            try put(old)
        }
        bank.isDefault = true
        try put(bank)
        return bank
    }

    /// Removes a bank account from an account. The default bank account can be removed only if the account
    /// has no other bank account in the same currency.
    func remove(_ bank: BankAccount, from account: String) throws {
        let others = try bankAccounts(of: account).filter { $0.currency == bank.currency && $0.id != bank.id }
        try expect(
            !bank.isDefault || others.isEmpty,
            "You cannot delete the default external account for \(bank.currency): make a different account the default first.",
            parameter: "id")
        try emit("account.external_account.deleted", encoded(bank), account: account)
        try wipe(bank.id)
        try review(account)
    }

    /// Creates a link to the onboarding page of an account. The link can be opened once, within 300 seconds
    /// by default.
    func onboardingLink(for id: String, kind: String, refreshURL: String?, returnURL: String?) throws
        -> OnboardingLink
    {
        let account = try named(Account.self, id, by: "account")
        guard let refreshURL else { throw ProcessorError.missing("refresh_url") }
        guard let returnURL else { throw ProcessorError.missing("return_url") }
        try LinkRules.check(refreshURL, by: "refresh_url")
        try LinkRules.check(returnURL, by: "return_url")
        if kind == "account_update", try profile(of: id)?.controller.collector ?? "stripe" == "stripe" {
            throw ProcessorError.invalid(
                "You cannot create account_update links for accounts whose requirements Stripe collects: create account_onboarding links instead.",
                parameter: "type")
        }
        return try putLink(kind, of: account, refreshURL: refreshURL, returnURL: returnURL)
    }

    /// Creates a link to the dashboard of an onboarded Express account. The link can be opened once, within
    /// 300 seconds by default.
    func dashboardLink(for id: String) throws -> OnboardingLink {
        let account = try inPath(Account.self, id)
        try require(
            profile(of: id)?.controller.dashboard ?? "express" == "express",
            "Cannot create a login link for an account without access to the Express Dashboard.")
        try require(
            account.detailsSubmitted,
            "Cannot create a login link for an account that has not completed onboarding.")
        return try putLink("login", of: account, refreshURL: "", returnURL: "")
    }

    /// Opens a link, which can be opened only once.
    ///
    /// - Returns: The link, with a new session for the form on its page. Nil if the link has expired or was
    ///   already opened.
    func visit(_ link: OnboardingLink) throws -> OnboardingLink? {
        guard link.session == nil, now < link.expires else { return nil }
        var link = link
        link.session = try newID("sess")
        return try put(link).object
    }

    /// Completes the onboarding that a link was created for, with the given outcome.
    func finish(_ link: OnboardingLink, _ outcome: Account.OnboardingOutcome) throws {
        var link = link
        link.isFinished = true
        try put(link)
        _ = try onboard(link.account, outcome)
    }

    private func putLink(_ kind: String, of account: Account, refreshURL: String, returnURL: String) throws
        -> OnboardingLink
    {
        let link = OnboardingLink(
            id: try newID("link"), created: now, account: account.id, kind: kind, refreshURL: refreshURL,
            returnURL: returnURL, expires: now.adding(seconds: configuration.accountLinkLife))
        return try put(link).object
    }
}
