public import Dependents
import MoneyKit
public import TextKit
import TimeKit

extension EnrolledDependent.Status: NamedState {}

extension DependentReview: Documented {
    package static let fields = DocumentFields<DependentReview>("dependent") {
        Field("id") { $0.dependent.id }
        Field("org", "the organization that receives the fee") { $0.agency.id }
        Field("guardian", "the person who pays the fee") { $0.enrolled.guardian }
        Field("name") { $0.dependent.name }
        Field("relationship") { $0.dependent.relationship }
        Field("initials", "the initials to show instead of a picture") { $0.dependent.initials }
        Field("service_type") { $0.dependent.serviceType }
        Field("service_title", "the service and the dependent's name, separated by a hyphen") {
            $0.dependent.serviceTitle
        }
        Field("due_date", "the last day to pay") { $0.dependent.due }
        Field("days_remaining", "0 if the fee is due today; negative if it is overdue") { $0.remaining.days }
        Field("fee_minor", "the fee in halalas; null if unknown") { $0.dependent.fee?.minorUnits }
        Field("currency", is: "sar")
        Field("payable", "whether the fee can be paid now") { $0.isPayable }
        Field("status") { $0.enrolled.status }
        Field("payment", "the id of the latest payment") { $0.enrolled.payment }
        Field("paid_at") { $0.enrolled.paidAt }
        Field("refunded_minor", "the refunded part of fee_minor") { $0.enrolled.refundedMinor ?? 0 }
    }

    private var isPayable: Bool {
        switch approval {
        case .payable, .bankAsks: true
        case .paid, .refunded, .noFee: false
        }
    }
}
