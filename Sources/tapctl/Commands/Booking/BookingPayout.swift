import ArgumentParser
import Bookings
import DataFolderKit
import Documents

/// `tapctl booking payout`: a completed job's money goes to its payee.
struct BookingPayout: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "payout", abstract: "Pay a completed job out, once; the platform approves by it.",
        discussion: """
            EXAMPLES:
              tapctl booking payout job_01jd3x0...
              tapctl booking payout job_01jd3x0... --as payee

            A payout that failed is tried again. On its way already, nothing more moves.
            Ends with 77 where nothing may be paid out, and says why.
            """)

    @Option(
        name: .customLong("as"), help: ArgumentHelp("Who asks for it: platform or payee.", valueName: "role"))
    var role = BookingRole.platform

    @OptionGroup var job: BookingJobOptions

    var output: OutputOptions { job.output }

    func run() async throws {
        try await job.perform { bookings, job in
            try await bookings.payOut(job.id, by: role.actor(in: job.request))
        }
    }
}
