import Processor
import TextKit
import TimeKit

extension Work {
    /// What a platform told of an account; nil for one that was not made over the API.
    func profile(of account: String) throws -> AccountProfile? {
        try children(AccountProfile.self, of: account).first
    }

    /// Makes what holds that a platform tells of a new account.
    func newProfile(of account: Account, type: String, _ controller: AccountProfile.Controller) throws
        -> AccountProfile
    {
        AccountProfile(
            id: try newID("acctp"), created: now, account: account.id, type: type, controller: controller)
    }

    /// The profile of an account, made anew for one that stands as its onboarding left it.
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

    /// Takes over what a platform tells of an account, and looks at the account anew.
    func tell(_ told: JSONObject, of profile: AccountProfile) throws -> Account {
        var profile = profile
        var known = profile.told.object ?? JSONObject()
        known.lay(told)
        profile.told = VerificationRules.masked(known.tree)
        profile.schedule = try profile.schedule.changed(by: told["settings"]?["payouts"]["schedule"] ?? .null)
        for field in told["capabilities"]?.object?.members ?? [] {
            profile.requested.removeAll { $0 == field.key }
            if field.value["requested"].bool == true { profile.requested.append(field.key) }
        }
        try put(profile)
        return try review(profile.account)
    }

    /// Looks at what is known of an account: what is missing, and what it may do.
    ///
    /// An account that was not made over the API stays as its onboarding left it.
    @discardableResult
    func review(_ id: String) throws -> Account {
        let before = try inPath(Account.self, id)
        guard var profile = try profile(of: id), profile.outcome != .rejected else { return before }
        var account = before
        let hasBank = try profile.impliesBank == true || !bankAccounts(of: id).isEmpty
        let isOnboarded = profile.outcome == .complete || profile.outcome == .pendingVerification
        let missing =
            isOnboarded
            ? (hasBank ? [] : ["external_account"])
            : VerificationRules.missing(in: profile.told, hasBankAccount: hasBank)
        let answer: VerificationRules.Answer =
            switch profile.outcome {
            case .complete: .verified
            case .pendingVerification: .pending(["individual.verification.document"])
            case .abandoned, .rejected, nil: VerificationRules.answer(to: profile.told)
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

    /// Keeps an account that changed, and tells of it.
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

    /// Deletes an account that holds nothing.
    func delete(account id: String) throws {
        let account = try inPath(Account.self, id)
        guard try balances(of: id).allSatisfy({ $0.total == 0 }) else {
            throw Executed(
                .invalid(
                    nil, "Account \(id) cannot be deleted while its balance is not zero.",
                    parameter: "account")
            )
        }
        for bank in try bankAccounts(of: id) { try wipe(bank.id) }
        if let profile = try profile(of: id) { try wipe(profile.id) }
        try wipe(account.id)
    }
}
