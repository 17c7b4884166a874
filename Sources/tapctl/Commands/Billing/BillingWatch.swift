import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import Plans

/// `tapctl billing watch`: shows a subscriber's plan at regular intervals.
struct BillingWatch: UsesBilling {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Show a subscriber's plan at regular intervals.",
        discussion: """
            EXAMPLES:
              tapctl billing watch ann
              tapctl billing watch ann --interval 5 --json | jq -r .status
              tapctl billing watch ann --times 3

            Checks now, then every minute or every --interval seconds. If the processor
            does not respond, the last known status is shown with its age. With --json,
            each check is one document on its own line.
            """)

    @Option(help: ArgumentHelp("The number of seconds between checks, 1 to 86400.", valueName: "seconds"))
    var interval = 60

    @Option(help: ArgumentHelp("Stop after this many checks.", valueName: "n"))
    var times: Int?

    @OptionGroup var billing: BillingOptions

    func validate() throws {
        try (1...86_400).validate(interval, of: "--interval", unit: " seconds")
        if let times, times < 1 { throw ValidationError("--times must be at least 1.") }
    }

    func run() async throws {
        try await billing.data.withData(needsProcessor: false, endsByInterrupt: true) { data in
            let loop = PlanWatch(interval: .seconds(interval), times: times) {
                try await data.planStatus(of: billing.subscriber)
            } report: { status in
                if let warning = status.warning { Terminal.warn(warning) }
                try output.print(status.document) { status.text(style: $0) + "\n" }
            } pause: {
                try await Task.sleep(for: $0)
            }
            do {
                try await loop.run()
            } catch  where CommandError(error).category == .interrupted {
                throw ExitCode.interrupted
            }
        }
    }
}

/// A loop that checks a subscriber's plan immediately, and then at regular intervals.
struct PlanWatch: Sendable {
    let interval: Duration
    /// The number of checks; nil for no limit.
    let times: Int?
    let status: @Sendable () async throws -> PlanStatus
    let report: @Sendable (PlanStatus) throws -> Void
    /// Waits for a duration between two checks.
    let pause: @Sendable (Duration) async throws -> Void

    /// Checks the plan as often as ``times`` specifies or, if ``times`` is nil, until the task is canceled.
    /// Stops at the first error.
    func run() async throws {
        var seen = 0
        while true {
            try report(try await status())
            seen += 1
            if let times, seen >= times { return }
            try await pause(interval)
        }
    }
}

extension DataFolder {
    /// Returns the plan's current status, or the last known status if the processor does not respond.
    fileprivate func planStatus(of subscriber: String) async throws -> PlanStatus {
        do {
            try await greetProcessor()
        } catch let error as CommandError where error.code == ProcessorAddress.unreachable {
            Terminal.warn("\(error.summary): showing the last known status")
        }
        return try await products.plans.refresh(subscriber)
    }
}
