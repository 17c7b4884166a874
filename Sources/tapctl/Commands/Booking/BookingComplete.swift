import ArgumentParser
import Bookings
import DataFolderKit
import Documents

/// `tapctl booking complete`: the work of a job is done.
struct BookingComplete: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "complete", abstract: "Say that a job is done: its money goes to the payee.",
        discussion: """
            EXAMPLES:
              tapctl booking complete job_01jd3x0...

            Where the account takes no money yet, it goes once it does.
            """)

    @Option(name: .customLong("as"), help: ArgumentHelp("Who says it: payee or platform.", valueName: "role"))
    var role = BookingRole.payee

    @OptionGroup var job: BookingJobOptions

    var output: OutputOptions { job.output }

    func run() async throws {
        try await job.perform { bookings, job in
            _ = try await bookings.perform(.complete, on: job.id, by: role.actor(in: job.request))
        }
    }
}
