import ArgumentParser
import Bookings
import DataFolderKit
import Documents
import MoneyKit

/// `tapctl booking refund`: refunds part of a job's price.
struct BookingRefund: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "refund", abstract: "Refund a part of a job's price to the payer.",
        discussion: """
            EXAMPLES:
              tapctl booking refund job_01jd3x0... --amount 30

            The payee's share and the fee are refunded in proportion: first from what is
            held, then from what the payee has. The job goes on. `tapctl booking cancel`
            refunds all that is left.
            """)

    @Option(help: ArgumentHelp("How much, as 30 or 30.00.", valueName: "amount"))
    var amount: String

    @OptionGroup var job: BookingJobOptions

    var output: OutputOptions { job.output }

    func run() async throws {
        try await job.perform { bookings, job in
            let money = try Money(typed: amount, in: job.request.price.currency)
            _ = try await bookings.refund(money.minorUnits, of: job.id, by: .platform)
        }
    }
}
