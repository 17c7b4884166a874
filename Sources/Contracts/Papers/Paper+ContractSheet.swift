public import HTMLKit
import MoneyKit
import TextKit
public import TimeKit

extension Paper {
    /// Lays out a contract as a document: the parties, the work, the price, the payment schedule and the
    /// signatures.
    ///
    /// - Parameters:
    ///   - mark: A sentence that is printed at the beginning and at the end of the document.
    ///   - calendar: The calendar that determines the dates in the document.
    /// - Throws: `PaymentError` or `MoneyError`, but only if the terms were not validated.
    public static func contractSheet(of contract: Contract, mark: String, calendar: LocalCalendar) throws
        -> Paper
    {
        let terms = contract.terms
        func day(_ time: Timestamp?) -> String { time.map { calendar.date(of: $0).iso8601 } ?? "not signed" }
        let breakdown = try terms.breakdown()
        let amounts = try terms.structure.parts(of: terms.total)
        let parts = amounts.enumerated().map { index, amount in
            [
                "\(index + 1)", terms.title(ofPart: index + 1),
                contract.instalment(index + 1)?.status.rawValue ?? Instalment.Status.planned.rawValue,
                amount.onPaper,
            ]
        }
        var blocks: [Block] = [
            .facts([
                Fact("Contract", contract.id), Fact("Status", contract.status.word),
                Fact("Payee", terms.payeeName),
                Fact("Payer", "\(terms.payer.name), \(terms.payer.email)"),
                Fact("Work", "\(terms.startDate.iso8601) to \(terms.endDate.iso8601)"),
                Fact("Paid", terms.structure.kind.words),
            ]),
            .text(heading: "Description", terms.description),
            .items(heading: "Deliverables", terms.deliverables),
        ]
        let details = terms.structure.milestones.compactMap { milestone in
            milestone.description.map { "\(milestone.title): \($0)" }
        }
        if !details.isEmpty { blocks.append(.items(heading: "Milestones", details)) }
        blocks += [
            .table(
                heading: "Price", head: ["Line", "Amount"],
                rows: breakdown.lines.map { [$0.name.words, $0.amount.onPaper] }, sum: nil),
            .table(
                heading: "Payments", head: ["Part", "For", "Status", "Amount"], rows: parts,
                sum: ["", "Total", "", terms.total.onPaper]),
            .facts([
                Fact("Signed by the payee", day(contract.payeeAcceptedAt)),
                Fact("Signed by the payer", day(contract.payerAcceptedAt)),
            ]),
        ]
        return Paper(terms.title, mark: mark, blocks)
    }
}

extension Money {
    /// The amount formatted for the United States, such as `$50.00`.
    var onPaper: String { formatted(MoneyLocale("en-US")) }
}

extension ContractTerms {
    /// Returns the title of a part: the title of its milestone or, if there are no milestones, of the
    /// contract.
    func title(ofPart number: Int) -> String {
        structure.milestones.dropFirst(number - 1).first?.title ?? title
    }
}

extension PaymentStructure.Kind {
    /// The phrase for the time of payment in a printed contract, such as `before the work begins`.
    fileprivate var words: String {
        switch self {
        case .upfront: "before the work begins"
        case .milestones: "by milestones"
        case .afterCompletion: "when the work is done"
        }
    }
}

extension ContractBreakdown.Name {
    /// The label of the line in a printed contract.
    fileprivate var words: String {
        switch self {
        case .value: "Value of the work"
        case .surcharge: "Surcharge"
        case .payerPays: "The payer pays"
        case .platformFee: "The platform keeps"
        case .payeeReceives: "The payee receives"
        }
    }
}
