import Contracts
import Documents
import Giving
import InvocationRouter
import MoneyKit
import TextKit
import TimeKit
import TokenKit

extension Contract {
    /// Returns the contract as human-readable lines, each with a label and a value.
    func lines(link: String? = nil, style: Style) throws -> [LabeledLine] {
        let amounts = try terms.breakdown().lines.map { ($0.name.label, $0.amount.shown) }
        let parts = instalments.map { ("part \($0.number)", $0.line(in: terms)) }
        return labeled([
            "contract": id, "status": status.word(style: style), "title": printable(terms.title),
            "payee": printable(terms.payeeName),
            "payer": printable("\(terms.payer.name), \(terms.payer.email)"),
            "work": "\(terms.startDate.iso8601) to \(terms.endDate.iso8601)",
            "deliverables": terms.deliverables.map { printable($0) }.joined(separator: "\n"),
            "paid": terms.structure.kind.words,
        ]) + amounts + [("progress", progress.shown(of: terms.total))] + parts
            + labeled([
                "can be done": allowed.isEmpty ? nil : allowed.map(\.rawValue).joined(separator: ", "),
                "link": link, "": TestMark.sentence,
            ])
    }
}

extension Instalment {
    fileprivate func line(in terms: ContractTerms) -> String {
        "\(printable(milestone(in: terms)?.title ?? terms.title)): \(amount.shown), \(status.word)"
    }
}

extension PaymentStructure.Kind {
    /// The timing of the payments, as human-readable text.
    fileprivate var words: String {
        switch self {
        case .upfront: "before the work begins"
        case .milestones: "by milestones"
        case .afterCompletion: "when the work is done"
        }
    }
}

extension ContractBreakdown.Name {
    /// The label of a line in a contract's breakdown of amounts.
    fileprivate var label: String {
        switch self {
        case .value: "value"
        case .surcharge: "surcharge"
        case .payerPays: "payer pays"
        case .platformFee: "platform fee"
        case .payeeReceives: "payee receives"
        }
    }
}

extension ContractStatus {
    /// Returns the contract's status with a symbol, in color if the style has colors.
    func word(style: Style) -> String {
        let word: String = self.word
        let text = "\(symbol) \(word)"
        return switch self {
        case .active, .completed: style.green(text)
        case .disputed: style.red(text)
        case .pendingSignature: style.yellow(text)
        case .draft, .cancelled: text
        }
    }
}

extension SecretToken {
    /// Returns the payment link with this token.
    func paymentURL(hosts: HostList) throws -> String { try Route.payment(token: text).url(hosts: hosts) }
}

extension OutputOptions {
    /// Prints a contract, with its payment link if one is given.
    func print(_ contract: Contract, link: String? = nil) throws {
        let document = try contract.document(link: link)
        try printColumns(document) { try contract.lines(link: link, style: $0) }
    }
}
