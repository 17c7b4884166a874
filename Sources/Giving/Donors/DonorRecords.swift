/// Donors, within one unit of work.
public protocol DonorRecords {
    /// Keeps a donor: a new one, or their next state. Two donors never have the same address.
    func save(_ donor: Donor) throws
    /// The donor of this id, or nil.
    func donor(_ id: String) throws -> Donor?
    /// The donor of this address, compared by its key, or nil.
    func donor(email: EmailAddress) throws -> Donor?
    /// Takes a donor's name, address and number away; nothing where there is none.
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
                reason: "there never was, or they were forgotten", remedy: "Look the gift up instead."))
    }
}
