public import DatabaseKit
import MoneyKit
public import PaymentCore

/// A gift with its related data, read in one transaction.
public struct GiftDetails: Sendable {
    /// The gift, in its current state.
    public let gift: Gift
    /// The organization that receives the gift.
    public let organization: Organization
    /// The fund that receives the gift.
    public let fund: Fund
    /// The monthly gift to which the gift belongs, or nil for a one-time gift.
    public let recurring: RecurringGift?
    /// The gift's valid receipt, or nil.
    public let receipt: Receipt?
    /// The gift's payment. Nil for the first charge of a monthly gift until the charge is paid.
    public let payment: Payment?
    /// All requested refunds of the gift, in any state.
    public let refunds: [PaymentRefund]

    /// Whether the donor can try another card with the same payment intent.
    public var takesAnotherCard: Bool {
        payment?.state == .requiresPaymentMethod && payment?.intent != nil
    }

    /// The number of attempts to pay the gift.
    public var attempts: Int { payment?.attempts ?? 0 }
}

extension GiftDetails {
    /// Returns whether a request describes this gift. The payment methods may differ.
    ///
    /// - Parameter wanted: The organization that the request names by its id or an alias, or nil if no such
    ///   organization exists.
    func isAnswer(to request: GiftRequest, for wanted: Organization?) -> Bool {
        organization.id == wanted?.id && describes(request)
            && gift.giver?.email.lowercased() == request.email.lowercased()
    }

    /// Returns whether a request to this gift's organization has the fund, the amount, the interval and the
    /// covered fee of this gift.
    public func describes(_ request: GiftRequest) -> Bool {
        let amount = try? request.amount(for: organization)
        return (request.fund ?? organization.defaultFund) == gift.fund && amount == gift.amount
            && request.isRecurring == (gift.recurring != nil)
            && request.coversFee == (gift.coveredFeeMinor > 0)
    }

    /// Returns a request for the same gift with a different card and idempotency key.
    ///
    /// - Returns: The request, or nil if the donor's data was deleted.
    func again(method: String, client: String?, key: String) -> GiftRequest? {
        guard let giver = gift.giver else { return nil }
        return GiftRequest(
            organization: gift.organization, fund: gift.fund, amount: .money(gift.amount),
            isRecurring: gift.recurring != nil, coversFee: gift.coveredFeeMinor > 0, method: method,
            name: giver.name, email: giver.email, phone: giver.phone, client: client, tap: gift.tap, key: key)
    }
}

extension Transaction {
    /// Returns a gift with its related records, or nil if the gift does not exist.
    public func details(ofGift id: String) throws -> GiftDetails? {
        guard let gift = try self.gift(id), let organization = try self.organization(gift.organization),
            let fund = try self.fund(gift.fund, of: organization.id)
        else { return nil }
        return GiftDetails(
            gift: gift, organization: organization, fund: fund,
            recurring: try gift.recurring.flatMap { try recurring($0) },
            receipt: try gift.receiptNumber.flatMap { ReceiptNumber($0) }.flatMap { try receipt($0) },
            payment: try gift.payment.flatMap { try payment($0) },
            refunds: try gift.payment.map { try refunds(ofPayment: $0) } ?? [])
    }
}
