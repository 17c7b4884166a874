import DatabaseKit
import Foundation
import Processor
import TextKit

extension EngineTransaction {
    /// Returns the object with this id, of any type, in Stripe's JSON format. Returns nil if it does not exist.
    func stripeJSON(id: String) throws -> JSONTree? {
        if let kind = Self.kinds[String(id.prefix { $0 != "_" })], let found = try stripeJSON(kind, id) {
            return found
        }
        // The ids of products and coupons can have any form.
        return try product(id).map { try stripeJSON($0) } ?? coupon(id).map { try stripeJSON($0) }
    }

    /// Returns an event's object in Stripe's JSON format. If the type is unknown, the result contains nothing but the
    /// type.
    func stripeJSON(_ object: String, _ json: Data) throws -> JSONTree {
        guard let kind = Self.kindsOfEvents[object] else { return ["object": .string(object)] }
        return try stripeJSON(kind, json)
    }

    /// The object types, by the prefix of their ids. Products are not included, because their ids can have any form.
    private static let kinds: [String: any StripeRepresentable.Type] = [
        "pi": PaymentIntent.self, "ch": Charge.self, "py": Charge.self, "re": Refund.self, "pyr": Refund.self,
        "dp": Dispute.self, "cus": Customer.self, "pm": PaymentMethod.self, "txn": BalanceTransaction.self,
        "tr": Transfer.self, "trr": TransferReversal.self, "fee": ApplicationFee.self, "po": Payout.self,
        "acct": Account.self, "sub": Subscription.self, "in": Invoice.self, "price": Price.self,
        "ba": BankAccount.self, "clock": TestClock.self, "seti": SetupIntent.self, "tok": Token.self,
        "btok": Token.self, "fr": FeeRefund.self, "capability": Capability.self, "coupon": Coupon.self,
        "promo": CouponCode.self, "di": Discount.self, "ii": InvoiceItem.self, "cs": CheckoutSession.self,
        "plink": PaymentLink.self, "bpc": PortalConfiguration.self, "bps": PortalSession.self,
        "txr": TaxRate.self, "txi": TaxID.self, "cbtxn": CustomerBalanceTransaction.self,
        "cn": CreditNote.self, "qt": Quote.self,
    ]

    private static let kindsOfEvents: [String: any StripeRepresentable.Type] = Dictionary(
        (kinds.values + [Product.self]).map { ($0.objectName, $0) }
    ) { first, _ in first }

    private func stripeJSON<Object: StripeRepresentable>(_ kind: Object.Type, _ id: String) throws
        -> JSONTree?
    {
        try find(kind, id).map { try shownUnlessDeleted($0) }
    }

    private func stripeJSON<Object: StripeRepresentable>(_ kind: Object.Type, _ json: Data) throws -> JSONTree
    {
        try shownUnlessDeleted(DocumentCoder.decode(kind, from: json))
    }

    private func shownUnlessDeleted(_ object: some StripeRepresentable) throws -> JSONTree {
        if let customer = object as? Customer, customer.deleted {
            return deleted(object.id, Customer.objectName)
        }
        return try stripeJSON(object)
    }
}
