import Processor
import TextKit
import TimeKit

extension EngineTransaction {
    /// Returns the connected account that receives a transfer. Throws an error if the account does not exist
    /// or cannot receive transfers.
    func destination(_ id: String, by parameter: String) throws -> Account {
        guard let account = try find(Account.self, id) else {
            throw ProcessorError.noSuch("destination", id, parameter: parameter)
        }
        try require(
            account.transfers == .active, "insufficient_capabilities_for_transfer",
            "Your destination account needs to have at least one of the following capabilities enabled: transfers.",
            parameter: parameter)
        return account
    }

    func create(_ request: Account.Create) throws -> Written<Account> {
        try MetadataRules.check(request.metadata)
        if let email = request.email { try IntentRules.check(email: email, parameter: "email") }
        try require(
            request.country.count == 2 && request.country.allSatisfy({ $0.isASCII && $0.isUppercase }),
            "country_unsupported", "Country '\(request.country)' is unknown.", parameter: "country")
        var account = Account(
            id: try newID("acct"), created: now, country: request.country,
            defaultCurrency: request.defaultCurrency)
        account.email = request.email
        account.businessName = request.businessName
        account.metadata = request.metadata
        OnboardingRules.begin(&account)
        return try put(account)
    }

    /// Completes an account's onboarding with the given outcome, and updates the account's capabilities.
    func onboard(_ id: String, _ outcome: Account.OnboardingOutcome) throws -> Written<Account> {
        if try profile(of: id) != nil { return try onboardSubmitted(id, outcome) }
        var account = try inPath(Account.self, id)
        let before = (account.transfers, account.cardPayments)
        OnboardingRules.apply(outcome, to: &account)
        let written = try emit("account.updated", put(account), account: id)
        if before != (account.transfers, account.cardPayments) {
            try emit("capability.updated", written, account: id)
        }
        return written
    }

    /// Creates a link to the onboarding page of an account.
    func accountLink(for id: String) throws -> AccountLink {
        _ = try named(Account.self, id, by: "account")
        let token = String(try newID("link").dropFirst("link_".count))
        let expires = now.adding(seconds: configuration.accountLinkLife)
        try store.addLink(token: token, account: id, expires: expires)
        return AccountLink(url: OnboardingRules.linkPrefix + token, created: now, expiresAt: expires)
    }

    /// Opens an onboarding link and returns its account. A link can be opened only once, and only before it
    /// expires.
    func open(accountLink url: String) throws -> Account {
        let token =
            url.hasPrefix(OnboardingRules.linkPrefix) ? url.dropFirst(OnboardingRules.linkPrefix.count) : ""
        guard let id = try store.openLink(token: String(token), now: now) else {
            throw ProcessorError.invalid(
                "account_link_expired", "The link has expired or has already been used: request a new one.")
        }
        return try inPath(Account.self, id)
    }

    /// Returns a link to the dashboard of an onboarded account.
    func loginLink(for id: String) throws -> AccountLink {
        let account = try inPath(Account.self, id)
        try require(
            account.detailsSubmitted,
            "Cannot create a login link for an account that has not completed onboarding.")
        return AccountLink(url: OnboardingRules.dashboardPrefix + id, created: now, expiresAt: nil)
    }

    /// Completes the onboarding of an account that was created through the API. Changes nothing if the person
    /// abandoned the onboarding. If the account has no bank account and is not rejected, adds a test bank
    /// account.
    private func onboardSubmitted(_ id: String, _ outcome: Account.OnboardingOutcome) throws -> Written<
        Account
    > {
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

    /// Returns the details that a platform submitted for an account. Returns nil if the account was not
    /// created through the API.
    func profile(of account: String) throws -> AccountProfile? {
        try onPlatform { try children(AccountProfile.self, of: account).first }
    }

    /// Creates the profile of a new account, without saving it.
    func newProfile(of account: Account, type: String, _ controller: AccountProfile.Controller) throws
        -> AccountProfile
    {
        AccountProfile(
            id: try newID("acctp"), created: now, account: account.id, type: type, controller: controller)
    }

    /// Returns the profile of an account. If the account has no profile, returns a new, unsaved profile that
    /// matches the account's current capabilities.
    func profileOrNew(of account: Account) throws -> AccountProfile {
        if let known = try profile(of: account.id) { return known }
        var profile = try newProfile(of: account, type: "express", .express)
        profile.requested = ["card_payments", "transfers"]
        profile.schedule.interval = .manual
        profile.impliesBank = true
        if account.detailsSubmitted {
            profile.outcome =
                switch account.transfers {
                case .active: .complete
                case .pending: .pendingVerification
                case .inactive: .rejected
                }
        }
        return profile
    }

    /// Merges submitted details into a profile, and reviews the account.
    ///
    /// - Parameter submitted: The details, with the names of Stripe's parameters.
    func submit(_ submitted: JSONObject, of profile: AccountProfile) throws -> Account {
        var profile = profile
        var known = profile.told.object ?? JSONObject()
        known.lay(submitted)
        profile.told = VerificationRules.masked(known.tree)
        profile.schedule = try profile.schedule.changed(
            by: submitted["settings"]?["payouts"]["schedule"] ?? .null)
        for field in submitted["capabilities"]?.object?.members ?? [] {
            profile.requested.removeAll { $0 == field.key }
            if field.value["requested"].bool == true { profile.requested.append(field.key) }
        }
        try put(profile)
        return try review(profile.account)
    }

    /// Verifies an account's details, and updates its missing requirements and its capabilities.
    ///
    /// Returns the account unchanged if it has no profile or was rejected.
    @discardableResult
    func review(_ id: String) throws -> Account {
        let before = try inPath(Account.self, id)
        guard var profile = try profile(of: id), profile.outcome != .rejected else { return before }
        var account = before
        let hasBank = try profile.impliesBank == true || !bankAccounts(of: id).isEmpty
        let persons = try children(Person.self, of: id)
        let isOnboarded = profile.outcome == .complete || profile.outcome == .pendingVerification
        let missing =
            isOnboarded
            ? (hasBank ? [] : ["external_account"])
            : (VerificationRules.missing(in: profile.told, hasBankAccount: hasBank)
                + PersonRules.missing(of: persons, in: profile.told)).sorted()
        let answer: VerificationRules.Answer =
            switch profile.outcome {
            case .complete: .verified
            case .pendingVerification: .pending(["individual.verification.document"])
            case .abandoned, .rejected, nil:
                PersonRules.answer(
                    VerificationRules.answer(to: profile.told), with: persons, in: profile.told)
            }
        profile.errors = []
        if case .failed(let failures) = answer, missing.isEmpty { profile.errors = failures }
        try put(profile)
        OnboardingRules.apply(
            answer, missing: profile.requested.isEmpty ? [] : missing, requested: profile.requested,
            to: &account)
        account = try changed(account, from: before, profile)
        if account.payoutsEnabled { try schedulePayout(of: id, profile.schedule) }
        return account
    }

    /// Saves an account if it has changed, and emits the events about the change.
    private func changed(_ account: Account, from before: Account, _ profile: AccountProfile) throws
        -> Account
    {
        guard account != before else { return account }
        try emit("account.updated", put(account), account: account.id)
        for (name, status, old) in [
            ("card_payments", account.cardPayments, before.cardPayments),
            ("transfers", account.transfers, before.transfers),
        ] where status != old {
            let capability = Capability(
                id: name, created: now, account: account.id, isRequested: profile.requested.contains(name),
                status: status, currentlyDue: account.currentlyDue,
                pendingVerification: account.pendingVerification)
            try emit("capability.updated", encoded(capability), account: account.id)
        }
        return account
    }

    /// Rejects an account, which deactivates its capabilities.
    func reject(_ account: Account, for reason: String) throws -> Account {
        var profile = try profileOrNew(of: account)
        profile.outcome = .rejected
        try put(profile)
        var rejected = account
        OnboardingRules.apply(.rejected, to: &rejected)
        rejected.detailsSubmitted = account.detailsSubmitted
        rejected.disabledReason = "rejected.\(reason)"
        return try changed(rejected, from: account, profile)
    }

    /// Deletes an account. Throws an error unless its balance is zero.
    func delete(account id: String) throws {
        let account = try inPath(Account.self, id)
        try expect(
            balances(of: id).allSatisfy({ $0.total == 0 }),
            "Account \(id) cannot be deleted while its balance is not zero.",
            parameter: "account")
        for bank in try bankAccounts(of: id) { try wipe(bank.id) }
        for person in try children(Person.self, of: id) { try wipe(person.id) }
        if let profile = try profile(of: id) { try wipe(profile.id) }
        try wipe(account.id)
    }
}

extension EngineTransaction {
    /// Checks the account that receives the money of a payment, and the account on whose behalf it is made.
    func checkAccounts(destination: String?, onBehalfOf: String?) throws {
        if let destination { _ = try self.destination(destination, by: "transfer_data[destination]") }
        if let onBehalfOf { _ = try named(Account.self, onBehalfOf, by: "on_behalf_of") }
    }
}
