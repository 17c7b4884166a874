package import Giving
import MoneyKit
import TimeKit

extension Statement {
    package var document: JSONValue {
        [
            "object": "statement", "org": .string(issuer.id), "org_name": .string(issuer.displayName),
            "tax_id": JSONValue(issuer.taxID), "year": .int(year), "donor_name": .string(donorName),
            "issued": .string(issued.iso8601), "currency": .string(sum.total.currency.code),
            "gifts": .array(lines.map(\.document)), "funds": .array(funds.map(\.document)),
            "sum": sum.document, "livemode": .bool(livemode),
        ]
    }
}

extension StatementLine {
    fileprivate var document: JSONValue {
        [
            "id": .string(gift), "paid": .string(paidAt.iso8601), "date": .string(day.iso8601),
            "late": .bool(isLate), "fund": .string(fund),
            "fund_name": .string(fundName), "recurring": .bool(isMonthly),
            "receipt_number": JSONValue(receiptNumber), "amounts": amounts.document,
        ]
    }
}

extension StatementFund {
    fileprivate var document: JSONValue {
        [
            "fund": .string(fund), "fund_name": .string(fundName), "gifts": .int(gifts),
            "amounts": amounts.document,
        ]
    }
}

extension StatementAmounts {
    fileprivate var document: JSONValue {
        [
            "given_minor": .int(Int(given.minorUnits)),
            "covered_fee_minor": .int(Int(coveredFee.minorUnits)),
            "refunded_minor": .int(Int(refunded.minorUnits)),
            "total_minor": .int(Int(total.minorUnits)),
        ]
    }
}
