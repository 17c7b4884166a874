import DatabaseKit
import Foundation
import Processor
import TextKit
import TimeKit

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

    /// The objects that exist only in the API, by the prefix of their ids.
    private static let apiNouns: [String: any Shaped.Type] = [
        "ba": BankAccount.self, "clock": TestClock.self, "seti": SetupIntent.self, "tok": Token.self,
        "btok": Token.self, "fr": FeeRefund.self, "capability": Capability.self,
        "coupon": Coupon.self, "promo": CouponCode.self, "di": Discount.self, "ii": InvoiceItem.self,
        "cs": CheckoutSession.self,
        "plink": PaymentLink.self, "bpc": PortalConfiguration.self, "bps": PortalSession.self,
    ]

    /// Returns such an object as an event contains it. An unknown one has no fields but its type.
    func shapedAPINoun(_ object: String, _ json: Data) throws -> JSONTree {
        guard let type = Self.apiNouns.values.first(where: { $0.objectName == object }) else {
            return ["object": .string(object)]
        }
        return try shaped(json, as: type)
    }

    /// Returns such an object by its id, or nil if there is none.
    func shapedAPINoun(id: String) throws -> JSONTree? {
        guard let type = Self.apiNouns[String(id.prefix { $0 != "_" })],
            let json = try store.noun(id, kind: type.objectName)
        else { return nil }
        return try shaped(json, as: type)
    }

    private func shaped<Noun: Shaped>(_ json: Data, as type: Noun.Type) throws -> JSONTree {
        try shaped(DocumentCoder.decode(type, from: json))
    }
}
