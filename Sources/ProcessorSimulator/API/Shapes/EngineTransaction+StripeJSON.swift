import DatabaseKit
import Foundation
import Processor
import TextKit

extension EngineTransaction {
    /// Returns the object with this id, of any type, in Stripe's JSON format. Returns nil if the object does
    /// not exist.
    func stripeJSON(id: String) throws -> JSONObject? {
        if id.hasPrefix("card_") { return try source(id).map { try stripeJSON($0) } }
        if id.hasPrefix("sub_sched_") { return try stripeJSON(SubscriptionSchedule.self, id) }
        if let kind = Self.kinds[String(id.prefix { $0 != "_" })], let found = try stripeJSON(kind, id) {
            return found
        }
        if let own = try ownDetails(id) { return own }
        // The ids of products, coupons and plans can have any form.
        return try product(id).map { try stripeJSON($0) } ?? coupon(id).map { try stripeJSON($0) }
            ?? plan(id).map { try stripeJSON($0) }
    }

    /// Returns the connected account on whose behalf the transaction runs, or one of that account's bank
    /// accounts, in Stripe's JSON format. Returns nil for any other id.
    ///
    /// These objects belong to the platform, so a lookup on behalf of the connected account does not find
    /// them.
    private func ownDetails(_ id: String) throws -> JSONObject? {
        guard let account else { return nil }
        return try onPlatform {
            if id == account { return try find(Account.self, id).map { try stripeJSON($0) } }
            guard let bank = try find(BankAccount.self, id), bank.account == account else { return nil }
            return try stripeJSON(bank)
        }
    }

    /// Returns an object that is stored in an event, in Stripe's JSON format. If the object's type is
    /// unknown, the result contains only the type.
    func stripeJSON(_ object: String, _ json: Data) throws -> JSONObject {
        guard let kind = Self.kindsOfEvents[object] else { return ["object": object] }
        return try stripeJSON(kind, json)
    }

    /// The object types, keyed by id prefix. Products are not included, because a product's id can have any
    /// form.
    private static let kinds: [String: any StripeRepresentable.Type] = [
        "pi": PaymentIntent.self, "ch": Charge.self, "py": Charge.self, "re": Refund.self, "pyr": Refund.self,
        "dp": Dispute.self, "cus": Customer.self, "pm": PaymentMethod.self, "txn": BalanceTransaction.self,
        "tr": Transfer.self, "trr": TransferReversal.self, "fee": ApplicationFee.self, "po": Payout.self,
        "acct": Account.self, "sub": Subscription.self, "in": Invoice.self, "price": Price.self,
        "ba": BankAccount.self, "clock": TestClock.self, "seti": SetupIntent.self, "tok": Token.self,
        "src": Source.self, "card": CardSource.self, "mandate": Mandate.self, "setatt": SetupAttempt.self,
        "btok": Token.self, "fr": FeeRefund.self, "capability": Capability.self, "coupon": Coupon.self,
        "promo": CouponCode.self, "di": Discount.self, "ii": InvoiceItem.self, "cs": CheckoutSession.self,
        "plink": PaymentLink.self, "bpc": PortalConfiguration.self, "bps": PortalSession.self,
        "txr": TaxRate.self, "txi": TaxID.self, "cbtxn": CustomerBalanceTransaction.self,
        "cn": CreditNote.self, "qt": Quote.self,
    ].merging(resourceKinds) { kind, _ in kind }

    private static let kindsOfEvents: [String: any StripeRepresentable.Type] = Dictionary(
        (kinds.values + [Product.self, Plan.self, SubscriptionSchedule.self]).map { ($0.objectName, $0) }
    ) { first, _ in first }

    private func stripeJSON<Object: StripeRepresentable>(_ kind: Object.Type, _ id: String) throws
        -> JSONObject?
    {
        try find(kind, id).map { try shownUnlessDeleted($0) }
    }

    private func stripeJSON<Object: StripeRepresentable>(_ kind: Object.Type, _ json: Data) throws
        -> JSONObject
    {
        try shownUnlessDeleted(DocumentCoder.decode(kind, from: json))
    }

    private func shownUnlessDeleted(_ object: some StripeRepresentable) throws -> JSONObject {
        if let customer = object as? Customer, customer.deleted {
            return Customer.deleted(object.id)
        }
        return try stripeJSON(object)
    }
}
