import Giving
import ServerKit
import TextKit
import TimeKit

extension AdminVisit {
    /// The journal of some days, as `tapctl ledger journal` writes it.
    func journal() async throws -> PageAnswer {
        let calendar = organization.calendar
        let since = fields["since"].flatMap(CalendarDate.init(iso8601:))
        let until = fields["until"].flatMap(CalendarDate.init(iso8601:))
        let first = since.map(calendar.start) ?? .earliest
        let period = first..<max(first, until.map { calendar.start(of: $0.adding(days: 1)) } ?? .latest)
        let names = try await books.read { unit in
            Dictionary(try unit.funds().map { ($0.id, $0.name) }, uniquingKeysWith: { $1 })
        }
        var (text, lines, last) = (CSVLine.text(AccountingSheet.head), 0, Int64(0))
        while true {
            let entries = try await books.read { [last] unit in
                try unit.journal(in: period, behind: last, limit: 500)
            }
            guard let end = entries.last else { break }
            for entry in entries {
                let day = calendar.date(of: entry.time)
                text += AccountingSheet.lines(entry, day: day, fundNames: names).map(CSVLine.text).joined()
                lines += entry.lines.count
            }
            guard lines < Self.mostLines else {
                throw ProblemPage(
                    422, "This journal is too long", "there are more than \(Self.mostLines) lines",
                    remedy: "Choose fewer days. `tapctl ledger journal` writes any number.")
            }
            last = end.number
        }
        let day = calendar.date(of: books.now).iso8601
        return .download(
            name: "journal-\(organization.id)-\(day).csv", type: "text/csv; charset=utf-8", content: text)
    }
}
