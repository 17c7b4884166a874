import Dependents
import Documents
import MoneyKit
import TextKit
import TimeKit

extension DependentReview {
    /// The review as human-readable lines, each with a label and a value. Names are enclosed in Unicode
    /// isolates, so a right-to-left name does not change the order of the text around it.
    var lines: [LabeledLine] {
        [
            ("dependent", dependent.id),
            ("name", "\(dependent.name.isolated) (\(dependent.initials.isolated))"),
            ("relationship", dependent.relationship.isolated),
            ("service", dependent.serviceType.isolated), ("title", dependent.isolatedTitle),
            ("agency", printable(agency.name).isolated),
            ("due", "\(dependent.due.iso8601), \(remaining.text(in: .english))"),
            ("fee", dependent.fee?.shown ?? "not known"), ("state", enrolled.status.word),
            ("approve", approvalText),
        ]
    }

    /// The state of the fee as human-readable text. If the fee can be paid, the text includes the command for
    /// paying it.
    private var approvalText: String {
        switch approval {
        case .payable(let fee):
            "Approve and pay \(fee.shown): `tapctl dependent approve \(dependent.id) --method METHOD`"
        case .bankAsks(let fee):
            """
            The guardian's bank asks the guardian to confirm \(fee.shown). To simulate the confirmation, run \
            `tapctl dependent approve \(dependent.id) --method METHOD --challenge passed`
            """
        case .paid where enrolled.status == .disputed:
            "the guardian disputed the payment; nothing is due"
        case .paid(let fee):
            if let refunded {
                "\(fee.shown) was paid, and \(refunded.shown) of it was refunded; nothing is due"
            } else {
                "\(fee.shown) is paid; nothing is due"
            }
        case .refunded(let fee): "\(fee.shown) was paid and refunded; nothing is due"
        case .noFee: "cannot be paid: the fee of this service is not known"
        }
    }

    /// Returns the confirmation of an approved fee. If the session's screen is not the confirmation, returns
    /// the review.
    func text(of session: DependentSession, style: Style) -> String {
        guard case .confirmation = session.screen else { return columns(lines, style: style) }
        let word =
            switch enrolled.status {
            case .refunded, .partiallyRefunded, .disputed: style.yellow(enrolled.status.word)
            case .listed, .failed, .confirmed: style.green("confirmed")
            }
        let paid = "\(word)  \(dependent.isolatedTitle)"
        let rest = [dependent.fee?.shown, enrolled.payment].compactMap(\.self).joined(separator: "  ")
        return "\(paid)\n\(rest)"
    }
}

extension [DependentReview] {
    /// Returns a table with a line for each dependent, followed by the next step.
    func table(style: Style) -> String {
        let head = ["id", "name", "relationship", "service", "due", "fee", "state"]
        let rows = map { review in
            [
                review.dependent.id, review.dependent.name.isolated, review.dependent.relationship.isolated,
                review.dependent.serviceType.isolated, review.remaining.text(in: .english),
                review.dependent.fee?.shown ?? "not known", review.enrolled.status.word,
            ]
        }
        return tapctl.table([head] + rows, numbers: ["fee"], style: style)
            + "\n\n`tapctl dependent review ID` shows one dependent."
    }
}
