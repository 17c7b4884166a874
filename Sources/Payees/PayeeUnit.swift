public import MoneyKit
public import PaymentCore
public import TimeKit

/// What one unit of work can do for payees.
public protocol PayeeUnit: PaymentUnit, EarningRecords {}

/// Who is paid, and what each has earned.
public protocol EarningRecords {
    /// Keeps a profile: a new one, or its next state.
    func save(_ profile: PayeeProfile) throws
    /// The profile of this id, or nil.
    func payeeProfile(_ id: String) throws -> PayeeProfile?
    /// The profiles of an organization, or of all, the newest first, behind one of them.
    func payeeProfiles(of org: String?, behind id: String?, limit: Int) throws -> [PayeeProfile]
    /// The accounts of all payees of an organization that have begun to set payouts up.
    func payeeAccounts(of org: String) throws -> [String]

    /// Keeps what was earned with a payment: anew, or as it is now.
    func save(_ earning: Earning) throws
    /// With how much completed work a payee has earned something.
    func earningCount(of payee: String) throws -> Int
    /// What a payee has earned with work that was completed in a period, in minor units.
    func earnedMinor(by payee: String, in period: Range<Timestamp>, _ currency: Currency) throws -> Int64
    /// Returns the number of completed jobs that earned a payee money in a period, in one currency.
    func earningCount(of payee: String, in period: Range<Timestamp>, _ currency: Currency) throws -> Int
    /// What a payee has earned something with in a period, the newest first, behind one of them.
    func earnings(by payee: String, in period: Range<Timestamp>, behind id: String?, limit: Int) throws
        -> [Earning]
}

extension EarningRecords {
    /// The profile of this id.
    ///
    /// - Throws: ``PayeeError`` with code `profileNotFound`.
    public func existingPayee(_ id: String) throws -> PayeeProfile {
        guard let profile = try payeeProfile(id) else {
            throw PayeeError(.profileNotFound, String(id.prefix(40)))
        }
        return profile
    }
}
