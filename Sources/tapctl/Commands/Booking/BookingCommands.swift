import ArgumentParser
import Bookings
import DataFolderKit
import Documents
import MoneyKit
import Payees
import StaffAccess

/// `tapctl booking`: manages jobs that are booked and paid in advance.
struct BookingCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "booking", abstract: "Quote jobs, accept payments for them, and pay the payees.",
        subcommands: [
            BookingEnroll.self, BookingOnboard.self, BookingPayees.self, BookingQuoteCommand.self,
            BookingLink.self, BookingPay.self, BookingList.self, BookingShow.self, BookingComplete.self,
            BookingCancel.self, BookingRefund.self, BookingPayout.self,
        ])
}

/// The options for the job, the data folder and the output format.
struct BookingJobOptions: ParsableArguments {
    @Argument(help: "The job's id.")
    var id: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    /// Runs an action on the job, and then prints the job.
    func perform(
        _ work: @escaping @Sendable (BookingService, BookingJob) async throws -> Void
    ) async throws {
        let shown = try await data.withData { data in
            let bookings = try data.toldBookings
            try await work(bookings, bookings.job(id, for: .platform))
            return try await bookings.shown(id)
        }
        try output.print(shown)
    }
}

extension BookingRole: ExpressibleByArgument {}

extension DataFolder {
    /// The payee service. Accessing this property prints a warning if the settings let payees get jobs before
    /// their accounts are set up. Such settings are only for tests.
    var toldPayees: PayeeService {
        get throws { try toldBookings.payees }
    }

    /// The booking service. Accessing this property prints a warning if the settings let payees get jobs
    /// before their accounts are set up. Such settings are only for tests.
    var toldBookings: BookingService {
        get throws {
            if let warning = products.payees.gate.warning { Terminal.say("warning: \(warning)") }
            return products.bookings
        }
    }
}

extension BookingProduct: CommandProduct {
    var commands: [any ParsableCommand.Type] { [BookingCommands.self, EarningsCommand.self] }
}

/// `tapctl booking list`: lists a payee's jobs. It prints only information that the payee may see.
struct BookingList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List a payee's jobs and earnings, newest first.",
        discussion: """
            EXAMPLES:
              tapctl booking list drv_01jd3x0...
              tapctl booking list drv_01jd3x0... --json | jq '.data[].payout_status'

            The list shows neither the price nor the platform's share.
            """)

    @Argument(help: "The payee's id.")
    var payee: String

    @OptionGroup var page: PageOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let found = try await data.withData(needsProcessor: false) { data in
            let payees = data.products.payees
            let cursor = try await data.read { transaction in
                try payees.admitted(payee, in: transaction)
                return try page.cursor { id in try transaction.bookingJob(id)?.request.payee == payee }
            }
            return try await data.toldBookings.jobs(ofPayee: payee, after: cursor, limit: page.asked)
        }
        try output.print(
            found, page, id: \.id, document: \.document,
            none: "this payee has no jobs; paying a quote creates one", of: "jobs"
        ) { jobs, style in
            table(
                [["job", "title", "address", "you get", "status", "payout"]]
                    + jobs.map { job in
                        [
                            job.id, printable(job.title), printable(job.address), job.amount.shown,
                            job.status.word(style: style), job.payoutStatus.word(style: style),
                        ]
                    }, numbers: ["you get"], shrinking: ["title", "address"], style: style)
        }
    }
}

/// `tapctl booking show`: shows a job. It also prints information that only the platform may see.
struct BookingShow: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a job as the platform sees it.",
        discussion: """
            EXAMPLES:
              tapctl booking show job_01jd3x0...
              tapctl booking show job_01jd3x0... --json | jq .payout_status
            """)

    @OptionGroup var job: BookingJobOptions

    var output: OutputOptions { job.output }

    func run() async throws { try await job.perform { _, _ in } }
}

/// `tapctl booking complete`: completes a job.
struct BookingComplete: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "complete", abstract: "Mark a job as done, and transfer the payee's share.",
        discussion: """
            EXAMPLES:
              tapctl booking complete job_01jd3x0...

            If the payee's account cannot receive money yet, the transfer is made later.
            """)

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("The role that completes the job: payee or platform.", valueName: "role"))
    var role = BookingRole.payee

    @OptionGroup var job: BookingJobOptions

    var action: AuditLogAction { .completeBooking }

    var output: OutputOptions { job.output }

    func run() async throws {
        try await job.perform { bookings, job in
            _ = try await bookings.perform(.complete, on: job.id, by: role.actor(in: job.request))
        }
    }
}

/// `tapctl booking cancel`: cancels a job.
struct BookingCancel: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel a job and refund the payer.",
        discussion: """
            EXAMPLES:
              tapctl booking cancel job_01jd3x0...
              tapctl booking cancel job_01jd3x0... --as platform

            The payer can cancel before the work is done; the platform can cancel at any
            time. Money already transferred to the payee is taken back.
            """)

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("The role that cancels the job: payer or platform.", valueName: "role"))
    var role = BookingRole.payer

    @OptionGroup var job: BookingJobOptions

    var action: AuditLogAction { .cancelBooking }

    var output: OutputOptions { job.output }

    func run() async throws {
        try await job.perform { bookings, job in
            _ = try await bookings.perform(.cancel, on: job.id, by: role.actor(in: job.request))
        }
    }
}

/// `tapctl booking refund`: refunds part of a job's price.
struct BookingRefund: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "refund", abstract: "Refund part of a job's price to the payer.",
        discussion: """
            EXAMPLES:
              tapctl booking refund job_01jd3x0... --amount 30

            The payee's share and the platform's fee are reduced in proportion. The refund
            is taken first from the money held for the job, then from the payee's balance.
            The job continues unless its whole price is refunded. `tapctl booking cancel`
            refunds everything that is left.
            """)

    @Option(help: "The amount, such as 30 or 30.00.")
    var amount: String

    @OptionGroup var job: BookingJobOptions

    var action: AuditLogAction { .refundBooking }

    var output: OutputOptions { job.output }

    func run() async throws {
        try await job.perform { bookings, job in
            let money = try Money(typed: amount, in: job.request.price.currency)
            _ = try await bookings.refund(money.minorUnits, of: job.id, by: .platform)
        }
    }
}

/// `tapctl booking payout`: pays out the money for a completed job to its payee.
struct BookingPayout: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "payout", abstract: "Approve a completed job, and pay out the payee's share.",
        discussion: """
            EXAMPLES:
              tapctl booking payout job_01jd3x0...
              tapctl booking payout job_01jd3x0... --as payee

            The command retries a failed payout. If a payout is already on its way, no
            second payout is sent. If the job cannot be paid out, the command prints the
            reason and exits with 77.
            """)

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("The role that requests the payout: platform or payee.", valueName: "role"))
    var role = BookingRole.platform

    @OptionGroup var job: BookingJobOptions

    var action: AuditLogAction { .payOutBooking }

    var output: OutputOptions { job.output }

    func run() async throws {
        try await job.perform { bookings, job in
            try await bookings.payOut(job.id, by: role.actor(in: job.request))
        }
    }
}
