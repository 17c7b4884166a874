package import Giving
package import MoneyKit
package import PaymentCore
import TextKit
import TimeKit

extension Gift {
    package var document: JSONValue {
        [
            "object": "gift", "id": .string(id), "org": .string(organization), "fund": .string(fund),
            "amount_minor": .int(Int(amount.minorUnits)), "covered_fee_minor": .int(Int(coveredFeeMinor)),
            "fee_minor": .int(Int(feeMinor)), "total_minor": .int(Int(total.minorUnits)),
            "currency": .string(amount.currency.code), "status": .string(status.rawValue),
            "recurring": JSONValue(recurring), "payment": JSONValue(payment),
            "payment_intent": JSONValue(paymentIntent), "receipt_number": JSONValue(receiptNumber),
            "refunded_minor": .int(Int(refundedMinor)), "failure_code": JSONValue(failureCode),
            "donor": JSONValue(donor), "tap": JSONValue(tap), "livemode": .bool(livemode),
            "created": .string(created.iso8601),
        ]
    }

    /// Returns the document of a single gift, with its donor, net amount and payout.
    package func document(payout: PayeePayout?, net: Money?) -> JSONValue {
        document
            .adding("donor_name", JSONValue(giver?.name))
            .adding("donor_email", JSONValue(giver?.email))
            .adding("net_minor", net.map { .int(Int($0.minorUnits)) } ?? .null)
            .adding("payout", JSONValue(payout?.id))
    }
}

extension Giver? {
    /// The donor's name and e-mail address, or `forgotten` if the donor was forgotten.
    package var shown: String { map { printable("\($0.name), \($0.email)") } ?? "forgotten" }

    /// The donor's name for a list; empty if the donor was forgotten.
    package var listed: String { map { printable($0.name) } ?? "" }
}

extension Money {
    /// The amount with its currency code: `50.00 USD`.
    package var shown: String { "\(plainText) \(currency.code.uppercased())" }
}
