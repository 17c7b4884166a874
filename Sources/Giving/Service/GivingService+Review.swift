import DatabaseKit
import InvocationRouter
import PaymentCore
import TimeKit

extension GivingService {
    /// Returns a review of the charge that a request would cause, without storing anything or calling the processor.
    ///
    /// - Throws: ``GivingError``, or `PaymentError` if the amount and its fee cannot be charged.
    public func review(_ request: GiftRequest) async throws -> GivingReview {
        try await database.read { try review(request, in: $0) }
    }

    /// Returns the data for an organization's giving page, read in one transaction.
    ///
    /// - Parameters:
    ///   - name: The organization's id, in upper or lower case, or an alias.
    ///   - fund: The id of the fund to suggest first. If that fund does not accept gifts, the first open fund is
    ///     suggested.
    /// - Throws: ``GivingError`` with code `unknownOrganization`.
    public func offer(of name: String, first fund: String?) async throws -> GivingOffer {
        try await database.read { transaction in
            let organization = try transaction.existingOrganization(by: name)
            let funds = try transaction.entry(of: organization).openFunds
            let shown = funds.first { $0.id == fund } ?? funds.first
            let request = GiftRequest(
                organization: organization.id, fund: shown?.id, amount: nil,
                isRecurring: shown?.offersOneTime == false, coversFee: true, method: "", name: "", email: "")
            return GivingOffer(
                organization: organization, funds: funds, covered: try? review(request, in: transaction))
        }
    }

    private func review(_ request: GiftRequest, in transaction: Transaction) throws -> GivingReview {
        let now = clock.now()
        let (organization, fund) = try destination(of: request, in: transaction)
        let calendar = organization.currentCalendar
        let day = organization.monthlyDay(at: now)
        let next = day.next(after: now, laterThan: day.month(of: now))
        return GivingReview(
            organization: organization, fund: fund, quote: try quote(request, for: organization),
            isMonthly: request.isRecurring, first: calendar.date(of: now),
            next: request.isRecurring ? calendar.date(of: next) : nil)
    }
}
