package import Contracts
import Giving
package import MoneyKit
import TextKit
import TimeKit

extension Contract {
    /// Returns the contract's document.
    ///
    /// - Parameter link: The open payment link, or nil.
    package func document(link: String? = nil) throws -> JSONValue {
        let breakdown = try terms.breakdown()
        func minor(_ name: ContractBreakdown.Name) -> JSONValue { .int(Int(breakdown.minorUnits(name))) }
        let days: JSONValue = terms.releaseAfterDays.map { .int($0) } ?? .null
        return [
            "object": "contract", "id": .string(id), "status": .string(status.rawValue),
            "title": .string(terms.title), "description": .string(terms.description),
            "payee": .string(terms.payee), "payee_name": .string(terms.payeeName),
            "payer_name": .string(terms.payer.name), "payer_email": .string(terms.payer.email),
            "start_date": .string(terms.startDate.iso8601), "end_date": .string(terms.endDate.iso8601),
            "deliverables": .array(terms.deliverables.map { .string($0) }),
            "structure": .string(terms.structure.kind.rawValue),
            "release_after_days": days,
            "currency": .string(terms.total.currency.code), "total_minor": minor(.value),
            "surcharge_minor": minor(.surcharge), "payer_pays_minor": minor(.payerPays),
            "platform_fee_minor": minor(.platformFee), "payee_receives_minor": minor(.payeeReceives),
            "settled_minor": .int(Int(progress.closed.minorUnits)),
            "parts_settled": .int(progress.count), "parts": .int(progress.of),
            "signed_by_payer": JSONValue(payerAcceptedAt?.iso8601),
            "signed_by_payee": JSONValue(payeeAcceptedAt?.iso8601),
            "milestones": .array(instalments.map { $0.document(in: terms) }),
            "allowed": .array(allowed.map { .string($0.rawValue) }),
            "link": JSONValue(link), "created": .string(created.iso8601),
        ]
    }
}

extension Contract.Progress {
    /// The number of settled parts, like `2 of 5`.
    package var counted: String { "\(count) of \(of)" }

    /// Returns the settled amount and parts, like `25,000.00 USD of 50,000.00 USD settled, 1 of 2`.
    package func shown(of total: Money) -> String { "\(closed.shown) of \(total.shown) settled, \(counted)" }
}

extension Instalment {
    fileprivate func document(in terms: ContractTerms) -> JSONValue {
        [
            "number": .int(number), "title": .string(milestone(in: terms)?.title ?? terms.title),
            "description": JSONValue(milestone(in: terms)?.description),
            "share_basis_points": .int(Int(milestone(in: terms)?.share.rawValue ?? 10_000)),
            "amount_minor": .int(Int(amount.minorUnits)), "status": .string(status.rawValue),
            "paid_minor": .int(Int(paidMinor)), "refunded_minor": .int(Int(refundedMinor)),
            "payment": JSONValue(payment),
            "paid": JSONValue(paidAt?.iso8601), "completed": JSONValue(completedAt?.iso8601),
        ]
    }

    /// Returns the milestone of this payment, or nil if the contract is paid at once.
    package func milestone(in terms: ContractTerms) -> Milestone? {
        terms.structure.milestones.dropFirst(number - 1).first
    }
}
