public import MoneyKit
public import TimeKit

/// Donors, within one unit of work.
public protocol DonorRecords {
    /// Keeps a donor: a new one, or their next state. Two donors never have the same address.
    func save(_ donor: Donor) throws
    /// Returns the donor with this id, or the donor that this id was merged into. Returns nil if there is none.
    func donor(_ id: String) throws -> Donor?
    /// The donor of this address, compared by its key, or nil.
    func donor(email: EmailAddress) throws -> Donor?
    /// The ids of donors that begin so, in their order.
    func donors(beginning prefix: String, limit: Int) throws -> [String]
    /// The ids of those whose gifts to an organization, of whatever status, came with names that have words which begin
    /// like each of these, without case and accents; newest first.
    func donors(named name: String, organization: String, limit: Int) throws -> [String]
    /// One page, newest first; of those who gave to one organization, or of all.
    func donors(organization: String?, behind id: String?, limit: Int) throws -> [Donor]
    /// What a donor has given, by organization.
    func totals(ofDonor donor: String) throws -> [DonorTotal]
    /// What counts of a donor's gifts changes.
    ///
    /// - Parameters:
    ///   - giver: What they wrote about themselves with the gift.
    ///   - minor: By how much, in minor units of `currency`.
    ///   - gifts: By how many gifts.
    ///   - paid: When the gift was paid.
    func addToTotal(
        ofDonor donor: String, as giver: Giver, organization: String, currency: Currency, minor: Int64,
        gifts: Int,
        paid: Timestamp) throws
    /// Takes a donor's address, totals and the words of their names away; nothing where there is none.
    func removeDonor(_ id: String) throws
}

extension DonorRecords {
    /// The donor of this id.
    ///
    /// - Throws: ``DirectoryError``: `notFound`.
    public func existingDonor(_ id: String) throws -> Donor {
        if let donor = try donor(id) { return donor }
        throw DirectoryError(
            .init(
                .notFound, .donor, "there is no donor \(DirectoryError.Problem.quoted(id))",
                reason: "there never was, or they were forgotten", remedy: "`tapctl donor list` shows all."))
    }
}
