import Giving
import HTMLKit
import TagRegistry
import TimeKit

/// The batches in which an organization has seats.
struct BatchesPage: Sendable {
    let organization: Organization
    let batches: [SeatBatch]

    var title: String { "Tags" }

    var body: HTML {
        guard !batches.isEmpty else {
            return
                "<h1>Tags</h1>\n<p class=\"note\">No seat is this organization's yet: <code>tapctl batch new</code> plans some.</p>"
        }
        let rows = batches.map { found -> [HTML] in
            let address = AdminFrame.address(.batch(found.batch.name), of: organization)
            return [
                "<a href=\"\(address)\">\(HTML.name(found.batch.name))</a>",
                "\(found.verified) of \(found.seats)",
                "\(found.batch.protection.rawValue)",
                organization.calendar.date(of: found.batch.created).time,
            ]
        }
        let columns: [AdminTable.Column] = [
            .text("Batch"), .number("Seats with a tag"), .text("Protection"), .text("Planned"),
        ]
        return "<h1>Tags</h1>\n\(AdminTable(caption: title, columns: columns, rows: rows).html)"
    }
}
