import DatabaseKit
import Foundation
import Processor
import TextKit

extension Work {
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
