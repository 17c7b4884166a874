public import Dependents
import MoneyKit
public import TextKit
import TimeKit

extension EnrolledDependent.Status: NamedState {}

extension DependentReview {
    package var document: JSONValue {
        [
            "object": "dependent", "id": .string(dependent.id), "org": .string(agency.id),
            "guardian": .string(enrolled.guardian), "name": .string(dependent.name),
            "relationship": .string(dependent.relationship), "initials": .string(dependent.initials),
            "service_type": .string(dependent.serviceType), "service_title": .string(dependent.serviceTitle),
            "due_date": .string(dependent.due.iso8601), "days_remaining": .int(remaining.days),
            "fee_minor": dependent.fee.map { .int(Int($0.minorUnits)) } ?? .null, "currency": "sar",
            "payable": .bool(isPayable), "status": .string(enrolled.status.rawValue),
            "payment": JSONValue(enrolled.payment), "paid_at": JSONValue(enrolled.paidAt?.iso8601),
            "refunded_minor": .int(Int(enrolled.refundedMinor ?? 0)),
        ]
    }

    private var isPayable: Bool {
        switch approval {
        case .payable, .bankAsks: true
        case .paid, .refunded, .noFee: false
        }
    }
}
