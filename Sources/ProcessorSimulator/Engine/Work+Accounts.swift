import Processor
import TextKit
import TimeKit

extension Work {
    /// The connected account that money goes to: it has to be there, and able to take it.
    func destination(_ id: String, by parameter: String) throws -> Account {
        guard let account = try find(Account.self, id) else {
            throw ProcessorError.noSuch("destination", id, parameter: parameter)
        }
        guard account.transfers == .active else {
            throw ProcessorError.invalid(
                "insufficient_capabilities_for_transfer",
                "Your destination account needs to have at least one of the following capabilities enabled: transfers.",
                parameter: parameter)
        }
        return account
    }

    func create(_ request: Account.Create) throws -> Written<Account> {
        try MetadataRules.check(request.metadata)
        if let email = request.email { try IntentRules.check(email: email, parameter: "email") }
        guard request.country.count == 2, request.country.allSatisfy({ $0.isASCII && $0.isUppercase }) else {
            throw ProcessorError.invalid(
                "country_unsupported", "Country '\(request.country)' is unknown.", parameter: "country")
        }
        var account = Account(
            id: try newID("acct"), created: now, country: request.country,
            defaultCurrency: request.defaultCurrency)
        account.email = request.email
        account.businessName = request.businessName
        account.metadata = request.metadata
        OnboardingRules.begin(&account)
        return try put(account)
    }

    /// Somebody has walked through the onboarding pages, or away from them.
    func onboard(_ id: String, _ outcome: Account.OnboardingOutcome) throws -> Written<Account> {
        if try profile(of: id) != nil { return try onboardTold(id, outcome) }
        var account = try inPath(Account.self, id)
        let before = (account.transfers, account.cardPayments)
        OnboardingRules.apply(outcome, to: &account)
        let written = try put(account)
        try emit("account.updated", written, account: id)
        if before != (account.transfers, account.cardPayments) {
            try emit("capability.updated", written, account: id)
        }
        return written
    }

    /// A page where an account is onboarded.
    func accountLink(for id: String) throws -> AccountLink {
        _ = try named(Account.self, id, by: "account")
        let token = String(try newID("link").dropFirst("link_".count))
        let expires = now.adding(seconds: configuration.accountLinkLife)
        try store.addLink(token: token, account: id, expires: expires)
        return AccountLink(url: OnboardingRules.linkPrefix + token, created: now, expiresAt: expires)
    }

    /// Opens a link: whose it is. It is good once, until it expires.
    func open(accountLink url: String) throws -> Account {
        let token =
            url.hasPrefix(OnboardingRules.linkPrefix) ? url.dropFirst(OnboardingRules.linkPrefix.count) : ""
        guard let id = try store.openLink(token: String(token), now: now) else {
            throw ProcessorError.invalid(
                "account_link_expired", "The link has expired or was opened before: ask for a new one.")
        }
        return try inPath(Account.self, id)
    }

    /// The dashboard of an onboarded account.
    func loginLink(for id: String) throws -> AccountLink {
        let account = try inPath(Account.self, id)
        guard account.detailsSubmitted else {
            throw ProcessorError.invalid(
                nil, "Cannot create a login link for an account that has not completed onboarding.")
        }
        return AccountLink(url: OnboardingRules.dashboardPrefix + id, created: now, expiresAt: nil)
    }

    /// The same for an account that a platform made over the API: a bank account comes along with the forms.
    private func onboardTold(_ id: String, _ outcome: Account.OnboardingOutcome) throws -> Written<Account> {
        guard var profile = try profile(of: id), outcome != .abandoned else {
            return try encoded(inPath(Account.self, id))
        }
        profile.outcome = outcome
        if profile.requested.isEmpty { profile.requested = ["card_payments", "transfers"] }
        try put(profile)
        guard outcome != .rejected else {
            var account = try inPath(Account.self, id)
            OnboardingRules.apply(.rejected, to: &account)
            return try emit("account.updated", put(account), account: id)
        }
        if try bankAccounts(of: id).isEmpty {
            let test: JSONTree = [
                "account_number": "000123456789", "routing_number": .string(BankNumbers.routing),
            ]
            _ = try add(newBankAccount(test, in: "external_account"), to: id)
        }
        return try encoded(review(id))
    }
}
