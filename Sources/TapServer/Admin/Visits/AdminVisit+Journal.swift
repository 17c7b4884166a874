import Giving
import TextKit
import TimeKit

extension AdminVisit {
    /// The journal of some days, as `tapctl ledger journal` writes it.
    func journal() async throws -> PageAnswer {
        let calendar = organization.calendar
        let days = TypedDays(fields)
        if let complaint = days.complaint { throw ProblemPage.noDay(complaint) }
        let first = days.start(by: calendar) ?? .earliest
        let period = first..<max(first, days.end(by: calendar) ?? .latest)
        var (text, lines, last) = (CSVLine.text(AccountingSheet.head), 0, Int64(0))
        while true {
            let page = try await books.read { [last] transaction in
                try transaction.journal(in: period, behind: last, limit: 500)
            }
            guard let end = page.last else { break }
            for entry in page.entries {
                let day = calendar.date(of: entry.time)
                text += AccountingSheet.lines(entry, day: day).map(CSVLine.text).joined()
                lines += entry.lines.count
            }
            guard lines < Self.mostLines else {
                throw ProblemPage(
                    422, "This journal is too long", "there are more than \(Self.mostLines) lines",
                    remedy: "Choose fewer days. `tapctl ledger journal` writes any number.")
            }
            last = end
        }
        let day = calendar.date(of: books.now).iso8601
        return .download(
            name: "journal-\(organization.id)-\(day).csv", type: "text/csv; charset=utf-8", content: text)
    }
}
