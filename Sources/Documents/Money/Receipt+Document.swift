package import Giving
import MoneyKit
import TimeKit

extension Receipt {
    package var document: JSONValue {
        [
            "object": "receipt", "number": .string(number.text), "state": .string(state.rawValue),
            "org": .string(issuer.id), "org_name": .string(issuer.displayName),
            "tax_id": JSONValue(issuer.taxID), "gift": .string(gift), "revision": .int(revision),
            "donor": JSONValue(donor), "donor_name": .string(donorName), "donor_email": .string(donorEmail),
            "fund": .string(fund), "fund_name": .string(fundName),
            "total_minor": .int(Int(total.minorUnits)), "covered_fee_minor": .int(Int(coveredFeeMinor)),
            "refunded_minor": .int(Int(refundedMinor)), "currency": .string(total.currency.code),
            "recurring": .bool(isMonthly), "date": .string(date.iso8601),
            "paid": .string(paidAt.iso8601), "issued": .string(issued.iso8601),
            "voided": JSONValue(voided?.iso8601), "replaces": JSONValue(replaces?.text),
            "replaced_by": JSONValue(replacedBy?.text), "livemode": .bool(livemode),
        ]
    }
}
