import DatabaseKit
import Documents
import Giving
import MoneyKit
import TextKit
import TimeKit

extension DonorSummary {
    /// Returns the cells of the donor's row in a table. Gifts to several organizations are added up by
    /// currency.
    func row(names: GivingNames, style: Style) -> [String] {
        [
            style.short(donor.id), printable(namesInOrder), printable(donor.email), String(gifts),
            sums.map(\.shown).joined(separator: ", "),
            last.map { names.moment($0.last, of: $0.organization) } ?? "",
        ]
    }

    /// Returns the donor as human-readable lines, each with a label and a value.
    func lines(names: GivingNames) -> [LabeledLine] {
        let given = totals.map { total in
            let who = [total.name, total.phone].compactMap(\.self).joined(separator: ", ")
            return
                "\(total.amount.shown) in \(counted(total.gifts, "gift")) to \(total.organization), most recently on \(names.moment(total.last, of: total.organization)), under the name \(printable(who))"
        }
        return [
            ("donor", donor.id), ("e-mail", printable(donor.email)),
            ("since", names.moment(donor.created, of: totals.first?.organization)),
            ("gifts less refunds", given.isEmpty ? "none" : given.joined(separator: "\n")),
        ]
    }

    /// The header line of a CSV file of donors.
    static let sheetHead: [CSVLine.Field] = [
        "donor", "name", "email", "phone", "since", "org", "gifts", "gifts_less_refunds", "currency",
        "last_gift",
    ]

    /// Returns the donor's CSV lines. There is one line for each organization and currency, with the name
    /// that the donor used there. A donor without paid gifts has a single line.
    func sheetLines(names: GivingNames) -> [[CSVLine.Field]] {
        guard !totals.isEmpty else { return [who(nil) + ["", .count(0), "", "", ""]] }
        return totals.map { total in
            who(total) + [
                .text(total.organization), .count(total.gifts), .amount(total.amount),
                .text(total.amount.currency.code),
                .date(names.day(total.last, of: total.organization).iso8601),
            ]
        }
    }

    private func who(_ total: DonorTotal?) -> [CSVLine.Field] {
        [
            .text(donor.id), .text(total?.name ?? ""), .text(donor.email), .text(total?.phone ?? ""),
            .date(donor.created.iso8601),
        ]
    }

    /// The donor's distinct names, separated by commas.
    private var namesInOrder: String {
        var seen: Set<String> = []
        return totals.map(\.name).filter { seen.insert($0).inserted }.joined(separator: ", ")
    }

    /// The donor's total gifts less refunds, one amount per currency, ordered by currency code.
    private var sums: [Money] {
        Dictionary(grouping: totals, by: \.amount.currency)
            .map { Money($1.reduce(0) { $0 + $1.amount.minorUnits }, $0) }
            .sorted { $0.currency.code < $1.currency.code }
    }
}

extension DonorExport {
    /// Returns all data about the donor as human-readable text: the donor, followed by lists of gifts,
    /// monthly gifts, receipts, notes and statements.
    func text(names: GivingNames, style: Style) -> String {
        let head = [
            ("donor", donor.id), ("e-mail", printable(donor.email)),
            ("since", names.moment(donor.created, of: gifts.first?.organization)),
        ]
        let tables = [
            [["gift", "when", "as", "to", "amount", "status"]]
                + gifts.map { gift in
                    [
                        style.short(gift.id), names.moment(of: gift),
                        gift.giver.withPhone, "\(gift.organization)/\(gift.fund)", gift.amountListed,
                        gift.status.word(style: style),
                    ]
                },
            [["monthly gift", "since", "as", "to", "amount", "status"]]
                + monthlyGifts.map { gift in
                    [
                        style.short(gift.id), names.moment(gift.created, of: gift.organization),
                        gift.giver.withPhone, "\(gift.organization)/\(gift.fund)", gift.amount.shown,
                        gift.status.word(style: style),
                    ]
                },
            Receipt.rows(receipts, style: style),
            [["note of", "changed", "text"]]
                + notes.map { note in
                    [
                        note.organization, names.moment(note.changed, of: note.organization),
                        printable(note.text.replacing("\n", with: " ")),
                    ]
                },
            [["statement", "year"]] + statements.map { [$0.organization, String($0.year)] },
        ]
        let shown = tables.filter { $0.count > 1 }.map {
            table(
                $0, numbers: ["when", "since", "changed", "amount", "total"],
                shrinking: ["as", "to", "text"], style: style)
        }
        return ([columns(head, style: style)] + shown).joined(separator: "\n\n")
    }
}

extension DonorDetails? {
    /// The donor's name, followed by the phone number if there is one.
    fileprivate var withPhone: String {
        [self?.name, self?.phone].compactMap(\.self).map(printable).joined(separator: ", ")
    }
}
