import Contracts
import Documents
import Giving
import MoneyKit
import TextKit
import TimeKit

extension Contract {
    /// The document of `docs/json.md`.
    ///
    /// - Parameter link: The open payment link, or nil.
    func document(link: String? = nil) throws -> JSONValue {
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

    /// Lines of a label and a value for a person.
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

    /// Contracts for a person, a line each.
    static func table(_ contracts: [Contract], style: Style) -> String {
        tapctl.table(
            [["contract", "payer", "title", "total", "progress", "status"]]
                + contracts.map { contract in
                    [
                        contract.id, printable(contract.terms.payer.name), printable(contract.terms.title),
                        contract.terms.total.shown, contract.progress.counted,
                        contract.status.word(style: style),
                    ]
                }, numbers: ["total"], shrinking: ["payer", "title"], style: style)
    }
}

extension Contract.Progress {
    /// `2 of 5`
    var counted: String { "\(count) of \(of)" }

    /// `25,000.00 USD of 50,000.00 USD settled, 1 of 2`
    func shown(of total: Money) -> String { "\(closed.shown) of \(total.shown) settled, \(counted)" }
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

    fileprivate func line(in terms: ContractTerms) -> String {
        "\(printable(milestone(in: terms)?.title ?? terms.title)): \(amount.shown), \(status.word)"
    }

    /// The milestone of this payment, or nil if the contract is paid at once.
    private func milestone(in terms: ContractTerms) -> Milestone? {
        terms.structure.milestones.dropFirst(number - 1).first
    }
}

extension PaymentStructure.Kind {
    /// When it is paid, in words.
    fileprivate var words: String {
        switch self {
        case .upfront: "before the work begins"
        case .milestones: "by milestones"
        case .afterCompletion: "when the work is done"
        }
    }
}

extension ContractBreakdown.Name {
    /// The line's label.
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
    /// Symbol and status in words, with a colour that says nothing more.
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
