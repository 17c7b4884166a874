public import DatabaseKit
public import MoneyKit
public import PaymentCore
import TextKit
public import TimeKit

/// Who is paid for work: enrolled, onboarded, told what was earned, and paid out.
public struct PayeeService: Sendable {
    /// The money path that the accounts and payouts take.
    public let payments: PaymentDriver
    /// Whether a payee does nothing before its account is set up.
    public let gate: PayeeGate
    /// The clock of the work.
    public let clock: WallClock
    /// Where ids come from.
    public let ids: Identifiers

    /// A desk on these parts.
    public init(
        payments: PaymentDriver, gate: PayeeGate = PayeeGate(), clock: WallClock, ids: Identifiers
    ) {
        self.payments = payments
        self.gate = gate
        self.clock = clock
        self.ids = ids
    }

    /// Where transactions are done.
    public var database: any TransactionRunner { payments.database }

    /// Makes a profile for somebody who will be paid for work; there is no account yet.
    ///
    /// - Parameters:
    ///   - timeZone: An IANA name, such as `America/Chicago`.
    ///   - org: The organization that sells the work; nil for the platform itself.
    /// - Throws: ``PayeeError`` with code `invalid` for a name that cannot be shown or is longer than 200, and for a
    ///   time zone that is not known.
    public func enroll(
        named name: String, timeZone: String, at org: String? = nil, in transaction: Transaction
    ) throws -> PayeeProfile {
        if let problem = SingleLineValidator.problem(in: name, most: 200) {
            throw PayeeError(.invalid, "the name \(problem)")
        }
        guard LocalCalendar(timeZone: timeZone) != nil else {
            throw PayeeError(.invalid, "unknown time zone \(timeZone.prefix(40))")
        }
        let profile = PayeeProfile(id: ids.make("drv"), name: name, timeZone: timeZone, org: org)
        try transaction.save(profile)
        return profile
    }

    /// The profile of this id.
    ///
    /// - Throws: ``PayeeError`` with code `profileNotFound`.
    public func profile(_ id: String) async throws -> PayeeProfile {
        try await database.read { try $0.existingPayee(id) }
    }

    /// Makes the account of a profile, once; the payee fills in its forms on the processor's pages.
    ///
    /// - Throws: ``PayeeError`` with code `profileNotFound`; `PaymentError` where the processor does not do it.
    public func setUpPayouts(of id: String, in currency: Currency) async throws -> PayeeProfile {
        let before = try await profile(id)
        guard before.account == nil else { return before }
        let payee = try await payments.makePayee(named: before.name, currency: currency, reference: id)
        return try await database.write { transaction in
            var profile = try transaction.existingPayee(id)
            profile.account = payee.id
            try transaction.save(profile)
            return profile
        }
    }

    /// How far a payee's account is.
    ///
    /// - Throws: ``PayeeError`` with code `profileNotFound`.
    public func onboarding(of id: String) async throws -> OnboardingStatus {
        try await database.read { transaction in
            try onboarding(of: transaction.existingPayee(id), in: transaction)
        }
    }

    /// The profiles of an organization, or of all, the newest first, each with how far its account is.
    public func profiles(of org: String? = nil, after id: String? = nil, limit: Int) async throws
        -> [(profile: PayeeProfile, onboarding: OnboardingStatus)]
    {
        try await database.read { transaction in
            try transaction.payeeProfiles(of: org, after: id, limit: limit)
                .map { ($0, try onboarding(of: $0, in: transaction)) }
        }
    }

    /// The account of a payee whose payouts are set up.
    ///
    /// - Throws: ``PayeeError`` with code `profileNotFound`; `payoutsSetupRequired`; `notConnected`.
    public func account(of id: String) async throws -> String {
        try await database.read { transaction in
            guard let account = try admitted(id, in: transaction).account else {
                throw PayeeError(.notConnected, payee: id)
            }
            return account
        }
    }

    /// Sends what is available on a payee's account to its bank, where its payouts are not made by themselves.
    ///
    /// An unknown outcome is no error here: `reconcile` finds out.
    ///
    /// - Throws: ``PayeeError`` with code `profileNotFound`; `payoutsSetupRequired`; `processorFailed`.
    public func payOutBalance(of id: String) async throws -> [PayeePayout] {
        try await payOutBalance(ofAccount: account(of: id))
    }

    /// Sends what is available on an account to its bank, as ``payOutBalance(of:)``.
    public func payOutBalance(ofAccount account: String) async throws -> [PayeePayout] {
        do { return try await payments.payOut(to: account) } catch let error as PaymentError {
            if error.code == .outcomeUnknown { return [] }
            throw PayeeError(error)
        }
    }

    /// A payee that may see and do what payees do: before its account is set up it does nothing.
    ///
    /// - Throws: ``PayeeError`` with code `profileNotFound`; `payoutsSetupRequired`.
    @discardableResult public func admitted(_ id: String, in transaction: Transaction) throws -> PayeeProfile
    {
        let profile = try transaction.existingPayee(id)
        guard gate.isOn else { return profile }
        let status = try onboarding(of: profile, in: transaction)
        guard status == .active else {
            throw PayeeError(.payoutsSetupRequired, status.label, payee: profile.id)
        }
        return profile
    }

    private func onboarding(of profile: PayeeProfile, in transaction: Transaction) throws -> OnboardingStatus
    {
        OnboardingStatus(
            account: profile.account, payee: try profile.account.flatMap { try transaction.payee($0) })
    }
}
