import ArgumentParser
import Bookings
import DataFolderKit
import Documents

/// `tapctl booking cancel`: a job is ended.
struct BookingCancel: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel a job and refund its payer.",
        discussion: """
            EXAMPLES:
              tapctl booking cancel job_01jd3x0...
              tapctl booking cancel job_01jd3x0... --as platform

            The payer may cancel before the work is done, the platform at any time: what
            the payee has of it is taken back.
            """)

    @Option(name: .customLong("as"), help: ArgumentHelp("Who does it: payer or platform.", valueName: "role"))
    var role = BookingRole.payer

    @OptionGroup var job: BookingJobOptions

    var output: OutputOptions { job.output }

    func run() async throws {
        try await job.perform { bookings, job in
            _ = try await bookings.perform(.cancel, on: job.id, by: role.actor(in: job.request))
        }
    }
}
