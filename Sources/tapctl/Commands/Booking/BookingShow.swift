import ArgumentParser
import Bookings

/// `tapctl booking show`: one job, as the platform sees it.
struct BookingShow: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a job, as the platform sees it.",
        discussion: """
            EXAMPLES:
              tapctl booking show job_01jd3x0...
              tapctl booking show job_01jd3x0... --json | jq .payout_status
            """)

    @OptionGroup var job: BookingJobOptions

    var output: OutputOptions { job.output }

    func run() async throws { try await job.perform { _, _ in } }
}
