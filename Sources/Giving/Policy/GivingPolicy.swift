public import DatabaseKit
import MoneyKit
public import PaymentCore
public import TimeKit

/// The payment policy for gifts. It keeps gifts, totals and receipts up to date with payments, and monthly
/// gifts up to date with schedules. It also stores the notices to donors about these changes.
public struct GivingPolicy: PaymentPolicy {
    /// The kind of payment that this policy handles: `gift`.
    public static var kind: String { "gift" }

    let ids: Identifiers

    /// Creates a policy.
    ///
    /// - Parameter ids: The source of the ids for new gifts and notices.
    public init(ids: Identifiers) { self.ids = ids }

    /// Brings the gift up to date with its payment, and then updates the totals and the receipt. Notifies the
    /// donor when the receipt changes.
    public func changed(_ payment: Payment, at time: Timestamp, in transaction: Transaction) throws {
        let before = try transaction.existingGift(payment.subject)
        transaction.prefetch(
            { _ = try $0.organization(before.organization) },
            { _ = try $0.fund(before.fund, of: before.organization) },
            { _ = try $0.receipts(ofGift: before.id) },
            { if let donor = before.donor { _ = try $0.donor(donor) } })
        var gift = before
        gift.take(payment)
        let organization = try transaction.knownOrganization(gift.organization)
        // A late change is booked at the current time, not at the time when it happened.
        let now = ids.now
        if before.paidAt == nil, gift.paidAt != nil {
            if organization.hasClosed(gift.day) {
                gift.bookedOn = max(organization.calendar.date(of: now), gift.listedOn)
            } else if gift.day < gift.listedOn {
                // A payment cannot count on a day before the gift is listed, because that day's month may already be
                // closed.
                gift.bookedOn = gift.listedOn
            }
        }
        try count(gift, replacing: before, to: organization, at: now, in: transaction)
        try settleReceipt(of: &gift, to: organization, at: time, in: transaction)
        if gift != before {
            try keepClosed(before, now: gift, to: organization, at: now, in: transaction)
            try transaction.save(gift, replacing: before)
        }
        try rememberCustomer(of: payment, gift, in: transaction)
    }

    /// Stores the customer id of a one-time payment in the donor's record, so that a later gift with the same
    /// donor details reuses this customer.
    private func rememberCustomer(of payment: Payment, _ gift: Gift, in transaction: Transaction) throws {
        guard payment.schedule == nil, let customer = payment.customer, let giver = gift.giver,
            var donor = try gift.donor.flatMap({ try transaction.donor($0) }),
            donor.remember(customer: customer, of: giver)
        else { return }
        try transaction.save(donor)
    }

    /// Brings the monthly gift up to date with its schedule. Notifies the donor when the monthly gift becomes
    /// past due. If the monthly gift is canceled or needs review, also updates its pending first gift.
    public func changed(_ schedule: Schedule, at time: Timestamp, in transaction: Transaction) throws {
        let before = try transaction.existingRecurring(schedule.subject)
        var recurring = before
        recurring.take(
            schedule, by: try transaction.organization(recurring.organization)?.currentCalendar ?? .utc)
        if recurring != before { try transaction.save(recurring) }
        if recurring.status == .pastDue, before.status != .pastDue {
            let organization = try transaction.organization(recurring.organization)
            let notice = GivingNotice(declined: recurring, to: organization)
            try transaction.put(notice.kept(as: ids.make("note"), about: recurring.id, at: time))
        }
        if recurring.status == .canceled || recurring.status == .needsReview {
            try endFirstGift(of: recurring, since: schedule.failure, in: transaction)
        }
    }

    /// Stores a notice to the donor about a change that was made to a monthly gift directly at the processor.
    /// Does nothing if the donor need not be notified.
    public func changedOutside(
        _ schedule: Schedule, from before: Schedule, at time: Timestamp, in transaction: Transaction
    ) throws {
        guard let recurring = try transaction.recurring(schedule.subject) else { return }
        let organization = try transaction.organization(recurring.organization)
        let calendar = organization?.currentCalendar ?? .utc
        var earlier = recurring
        earlier.take(before, by: calendar)
        // A schedule from an earlier version has no day: it gets the one that the donor was shown.
        if before.day == nil { earlier.dayOfMonth = recurring.dayOfMonth }
        guard
            let change = RecurringOutsideChange(
                from: earlier, to: recurring, endsAt: schedule.endsAt, endedAt: before.endsAt,
                hasOtherMethod: schedule.method != before.method, at: time)
        else { return }
        let notice = GivingNotice(change, of: recurring, to: organization, by: calendar)
        try transaction.put(notice.kept(as: ids.make("note"), about: recurring.id, at: time))
    }

    /// Returns the id of the gift for a paid period of a monthly gift. The first period uses the gift that
    /// already exists. For each later period, creates a new gift.
    public func occurrence(
        of schedule: Schedule, isFirst: Bool, at time: Timestamp, in transaction: Transaction
    ) throws
        -> String
    {
        var recurring = try transaction.existingRecurring(schedule.subject)
        recurring.paidPeriods += 1
        try transaction.save(recurring)
        if isFirst, try transaction.gift(recurring.firstGift) != nil { return recurring.firstGift }
        let organization = try transaction.knownOrganization(recurring.organization)
        let fund = try transaction.fund(recurring.fund, of: organization.id)
        let place = organization.place(ofChargeAt: time, now: ids.now)
        let gift = Gift(
            id: ids.make("gift", at: place.idTime), organization: recurring.organization,
            fund: recurring.fund, fundName: fund?.name ?? recurring.fund, timeZone: place.timeZone,
            donor: recurring.donor, giver: recurring.giver, amount: recurring.amount,
            coveredFeeMinor: recurring.coveredFeeMinor, feeMinor: 0, status: .processing,
            recurring: recurring.id, tap: recurring.tap, created: time, knownOn: place.knownOn)
        try transaction.save(gift)
        return gift.id
    }

    /// Returns the monthly gift's charge day in the organization's current time zone. If the monthly gift
    /// does not exist, returns the day that is stored with the schedule.
    public func day(of schedule: Schedule, at time: Timestamp, in transaction: Transaction) throws
        -> MonthlyDay?
    {
        guard let recurring = try transaction.recurring(schedule.subject) else { return schedule.day }
        let timeZone = try transaction.organization(recurring.organization)?.timeZone ?? "UTC"
        return schedule.day?.kept(in: timeZone, at: time)
            ?? MonthlyDay(recurring.dayOfMonth, in: timeZone, from: time)
    }

    /// Adds the change in a gift's counted amount to the fund's total, to the fund's total for the day, and
    /// to the donor's total.
    private func count(
        _ gift: Gift, replacing before: Gift, to organization: Organization, at time: Timestamp,
        in transaction: Transaction
    ) throws {
        let minor = gift.countedMinor - before.countedMinor
        let gifts = (gift.countedMinor > 0 ? 1 : 0) - (before.countedMinor > 0 ? 1 : 0)
        guard minor != 0 || gifts != 0 else { return }
        try transaction.addToTotal(
            ofFund: gift.fund, organization: gift.organization, currency: gift.amount.currency, minor: minor,
            gifts: gifts)
        try transaction.addToDay(
            countingDay(of: gift, replacing: before, to: organization, at: time), ofFund: gift.fund,
            organization: gift.organization,
            currency: gift.amount.currency, minor: minor, gifts: gifts)
        guard let donor = gift.donor, let giver = gift.giver else { return }
        try transaction.addToTotal(
            ofDonor: donor, as: giver, organization: gift.organization, currency: gift.amount.currency,
            minor: minor,
            gifts: gifts, paid: gift.paidAt ?? gift.created)
    }

    /// Issues the receipt for a paid gift. After a partial refund, voids the receipt and issues a new receipt
    /// for the remaining amount.
    private func settleReceipt(
        of gift: inout Gift, to organization: Organization, at time: Timestamp, in transaction: Transaction
    ) throws {
        guard gift.paidAt != nil, let fund = try transaction.fund(gift.fund, of: organization.id) else {
            return
        }
        let before = gift.receiptNumber
        let receipt = try transaction.updateReceipt(
            of: gift, fund: fund, organization: organization, at: time)
        gift.receiptNumber = receipt?.number.text
        guard gift.receiptNumber != before else { return }
        let notice = GivingNotice(receiptOf: gift, replacing: before, to: organization)
        try transaction.put(notice.kept(as: ids.make("note"), about: gift.id, at: time))
    }

    /// Returns the day on which a change to a gift counts.
    ///
    /// This is usually the day of the gift. If the gift was paid before the change and the month of
    /// ``Gift/listedOn`` is closed, the change counts on the current day.
    private func countingDay(
        of gift: Gift, replacing before: Gift, to organization: Organization, at time: Timestamp
    ) -> CalendarDate {
        let isLate = before.paidAt != nil && organization.hasClosed(gift.listedOn)
        return isLate ? organization.calendar.date(of: time) : gift.day
    }

    /// Saves the earlier version of a gift if the gift's month is closed, and records the difference as a
    /// late change.
    private func keepClosed(
        _ before: Gift, now gift: Gift, to organization: Organization, at time: Timestamp,
        in transaction: Transaction
    ) throws {
        try transaction.keepIfClosed(before, of: organization)
        guard organization.hasClosed(gift.listedOn) else { return }
        let change = LateChange(
            ids.make("late", at: time), from: before, to: gift, in: CalendarMonth(of: gift.listedOn),
            on: countingDay(of: gift, replacing: before, to: organization, at: time), at: time)
        if let change { try transaction.append(change) }
    }

    /// Sets the status of a monthly gift's pending first gift to `failed` or `needsReview`. Does nothing if a
    /// period was paid or a charge is in progress.
    private func endFirstGift(
        of recurring: RecurringGift, since failure: PaymentFailure?, in transaction: Transaction
    ) throws {
        guard recurring.paidPeriods == 0, !recurring.isCharging,
            let before = try transaction.gift(recurring.firstGift), before.status == .processing
        else { return }
        var gift = before
        gift.status = recurring.status == .needsReview ? .needsReview : .failed
        gift.failureCode = recurring.failureCode
        if gift.status == .failed { gift.take(failure) }
        if let organization = try transaction.organization(gift.organization) {
            try transaction.keepIfClosed(before, of: organization)
        }
        try transaction.save(gift)
    }
}
