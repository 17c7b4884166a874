package import Giving
package import MoneyKit
package import PaymentCore
import TextKit
import TimeKit

extension Gift: Documented {
    package static let fields = DocumentFields<Gift>("gift") {
        Field("id") { $0.id }
        Field("org") { $0.organization }
        Field("fund") { $0.fund }
        Field("amount_minor", "the gift without the covered fee") { $0.amount.minorUnits }
        Field("covered_fee_minor", "the amount that the donor added to cover the fee") { $0.coveredFeeMinor }
        Field("fee_minor", "all fees: total_minor minus the organization's share") { $0.feeMinor }
        Field("total_minor", "the charged amount") { $0.total.minorUnits }
        Field("currency") { $0.amount.currency.code }
        Field("status") { $0.status }
        Field("recurring", "the monthly gift that this gift belongs to") { $0.recurring }
        Field("payment") { $0.payment }
        Field("payment_intent") { $0.paymentIntent }
        Field("receipt_number", "the number of the valid receipt") { $0.receiptNumber }
        Field("refunded_minor", "the refunded part of total_minor") { $0.refundedMinor }
        Field("failure_code", "why the payment failed") { $0.failureCode }
        Field("donor", "null if the donor's data was erased") { $0.donor }
        Field("tap", "the tap that led to this gift") { $0.tap }
        Field("livemode", "always false, because no money moves in this version") { $0.livemode }
        Field("created") { $0.created }
    }

    /// Returns the JSON document of a single gift, with its donor, net amount and payout.
    package func document(payout: PayeePayout?, net: Money?) -> JSONValue {
        WholeGift(gift: self, net: net, payout: payout).document
    }
}

/// A gift with its donor, net amount and payout.
package struct WholeGift: Documented {
    fileprivate let gift: Gift
    fileprivate let net: Money?
    fileprivate let payout: PayeePayout?

    package static let fields = DocumentFields<WholeGift>(named: "gift_whole") {
        Gift.fields(of: \.gift)
        Field("donor_name", "null if the donor's data was erased") { $0.gift.giver?.name }
        Field("donor_email") { $0.gift.giver?.email }
        Field("net_minor", "the organization's share of the charge") { $0.net?.minorUnits }
        Field("payout", "the payout that included this gift") { $0.payout?.id }
    }
}

extension DonorDetails? {
    /// The donor's name and e-mail address, or `forgotten` if the donor's data was deleted.
    package var shown: String { map { printable("\($0.name), \($0.email)") } ?? "forgotten" }

    /// The donor's name for a list; empty if the donor's data was deleted.
    package var listed: String { map { printable($0.name) } ?? "" }
}

extension Money {
    /// The amount with its currency code, such as `50.00 USD`.
    package var shown: String { "\(plainText) \(currency.code.uppercased())" }
}
