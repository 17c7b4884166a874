public import DatabaseKit
import DisplayKit
public import MoneyKit
public import PaymentCore
public import TimeKit

/// A service for the enrollment, onboarding, earnings and payouts of the payees in one database.
public struct PayeeService: Sendable {
    /// The driver that creates the accounts and payouts.
    public let payments: PaymentDriver
    /// The rule that payees cannot get jobs, see earnings or receive payouts until their accounts are set up.
    /// The rule can be turned off for tests.
    public let gate: PayeeGate
    /// The source of the current time.
    public let clock: WallClock
    /// The source of new ids.
    public let ids: Identifiers

    /// Creates a service for the payees in the payment driver's database.
    public init(
        payments: PaymentDriver, gate: PayeeGate = PayeeGate(), clock: WallClock, ids: Identifiers
    ) {
        self.payments = payments
        self.gate = gate
        self.clock = clock
        self.ids = ids
    }

    /// The database that stores the payees and their payments.
    public var database: any TransactionRunner { payments.database }

    /// Creates the profile of a payee. The payee does not have an account yet.
    ///
    /// - Parameters:
    ///   - typed: The name as it was entered.
    ///   - timeZone: An IANA name, such as `America/Chicago`.
    ///   - org: The id of the organization that sells the work, or nil for the platform itself.
    ///   - transaction: The transaction that saves the profile.
    /// - Throws: ``PayeeError`` with code `invalid` if the name is not a valid single line of at most 200
    ///   characters, or if the time zone is unknown.
    public func enroll(
        named typed: String, timeZone: String, at org: String? = nil, in transaction: Transaction
    ) throws -> PayeeProfile {
        let name: String
        do throws(DisplayTextError) { name = try DisplayText(typed, atMost: 200).text } catch {
            throw PayeeError(.invalid, "the name \(error.summary)")
        }
        guard LocalCalendar(timeZone: timeZone) != nil else {
            throw PayeeError(.invalid, "\"\(timeZone.prefix(40))\" is not a known time zone")
        }
        let profile = PayeeProfile(id: ids.make("drv"), name: name, timeZone: timeZone, org: org)
        try transaction.save(profile)
        return profile
    }

    /// Returns the profile with this id.
    ///
    /// - Throws: ``PayeeError`` with code `profileNotFound`.
    public func profile(_ id: String) async throws -> PayeeProfile {
        try await database.read { try $0.existingPayee(id) }
    }

    /// Creates a payee's account, if it does not exist yet. The payee must still complete the onboarding
    /// forms on the processor's website.
    ///
    /// - Throws: ``PayeeError`` with code `profileNotFound`, or `PaymentError` if the processor refuses or
    ///   does not respond.
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

    /// Returns the onboarding status of a payee's account.
    ///
    /// - Throws: ``PayeeError`` with code `profileNotFound`.
    public func onboarding(of id: String) async throws -> OnboardingStatus {
        try await database.read { transaction in
            try onboarding(of: transaction.existingPayee(id), in: transaction)
        }
    }

    /// Returns a page of payee profiles, newest first, each with its onboarding status. If `org` is nil, the
    /// page includes the payees of all organizations.
    public func profiles(of org: String? = nil, after id: String? = nil, limit: Int) async throws
        -> [(profile: PayeeProfile, onboarding: OnboardingStatus)]
    {
        try await database.read { transaction in
            try transaction.payeeProfiles(of: org, after: id, limit: limit)
                .map { ($0, try onboarding(of: $0, in: transaction)) }
        }
    }

    /// Returns the id of a payee's account. If ``gate`` is on, the account must be set up.
    ///
    /// - Throws: ``PayeeError`` with code `profileNotFound`, `payoutsSetupRequired` or `notConnected`.
    public func account(of id: String) async throws -> String {
        try await database.read { transaction in
            guard let account = try admitted(id, in: transaction).account else {
                throw PayeeError(.notConnected, payee: id)
            }
            return account
        }
    }

    /// Pays out the available balance of a payee's account to the payee's bank. Call this function if the
    /// processor does not pay out automatically.
    ///
    /// - Returns: The new payouts. Empty if nothing is available, or if the outcome is unknown because the
    ///   processor did not respond. A later reconciliation determines the outcome.
    /// - Throws: ``PayeeError`` with code `profileNotFound`, `payoutsSetupRequired`, `notConnected` or
    ///   `processorFailed`.
    public func payOutBalance(of id: String) async throws -> [PayeePayout] {
        try await payOutBalance(ofAccount: account(of: id))
    }

    /// Pays out the available balance of a connected account in the same way as ``payOutBalance(of:)``.
    public func payOutBalance(ofAccount account: String) async throws -> [PayeePayout] {
        do { return try await payments.payOut(to: account) } catch let error as PaymentError {
            if error.code == .outcomeUnknown { return [] }
            throw PayeeError(error)
        }
    }

    /// Returns the profile of a payee. If ``gate`` is on, the payee's account must be set up.
    ///
    /// - Throws: ``PayeeError`` with code `profileNotFound` or `payoutsSetupRequired`.
    @discardableResult public func admitted(_ id: String, in transaction: Transaction) throws -> PayeeProfile
    {
        let profile = try transaction.existingPayee(id)
        guard gate.isOn else { return profile }
        let status = try onboarding(of: profile, in: transaction)
        guard status == .active else {
            throw PayeeError(
                .payoutsSetupRequired, "the payee's account has the status \"\(status.label)\"",
                payee: profile.id)
        }
        return profile
    }

    private func onboarding(of profile: PayeeProfile, in transaction: Transaction) throws -> OnboardingStatus
    {
        OnboardingStatus(
            account: profile.account, payee: try profile.account.flatMap { try transaction.payee($0) })
    }
}
