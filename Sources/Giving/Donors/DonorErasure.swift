public import DatabaseKit

/// A report on the erasure of a donor's data: which data was erased, which was retained, and why.
public struct DonorErasure: Hashable, Sendable {
    /// The id of the donor whose data was erased. The id no longer refers to a person.
    public let donor: String
    /// The number of receipts from which the donor's name and address were removed.
    public let receipts: Int

    /// A description of the data that is erased.
    public static let erased =
        "notes, and the name, e-mail address and phone number, including those in gifts and on receipts"

    /// A description of the data that is retained, with the reason for each item.
    public static let kept = [
        "gifts, without the donor's data: the organization must account for the gifts that it received",
        "receipts, with number, date and amount: a series without gaps proves that no receipt was removed",
        "the ledger: its entries are never changed, and contain no names",
    ]
}

extension Transaction {
    /// Erases the personal data in a donor's record and receipts, in one transaction. The caller must remove
    /// the donor from the gifts.
    ///
    /// - Throws: ``DirectoryError`` with code `notFound`.
    public func forgetDonor(_ id: String) throws -> DonorErasure {
        let donor = try existingDonor(id)
        var count = 0
        // Each page of receipts is detached from the donor, so the next page is again the first one.
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

/// The result of erasing a donor's personal data.
public struct ForgottenDonor: Hashable, Sendable {
    /// A report on the data that was erased, the data that was retained, and the reasons.
    public var erasure: DonorErasure
    /// The number of gifts from which the donor was removed.
    public var gifts: Int
    /// The number of the donor's monthly gifts that were ended.
    public var monthlyGiftsEnded: Int
    /// The number of the donor's customers that were deleted at the processor.
    public var customersDeleted: Int
}
