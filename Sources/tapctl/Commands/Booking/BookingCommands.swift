import ArgumentParser
import Bookings
import DataFolderKit
import DatabaseKit
import Documents
import Payees

/// `tapctl booking`: work that is booked and paid before there is a job.
struct BookingCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "booking", abstract: "Quote work, have it paid, and pay whoever did it.",
        subcommands: [
            BookingEnroll.self, BookingOnboard.self, BookingPayees.self, BookingQuoteCommand.self,
            BookingLink.self, BookingPay.self, BookingList.self, BookingShow.self, BookingComplete.self,
            BookingCancel.self, BookingRefund.self, BookingPayout.self,
        ])
}

/// Which job, where it is kept, and how the answer is written.
struct BookingJobOptions: ParsableArguments {
    @Argument(help: "The job's id.")
    var id: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    /// Does one thing with the job, and prints what it is then.
    func perform(
        _ work: @escaping @Sendable (BookingService, BookingJob) async throws -> Void
    ) async throws {
        let shown = try await data.withData { data in
            let bookings = try data.toldBookings
            try await work(bookings, bookings.job(id, for: .platform))
            return try await bookings.shown(id)
        }
        try output.print(shown.document) { shown.text(style: $0) }
    }
}

extension BookingRole: ExpressibleByArgument {}

extension DataFolder {
    /// Payees; where a switch for tests is on, that is said.
    var toldPayees: PayeeDesk {
        get throws { try toldBookings.payees }
    }

    /// Bookings; where a switch for tests is on, that is said.
    var toldBookings: BookingService {
        get throws {
            if let warning = products.payees.gate.warning { Talk.say("warning: \(warning)") }
            return products.bookings
        }
    }
}

extension BookingProduct: CommandProduct {
    var commands: [any ParsableCommand.Type] { [BookingCommands.self, EarningsCommand.self] }
}
