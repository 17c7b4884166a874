import MoneyKit
public import PaymentCore
public import TimeKit

/// What giving does when its money moves: a gift's status, a fund's total, a receipt's number, a notice.
public struct GivingPolicy<Unit: GivingUnit>: PaymentPolicy {
    /// Whose payments are gifts.
    public static var kind: String { "gift" }

    let ids: Identifiers

    /// A policy that makes ids with these.
    public init(ids: Identifiers) { self.ids = ids }

    /// The gift follows its payment; the fund's total, the receipt and a notice follow the gift.
    public func changed(_ payment: Payment, at time: Timestamp, in unit: Unit) throws {
        guard let before = try unit.gift(payment.subject) else {
            throw GivingError(.notFound, payment.subject)
        }
        var gift = before
        gift.take(payment)
        let organization = try unit.organization(gift.organization)
        try count(gift, insteadOf: before, by: organization?.calendar ?? .utc, in: unit)
        if let organization { try settleReceipt(of: &gift, to: organization, at: time, in: unit) }
        if gift != before { try unit.save(gift) }
    }

    /// The monthly gift follows its schedule.
    public func changed(_ schedule: Schedule, at time: Timestamp, in unit: Unit) throws {
        guard let before = try unit.recurring(schedule.subject) else {
            throw GivingError(.notFound, schedule.subject)
        }
        var recurring = before
        recurring.take(schedule, by: try unit.organization(recurring.organization)?.calendar ?? .utc)
        if recurring != before { try unit.save(recurring) }
        if recurring.status == .pastDue, before.status != .pastDue {
            let organization = try unit.organization(recurring.organization)
            let notice = GivingNotice(declined: recurring, to: organization)
            try unit.put(notice.kept(as: ids.make("note"), about: recurring.id, at: time))
        }
        if recurring.status == .canceled || recurring.status == .needsReview {
            try endFirstGift(of: recurring, since: schedule.failure, in: unit)
        }
    }

    /// Each paid period is a gift of its own; the first one is there already.
    public func occurrence(of schedule: Schedule, isFirst: Bool, at time: Timestamp, in unit: Unit) throws
        -> String
    {
        guard var recurring = try unit.recurring(schedule.subject) else {
            throw GivingError(.notFound, schedule.subject)
        }
        recurring.paidPeriods += 1
        try unit.save(recurring)
        if isFirst, try unit.gift(recurring.firstGift) != nil { return recurring.firstGift }
        let gift = Gift(
            id: ids.make("gift", at: time), organization: recurring.organization, fund: recurring.fund,
            donor: recurring.donor, giver: recurring.giver,
            amount: recurring.amount, coveredFeeMinor: recurring.coveredFeeMinor, feeMinor: 0,
            status: .processing,
            recurring: recurring.id, tap: recurring.tap, created: time)
        try unit.save(gift)
        return gift.id
    }

    /// What the fund has got, and what the donor has given, follow what counts of the gift.
    ///
    /// - Parameter calendar: The organization's: by it the day is told.
    private func count(
        _ gift: Gift, insteadOf before: Gift, by calendar: LocalCalendar, in unit: Unit
    ) throws {
        let minor = gift.countedMinor - before.countedMinor
        let gifts = (gift.countedMinor > 0 ? 1 : 0) - (before.countedMinor > 0 ? 1 : 0)
        guard minor != 0 || gifts != 0 else { return }
        try unit.addToTotal(
            ofFund: gift.fund, organization: gift.organization, currency: gift.amount.currency, minor: minor,
            gifts: gifts)
        try unit.addToDay(
            calendar.date(of: gift.paidAt ?? gift.created), ofFund: gift.fund,
            organization: gift.organization,
            currency: gift.amount.currency, minor: minor, gifts: gifts)
        guard let donor = gift.donor, let giver = gift.giver else { return }
        try unit.addToTotal(
            ofDonor: donor, as: giver, organization: gift.organization, currency: gift.amount.currency,
            minor: minor,
            gifts: gifts, paid: gift.paidAt ?? gift.created)
    }

    /// A monthly gift that never began: its first gift failed with it.
    private func endFirstGift(
        of recurring: RecurringGift, since failure: PaymentFailure?, in unit: Unit
    ) throws {
        guard recurring.paidPeriods == 0, !recurring.isCharging,
            var gift = try unit.gift(recurring.firstGift),
            gift.status == .processing
        else { return }
        gift.status = recurring.status == .needsReview ? .needsReview : .failed
        gift.failureCode = recurring.failureCode
        if gift.status == .failed { gift.take(failure) }
        try unit.save(gift)
    }
}
