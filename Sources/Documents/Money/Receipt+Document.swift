package import Giving
import MoneyKit
import TimeKit

extension Receipt {
    package var document: JSONValue {
        [
            "object": "receipt", "number": number.text.json, "state": state.rawValue.json,
            "org": issuer.id.json, "org_name": issuer.displayName.json, "tax_id": issuer.taxID.json,
            "gift": gift.json, "revision": revision.json, "donor": donor.json, "donor_name": donorName.json,
            "donor_email": donorEmail.json, "fund": fund.json, "fund_name": fundName.json,
            "total_minor": total.minorUnits.json, "covered_fee_minor": coveredFeeMinor.json,
            "refunded_minor": refundedMinor.json, "currency": total.currency.code.json,
            "recurring": isMonthly.json, "date": date.json, "paid": paidAt.json, "issued": issued.json,
            "voided": voided.json, "replaces": JSONValue(replaces?.text),
            "replaced_by": JSONValue(replacedBy?.text), "livemode": livemode.json,
        ]
    }
}
