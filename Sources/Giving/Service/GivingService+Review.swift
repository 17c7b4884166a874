import DatabaseKit
import InvocationRouter
import PaymentCore
import TimeKit

extension GivingService {
    /// Returns a review of the charge that a request would cause, without storing anything or calling the
    /// processor.
    ///
    /// - Throws: ``GivingError``, or `PaymentError` if the amount and its fee cannot be charged.
    public func review(_ request: GiftRequest) async throws -> GivingReview {
        try await database.read { try review(request, in: $0) }
    }

    /// Returns the content of an organization's giving page.
    ///
    /// - Parameters:
    ///   - snapshot: The organization with its funds and its account.
    ///   - fund: The id of the fund to suggest first. If this fund is not open, the first open fund is
    ///     suggested.
    public func offer(of snapshot: OrganizationSnapshot, first fund: String?) -> GivingOffer {
        let (organization, open) = (snapshot.organization, snapshot.funds.filter(\.isOpen))
        let covered = (open.first { $0.id == fund } ?? open.first).flatMap { shown in
            let request = GiftRequest(
                organization: organization.id, fund: shown.id, amount: nil, isRecurring: !shown.offersOneTime,
                coversFee: true, method: "", name: "", email: "")
            return try? review(request, of: snapshot, shown)
        }
        return GivingOffer(
            organization: organization, funds: snapshot.entry.openFunds, covered: covered)
    }

    private func review(
        _ request: GiftRequest, of snapshot: OrganizationSnapshot, _ fund: Fund
    ) throws -> GivingReview {
        try snapshot.organization.checkGifts(payee: snapshot.payee)
        try fund.checkGifts(isRecurring: request.isRecurring)
        return try review(request, of: snapshot.organization, fund)
    }

    private func review(_ request: GiftRequest, in transaction: Transaction) throws -> GivingReview {
        let (organization, fund) = try destination(of: request, in: transaction)
        return try review(request, of: organization, fund)
    }

    private func review(
        _ request: GiftRequest, of organization: Organization, _ fund: Fund
    ) throws -> GivingReview {
        let now = clock.now()
        let calendar = organization.currentCalendar
        let day = organization.monthlyDay(at: now)
        let next = day.next(after: now, laterThan: day.month(of: now))
        return GivingReview(
            organization: organization, fund: fund, quote: try quote(request, for: organization),
            isMonthly: request.isRecurring, first: calendar.date(of: now),
            next: request.isRecurring ? calendar.date(of: next) : nil)
    }
}

extension Organization {
    /// Throws an error unless the organization accepts gifts.
    ///
    /// - Parameter payee: The organization's account at the processor, or nil if the organization has no
    ///   account.
    func checkGifts(payee: Payee?) throws(GivingError) {
        guard status == .active else { throw GivingError(.organizationInactive, id) }
        guard payee?.takesCharges == true else { throw GivingError(.organizationNotPayable, id) }
    }
}

extension Fund {
    /// Throws an error unless the fund accepts gifts of the given kind.
    func checkGifts(isRecurring: Bool) throws(GivingError) {
        guard isOpen else { throw GivingError(.fundClosed, id) }
        guard isRecurring ? offersMonthly : offersOneTime else {
            throw GivingError(isRecurring ? .recurringNotOffered : .oneTimeNotOffered, id)
        }
    }
}
