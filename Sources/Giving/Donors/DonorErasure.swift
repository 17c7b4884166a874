public import DatabaseKit

/// The data of a donor that was erased or kept, and the reasons.
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
        while case let page = try receipts(ofDonor: donor.id, after: nil, limit: 200), !page.isEmpty {
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

/// The result of forgetting a donor.
public struct ForgottenDonor: Hashable, Sendable {
    /// The data of a donor that was erased or kept, and the reasons.
    public var erasure: DonorErasure
    /// The number of gifts that lost their donor.
    public var gifts: Int
    /// The number of monthly gifts that were ended.
    public var monthlyGiftsEnded: Int
    /// The number of customers that were deleted at the processor.
    public var customersDeleted: Int
}
