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
    func lines(link: String? = nil, style: Style) throws -> [(label: String, value: String)] {
        var rows = [
            ("contract", id), ("status", status.word(style: style)), ("title", printable(terms.title)),
            ("payee", printable(terms.payeeName)),
            ("payer", printable("\(terms.payer.name), \(terms.payer.email)")),
            ("work", "\(terms.startDate.iso8601) to \(terms.endDate.iso8601)"),
            ("deliverables", terms.deliverables.map { printable($0) }.joined(separator: "\n")),
            ("paid", terms.structure.kind.words),
        ]
        rows += try terms.breakdown().lines.map { ($0.name.label, $0.amount.shown) }
        rows.append(("progress", progress.shown(of: terms.total)))
        for instalment in instalments {
            rows.append(("part \(instalment.number)", instalment.line(in: terms)))
        }
        if !allowed.isEmpty {
            rows.append(("can be done", allowed.map(\.rawValue).joined(separator: ", ")))
        }
        if let link { rows.append(("link", link)) }
        rows.append(("", TestMark.sentence))
        return rows
    }

    /// Returns a table with one line per contract.
    static func table(_ contracts: [Contract], style: Style) -> String {
        tapctl.table(
            [["contract", "payer", "title", "total", "progress", "status"]]
                + contracts.map { contract in
                    [
                        contract.id, printable(contract.terms.payer.name), printable(contract.terms.title),
                        contract.terms.total.shown, contract.progress.counted,
                        contract.status.word(style: style),
                    ]
                }, numbers: ["total"], shrinking: ["payer", "title", "status"], style: style)
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

extension OutputOptions {
    /// Prints a contract after an action, with the payment link if the command opened one.
    func print(_ outcome: ContractOutcome, hosts: HostList) throws {
        let link = try outcome.link.map { try Route.payment(token: $0.text).url(hosts: hosts) }
        try print(outcome.contract, link: link)
    }

    /// Prints a contract, with its payment link if one is given.
    func print(_ contract: Contract, link: String? = nil) throws {
        let document = try contract.document(link: link)
        try printColumns(document) { try contract.lines(link: link, style: $0) }
    }
}
