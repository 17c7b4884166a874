import ArgumentParser
import Bookings
import Payees
import PaymentCore
import TokenKit

/// `tapctl booking link`: the link of a quote's payer, or of a payee.
struct BookingLink: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Tell the link by which a quote is paid, or a payee's own.",
        discussion: """
            EXAMPLES:
              tapctl booking link bkq_01jd3x0...
              tapctl booking link drv_01jd3x0...

            Whoever has a quote's link reviews and pays it; the link of a job is that of
            its quote. Whoever has a payee's link sets payouts up and sees what was
            earned. Asked again, it is the same. It stands behind the address of `tapctl
            serve`.
            """)

    @Argument(help: "The id of a quote, of its job, or of a payee.")
    var id: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let id = id
        let path = try await data.withData(needsProcessor: false) { data in
            try await data.write { unit, _ in
                // A job is paid, and shown to its payer, on the page of its quote.
                let id = try unit.bookingJob(id)?.quote ?? id
                let token = data.products.secret.following("page \(id)")
                if try unit.bookingQuote(id) != nil {
                    try unit.save(PageLink(hash: token.hash, to: .bookingQuote, id))
                    return "/pay/\(token.text)"
                }
                guard !id.hasPrefix("bkq_") else { throw BookingError(.quoteNotFound, String(id.prefix(40))) }
                guard !id.hasPrefix("job_") else { throw BookingError(.jobNotFound, String(id.prefix(40))) }
                _ = try unit.existingPayee(id)
                try unit.save(PageLink(hash: token.hash, to: .payee, id))
                return "/-/payee/\(token.text)"
            }
        }
        let document: JSONValue = ["object": "booking_link", "id": .string(id), "path": .string(path)]
        try output.print(document) { _ in path }
    }
}
