import ArgumentParser
import Bookings
import DataFolderKit
import Documents
import Payees

/// `tapctl booking list`: a payee's jobs, as the payee sees them.
struct BookingList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List a payee's jobs, newest first: what the payee gets.",
        discussion: """
            EXAMPLES:
              tapctl booking list drv_01jd3x0...
              tapctl booking list drv_01jd3x0... --json | jq '.data[].payout_status'

            Neither the price nor the platform's share stands there.
            """)

    @Argument(help: "The payee's id.")
    var payee: String

    @OptionGroup var page: PageOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let options = page
        let found = try await data.withData(needsProcessor: false) { data in
            let payees = data.products.payees
            let behind = try await data.read { transaction in
                try payees.admitted(payee, in: transaction)
                return try options.behind { id in try transaction.bookingJob(id)?.request.payee == payee }
            }
            return try await data.toldBookings.jobs(ofPayee: payee, behind: behind, limit: options.asked)
        }
        let page = Page(found, options)
        try output.print(.list(page.elements.map(\.document), hasMore: page.hasMore)) { style in
            page.elements.isEmpty
                ? "no jobs; a quote that is paid makes one" : PayeeJob.table(page.elements, style: style)
        }
        if !output.json { page.tellMore(\.id) }
    }
}
