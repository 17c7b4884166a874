import PaymentCore
import TimeKit

extension GivingService {
    /// What would be charged, when, and for what: nothing is kept and nobody is asked.
    ///
    /// - Throws: ``GivingError``; `PaymentError` where the amount and its fee cannot be charged.
    public func review(_ request: GiftRequest) async throws -> GivingReview {
        let now = clock.now()
        return try await units.read { unit in
            let (organization, fund) = try destination(of: request, in: unit)
            let calendar = organization.calendar
            let next = request.isRecurring ? calendar.date(of: MonthlyAnchor(now).occurrence(1)) : nil
            return GivingReview(
                organization: organization, fund: fund, quote: try quote(request, for: organization),
                isMonthly: request.isRecurring, first: calendar.date(of: now), next: next)
        }
    }
}
