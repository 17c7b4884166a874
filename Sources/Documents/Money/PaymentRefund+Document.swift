package import Giving
import MoneyKit
package import PaymentCore
import TimeKit

/// A refund together with the gift that it refunds.
package struct GiftRefund: Documented {
    private let refund: PaymentRefund
    private let gift: Gift

    package init(_ refund: PaymentRefund, of gift: Gift) {
        self.refund = refund
        self.gift = gift
    }

    package static let fields = DocumentFields<GiftRefund>("refund") {
        Field("id") { $0.refund.id }
        Field("gift") { $0.gift.id }
        Field("amount_minor") { $0.refund.amountMinor }
        Field("currency") { $0.gift.amount.currency.code }
        Field("status") { $0.refund.state }
        Field("reason") { $0.refund.reason }
        Field("failure_code") { $0.refund.failure }
        Field("created") { $0.refund.created }
    }
}
