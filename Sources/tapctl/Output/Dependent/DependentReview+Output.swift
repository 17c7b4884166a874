import Dependents
import MoneyKit
import TimeKit

extension DependentReview {
    /// The document of `docs/json.md`.
    var document: JSONValue {
        [
            "object": "dependent", "id": .string(dependent.id), "org": .string(agency.id),
            "guardian": .string(enrolled.guardian), "name": .string(dependent.name),
            "relationship": .string(dependent.relationship), "initials": .string(dependent.initials),
            "service_type": .string(dependent.serviceType), "service_title": .string(dependent.serviceTitle),
            "due_date": .string(dependent.due.iso8601), "days_remaining": .int(remaining.days),
            "fee_minor": dependent.fee.map { .int(Int($0.minorUnits)) } ?? .null, "currency": "sar",
            "payable": .bool(isPayable), "status": .string(enrolled.status.rawValue),
            "payment": JSONValue(enrolled.payment), "paid_at": JSONValue(enrolled.paidAt?.iso8601),
        ]
    }

    private var isPayable: Bool { if case .payable = approval { true } else { false } }

    /// Lines of a label and a value for a person. Names stand between isolates: none turns its line around.
    var lines: [(label: String, value: String)] {
        [
            ("dependent", dependent.id),
            ("name", "\(dependent.name.isolated) (\(dependent.initials.isolated))"),
            ("relationship", dependent.relationship.isolated),
            ("service", dependent.serviceType.isolated), ("title", dependent.isolatedTitle),
            ("agency", printable(agency.name).isolated),
            ("due", "\(dependent.due.iso8601), \(remaining.text(in: .english))"),
            ("fee", dependent.fee?.shown ?? "not known"), ("state", enrolled.status.rawValue),
            ("approve", approvalText),
        ]
    }

    /// What stands on the button, in a terminal.
    private var approvalText: String {
        switch approval {
        case .payable(let fee):
            "Approve and pay \(fee.shown): `tapctl dependent approve \(dependent.id) --method METHOD`"
        case .paid(let fee): "\(fee.shown) is paid; nothing is due"
        case .noFee: "cannot be paid: the fee of this service is not known"
        }
    }

    /// The screen to which an approval has led.
    func text(of session: DependentSession, style: Style) -> String {
        guard case .confirmation = session.screen else { return columns(lines, style: style) }
        let paid = "\(style.green("confirmed"))  \(dependent.isolatedTitle)"
        let rest = [dependent.fee?.shown, enrolled.payment].compactMap(\.self).joined(separator: "  ")
        return "\(paid)\n\(rest)"
    }
}

extension [DependentReview] {
    /// A line for each, and how to go on.
    func table(style: Style) -> String {
        let head = ["id", "name", "relationship", "service", "due", "fee", "state"]
        let rows = map { review in
            [
                review.dependent.id, review.dependent.name.isolated, review.dependent.relationship.isolated,
                review.dependent.serviceType.isolated, review.remaining.text(in: .english),
                review.dependent.fee?.shown ?? "not known", review.enrolled.status.rawValue,
            ]
        }
        return tapctl.table([head] + rows, numbers: ["fee"], style: style)
            + "\n\n`tapctl dependent review ID` shows one of them."
    }
}
