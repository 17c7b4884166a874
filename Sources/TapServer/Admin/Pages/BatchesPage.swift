import Giving
import HTMLKit
import TagRegistry
import TimeKit

/// The batches in which an organization has seats.
struct BatchesPage: PageContent {
    let organization: Organization
    let batches: [SeatBatch]

    var title: String { "Tags" }

    var body: HTML {
        guard !batches.isEmpty else {
            return
                "<h1>Tags</h1>\n<p class=\"note\">No seat is this organization's yet: <code>tapctl batch new</code> plans some.</p>"
        }
        let rows = batches.map { found -> [HTML] in
            let address = organization.adminPath(.batch(found.batch.name))
            return [
                "<a href=\"\(address)\">\(HTML.name(found.batch.name))</a>",
                "\(found.verified) of \(found.seats)",
                "\(found.batch.protection.rawValue)",
                organization.calendar.date(of: found.batch.created).time,
            ]
        }
        return
            "<h1>Tags</h1>\n\(AdminTable(caption: title, columns: ["Batch", .number("Seats with a tag"), "Protection", "Planned"], rows: rows).html)"
    }
}
