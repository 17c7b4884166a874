import MoneyKit
public import PaymentCore

/// A gift with what belongs to it, of one moment.
public struct GiftDetails: Sendable {
    /// The gift.
    public let gift: Gift
    /// Who gets it.
    public let organization: Organization
    /// What it is for.
    public let fund: Fund
    /// The monthly gift that it is a period of.
    public let recurring: RecurringGift?
    /// The receipt that counts.
    public let receipt: Receipt?
    /// How it is paid; nil for a monthly gift whose first charge did not go through.
    public let payment: Payment?
    /// What was asked to go back of it, done or not.
    public let refunds: [PaymentRefund]

    /// Another card can be tried on the same intent.
    public var takesAnotherCard: Bool {
        payment?.state == .requiresPaymentMethod && payment?.intent != nil
    }

    /// How often it was tried.
    public var attempts: Int { payment?.attempts ?? 0 }
}

extension GiftDetails {
    /// Whether a request asks for this very gift, whatever card it names.
    func isAnswer(to request: GiftRequest) -> Bool {
        let amount = try? request.amount(for: organization)
        return organization.id.lowercased() == request.organization.lowercased()
            && (request.fund ?? organization.defaultFund) == gift.fund && amount == gift.amount
            && request.isRecurring == (gift.recurring != nil)
            && request.coversFee == (gift.coveredFeeMinor > 0)
            && gift.giver?.email.lowercased() == request.email.lowercased()
    }

    /// The same gift once more, with another card and under another key.
    ///
    /// - Returns: nil when the donor was forgotten.
    func again(method: String, client: String?, key: String) -> GiftRequest? {
        guard let giver = gift.giver else { return nil }
        return GiftRequest(
            organization: gift.organization, fund: gift.fund, amount: .money(gift.amount),
            isRecurring: gift.recurring != nil, coversFee: gift.coveredFeeMinor > 0, method: method,
            name: giver.name, email: giver.email, phone: giver.phone, client: client, tap: gift.tap, key: key)
    }
}
