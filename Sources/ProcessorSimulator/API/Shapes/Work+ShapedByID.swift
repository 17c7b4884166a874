import TimeKit
import Processor
import TextKit

extension Work {
    /// The noun of an id, whatever its kind; nil when there is none.
    func shaped(id: String) throws -> JSONTree? {
        switch id.prefix(while: { $0 != "_" }) {
        case "pi": try find(PaymentIntent.self, id).map { try shaped($0) }
        case "ch", "py": try find(Charge.self, id).map { try shaped($0) }
        case "re", "pyr": try find(Refund.self, id).map { try shaped($0) }
        case "dp": try find(Dispute.self, id).map { try shaped($0) }
        case "cus":
            try find(Customer.self, id).map { try $0.deleted ? deleted(id, Customer.objectName) : shaped($0) }
        case "pm": try find(PaymentMethod.self, id).map { try shaped($0) }
        case "txn": try find(BalanceTransaction.self, id).map { try shaped($0) }
        case "tr": try find(Transfer.self, id).map { try shaped($0) }
        case "trr": try find(TransferReversal.self, id).map { try shaped($0) }
        case "fee": try find(ApplicationFee.self, id).map { try shaped($0) }
        case "po": try find(Payout.self, id).map { try shaped($0) }
        case "acct": try find(Account.self, id).map { try shaped($0) }
        case "sub": try find(Subscription.self, id).map { try shaped($0) }
        case "in": try find(Invoice.self, id).map { try shaped($0) }
        case "cs": try find(CheckoutSession.self, id).map { try shaped($0) }
        case "di": try find(Discount.self, id).map { try shaped($0) }
        case "ii": try find(InvoiceItem.self, id).map { try shaped($0) }
        case "plink": try find(PaymentLink.self, id).map { try shaped($0) }
        case "bpc": try find(PortalConfiguration.self, id).map { try shaped($0) }
        case "price": try find(Price.self, id).map { try shaped($0) }
        // Products and coupons may have any id.
        default:
            try product(id).map { try shaped($0) } ?? coupon(id).map { try shaped($0) }
                ?? shapedAPINoun(id: id)
        }
    }
}
