public import TimeKit

extension ReceiptRecords {
    /// Brings a gift's receipts up to what the gift is now, in the same unit of work.
    ///
    /// A gift that is paid gets a receipt. When part of it went back, the receipt becomes void and a new one, with a
    /// number of its own, says what is left; when all went back, or a dispute took it, none is left. Where nothing has
    /// changed nothing is done, so that it may be asked for as often as anybody likes.
    ///
    /// The donor's name, the fund's name and the days are the gift's own; a new receipt of a donor who was forgotten has none.
    ///
    /// - Parameter time: Now: it decides in whose year's series a new number is taken.
    /// - Returns: The receipt that holds now; nil where there is none.
    public func updateReceipt(
        of gift: Gift, fund: Fund, organization: Organization, at time: Timestamp
    ) throws -> Receipt? {
        let earlier = try receipts(ofGift: gift.id)
        let standing = earlier.last { $0.state == .issued }
        let owed = ReceiptedAmount(of: gift)
        if let standing, let owed, owed == ReceiptedAmount(of: standing) { return standing }

        // The day of the gift, and with it the donor's tax year, is told by the clock of its own time.
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
        let segment = try receiptSegments().last?.number ?? 0
        return ReceiptNumber(
            isTest: !livemode, organization: organization.id, year: year, segment: segment,
            position: try takeReceiptPosition(organization: organization.id, year: year, segment: segment))
    }
}
