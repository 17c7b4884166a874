import DatabaseKit
import TimeKit

extension Transaction {
    /// Issues, replaces or voids a gift's receipt to match the gift.
    ///
    /// A paid gift gets a receipt. After a partial refund, that receipt becomes void, and a new receipt is
    /// issued for the remaining amount. After a full refund or a lost dispute, the gift has no valid receipt.
    /// If the amounts have not changed, the valid receipt is kept.
    ///
    /// - Parameter time: The current time. Its year determines the series of a new receipt.
    /// - Returns: The valid receipt, or nil if none exists.
    func updateReceipt(
        of gift: Gift, fund: Fund, organization: Organization, at time: Timestamp
    ) throws -> Receipt? {
        let earlier = try receipts(ofGift: gift.id)
        let standing = earlier.last { $0.state == .issued }
        let owed = ReceiptedAmount(of: gift)
        if let standing, let owed, owed == ReceiptedAmount(of: standing) { return standing }

        // The gift's own time zone determines its day, and therefore the tax year for the donor.
        var organization = organization
        (organization.timeZone, organization.earlierTimeZones) = (gift.timeZone, nil)
        var next: Receipt?
        if let owed, let paidAt = gift.paidAt {
            next = Receipt(
                number: try takeReceiptNumber(for: organization, livemode: gift.livemode, at: time),
                issuer: ReceiptIssuer(organization), gift: gift.id, revision: earlier.count + 1,
                donor: gift.donor, donorName: gift.giver?.name ?? "", donorEmail: gift.giver?.email ?? "",
                fund: fund.id, fundName: gift.fundName, total: owed.total,
                coveredFeeMinor: owed.coveredFeeMinor,
                refundedMinor: owed.refundedMinor, isMonthly: gift.recurring != nil, paidAt: paidAt,
                issued: time, replaces: earlier.last?.number, livemode: gift.livemode)
        }
        if var standing {
            standing.state = .void
            standing.voided = time
            standing.replacedBy = next?.number
            try save(standing)
        }
        if let next { try save(next) }
        return next
    }

    private func takeReceiptNumber(
        for organization: Organization, livemode: Bool, at time: Timestamp
    ) throws -> ReceiptNumber {
        let year = organization.calendar.date(of: time).year
        let taken = try takeReceiptPosition(organization: organization.id, year: year)
        return ReceiptNumber(
            isTest: !livemode, organization: organization.id, year: year, segment: taken.segment,
            position: taken.position)
    }
}
