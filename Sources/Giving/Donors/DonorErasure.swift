public import DatabaseKit

/// What was erased of a donor, what was kept, and why.
public struct DonorErasure: Hashable, Sendable {
    /// The donor's id, which now leads to nobody.
    public let donor: String
    /// How many receipts have lost name and address.
    public let receipts: Int

    /// What is gone.
    public static let erased =
        "name, e-mail address and telephone number, with every gift; name and address on every receipt"

    /// What stays, and why.
    public static let kept = [
        "gifts, without a donor: the organization has to account for what it was given",
        "receipts, with number, date and amount: a series without gaps proves that none was taken away",
        "the ledger: its entries are never changed, and hold no name",
    ]
}

extension Transaction {
    /// Forgets who a donor is, in one transaction; their gifts lose the donor's id by whoever keeps gifts.
    ///
    /// - Throws: ``DirectoryError``: `notFound`.
    public func forgetDonor(_ id: String) throws -> DonorErasure {
        let donor = try existingDonor(id)
        var count = 0
        // Each page loses its donor, so that the next one is again the first.
        while case let page = try receipts(ofDonor: donor.id, behind: nil, limit: 200), !page.isEmpty {
            for var receipt in page {
                (receipt.donor, receipt.donorName, receipt.donorEmail) = (nil, "", "")
                try save(receipt)
            }
            count += page.count
        }
        try removeDonor(donor.id)
        return DonorErasure(donor: donor.id, receipts: count)
    }
}

/// What `forget` did about a donor.
public struct ForgottenDonor: Hashable, Sendable {
    /// What was erased and what was kept.
    public var erasure: DonorErasure
    /// How many gifts lost their donor.
    public var gifts: Int
    /// How many monthly gifts were ended.
    public var monthlyGiftsEnded: Int
    /// How many customers were deleted at the processor.
    public var customersDeleted: Int
}
