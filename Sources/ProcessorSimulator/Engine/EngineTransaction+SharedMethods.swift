import Foundation
import Processor
import TextKit

extension EngineTransaction {
    /// Copies a payment method of the platform to the transaction's connected account, so that the account
    /// can charge it directly.
    ///
    /// - Parameter customer: The platform's customer that the payment method is attached to. Nil if the
    ///   payment method is not attached.
    ///
    /// Source: Stripe documentation, "Share payment methods across multiple accounts for direct charges".
    func share(method name: String, of customer: String?) throws -> PaymentMethod {
        try require(
            account != nil,
            "A PaymentMethod can be shared only with a connected account: set the Stripe-Account header.",
            parameter: "payment_method")
        let shared = try onPlatform { try method(name, for: customer) }
        var copy = PaymentMethod(id: try newID("pm"), created: now, kind: shared.kind, card: shared.card)
        copy.bankAccountLast4 = shared.bankAccountLast4
        if let kept = try kept(for: shared.id) { try store.keep(Data(kept.tree.bytes), for: copy.id) }
        return try put(copy).object
    }
}
