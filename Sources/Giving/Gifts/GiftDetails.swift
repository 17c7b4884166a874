import MoneyKit
public import PaymentCore

/// A gift with its related data, read in one transaction.
public struct GiftDetails: Sendable {
    /// The gift.
    public let gift: Gift
    /// The recipient.
    public let organization: Organization
    /// The fund.
    public let fund: Fund
    /// The monthly gift that it is a period of, or nil.
    public let recurring: RecurringGift?
    /// The valid receipt, or nil.
    public let receipt: Receipt?
    /// The payment, or nil for a monthly gift whose first charge failed.
    public let payment: Payment?
    /// The requested refunds, in any state.
    public let refunds: [PaymentRefund]

    /// Whether another card can be tried on the same payment intent.
    public var takesAnotherCard: Bool {
        payment?.state == .requiresPaymentMethod && payment?.intent != nil
    }

    /// The number of attempts to pay.
    public var attempts: Int { payment?.attempts ?? 0 }
}

extension GiftDetails {
    /// Returns whether a request describes this gift, with any payment method.
    func isAnswer(to request: GiftRequest) -> Bool {
        let amount = try? request.amount(for: organization)
        return organization.id.lowercased() == request.organization.lowercased()
            && (request.fund ?? organization.defaultFund) == gift.fund && amount == gift.amount
            && request.isRecurring == (gift.recurring != nil)
            && request.coversFee == (gift.coveredFeeMinor > 0)
            && gift.giver?.email.lowercased() == request.email.lowercased()
    }

    /// Returns a request for the same gift with another card and another idempotency key.
    ///
    /// - Returns: The request, or nil if the donor was forgotten.
    func again(method: String, client: String?, key: String) -> GiftRequest? {
        guard let giver = gift.giver else { return nil }
        return GiftRequest(
            organization: gift.organization, fund: gift.fund, amount: .money(gift.amount),
            isRecurring: gift.recurring != nil, coversFee: gift.coveredFeeMinor > 0, method: method,
            name: giver.name, email: giver.email, phone: giver.phone, client: client, tap: gift.tap, key: key)
    }
}
