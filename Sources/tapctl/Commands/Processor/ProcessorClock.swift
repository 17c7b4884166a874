import ArgumentParser
import ProcessorSimulator
import TimeKit

/// `tapctl processor clock`: shows or moves the clock of the simulated processor.
struct ProcessorClock: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock", abstract: "Show or move the simulated processor's clock.",
        subcommands: [ProcessorClockShow.self, ProcessorClockAdvance.self, ProcessorClockSet.self],
        defaultSubcommand: ProcessorClockShow.self)
}

/// `tapctl processor clock show`: shows the clock.
struct ProcessorClockShow: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the processor's time.")

    @OptionGroup var connection: ProcessorConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await ProcessorTime.use(connection, output)
    }
}

/// `tapctl processor clock advance 31d`: advances the clock by a duration.
struct ProcessorClockAdvance: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "advance",
        abstract: "Move the clock forward; events that become due occur in order.",
        discussion: """
            EXAMPLES:
              tapctl processor clock advance 31d
              tapctl processor clock advance 1d12h
              tapctl processor clock advance 31d --url http://127.0.0.1:12111
            """)

    @Argument(help: "The time span: 90m, 31d, 1d12h.")
    var span: String
    @OptionGroup var connection: ProcessorConnectionOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard let seconds = ClockSpan.seconds(span), seconds > 0 else {
            throw ValidationError(
                "'\(span)' is not a positive time span. Use a format such as 31d, 90m or 1d12h.")
        }
    }

    func run() async throws {
        try await ProcessorTime.use(connection, output, "advance", (name: "by", value: span))
    }
}

/// `tapctl processor clock set 2027-01-31T09:00:00Z`: advances the clock to a time.
struct ProcessorClockSet: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Move the clock forward to a given time. It cannot be moved back.")

    @Argument(help: "When: 2027-01-31T09:00:00Z.")
    var moment: String
    @OptionGroup var connection: ProcessorConnectionOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard Timestamp(iso8601: moment) != nil else {
            throw ValidationError("'\(moment)' is not a time. Use a format such as 2027-01-31T09:00:00Z.")
        }
    }

    func run() async throws {
        try await ProcessorTime.use(connection, output, "set", (name: "to", value: moment))
    }
}
