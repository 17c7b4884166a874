import ArgumentParser
import DataFolderKit
import DatabaseKit
import Documents
import ServerKit
import TimeKit

/// The options that select the data folder, its database and its processor.
struct ServiceOptions: ParsableArguments {
    @Option(help: DataOptions.help, completion: .directory)
    var data: String?
    @Option(help: DataOptions.databaseHelp)
    var database: String?
    @Option(help: ProcessorOptions.help)
    var processor: String?
    @Option(help: ProcessorOptions.keyHelp, completion: .file())
    var processorKey: String?

    func validate() throws {
        try ProcessorOptions.validate(processor, option: "--processor", keyFile: processorKey)
    }

    /// Opens the data folder with its processor and runs `work`. Closes the folder even if `work` fails.
    ///
    /// - Parameters:
    ///   - making: Whether a missing folder is created.
    ///   - catchingUp: Whether to catch up before `work` runs. Catching up completes processor requests that
    ///     an earlier process left unfinished, reads the processor's new events, and makes the transfers that
    ///     are due.
    ///   - onlyReads: Whether `work` changes nothing. If so, catching up is limited to about 50 ms, and the
    ///     next command or server continues it.
    ///   - needsProcessor: Whether it is an error if a served processor does not respond, or if no processor
    ///     is specified for a PostgreSQL database. If false, only a warning is printed.
    ///   - endsByInterrupt: Whether Ctrl-C counts as the normal end of the work.
    ///   - work: The operation that uses the folder.
    /// - Throws: An error with exit code 66 if the folder is missing and is not created; 69 if a required
    ///   processor does not respond; 77 if the processor does not accept the key; 78 if the processor does
    ///   not have the accounts that the data uses.
    func withData<Value: Sendable>(
        making: Bool = false, catchingUp: Bool = true, onlyReads: Bool = false, needsProcessor: Bool = true,
        endsByInterrupt: Bool = false,
        _ work: @escaping @Sendable (DataFolder) async throws -> Value
    ) async throws -> Value {
        let address = try ProcessorOptions.address(processor, keyFile: processorKey)
        var place = DataOptions()
        (place.data, place.database) = (data, database)
        let hasProcessor = address != nil || !place.isInPostgres
        guard hasProcessor || !needsProcessor else { throw DataFolder.noSharedProcessor }
        return try await place.withData(making: making, at: address, endsByInterrupt: endsByInterrupt) {
            data in
            guard hasProcessor else {
                Terminal.warn(
                    "\(DataFolder.noSharedProcessor.summary): the processor's latest changes are not shown")
                return try await work(data)
            }
            do {
                // This work was left by earlier programs, and is not a change by this command.
                try await ChangeRecord.pausing {
                    try await data.greetProcessor()
                    guard catchingUp else { return }
                    let budget = onlyReads ? WorkBudget.reading : nil
                    try await data.catchUp(within: budget)
                }
            } catch let error as CommandError
                where !needsProcessor && error.code == ProcessorAddress.unreachable
            {
                Terminal.warn("\(error.summary): the processor's latest changes are not shown")
            }
            return try await work(data)
        }
    }

    /// Opens the data folder, and runs `work` in a read transaction. If the processor does not respond,
    /// prints a warning instead of throwing an error.
    func read<Value: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> Value) async throws
        -> Value
    {
        try await withData(onlyReads: true, needsProcessor: false) { try await $0.read(work) }
    }

    /// Opens the data folder, and runs `work` in a read transaction. `work` receives the time at which the
    /// transaction was requested. If the processor does not respond, prints a warning and continues.
    func read<Value: Sendable>(
        _ work: @escaping @Sendable (Transaction, Timestamp) throws -> Value
    ) async throws -> Value {
        try await withData(onlyReads: true, needsProcessor: false) { data in
            let now = data.clock.now()
            return try await data.read { try work($0, now) }
        }
    }

    /// Opens the data folder, and runs `work` in a write transaction. `work` receives the time at which the
    /// transaction was requested. If the processor does not respond, only prints a warning.
    func write<Value: Sendable>(
        _ work: @escaping @Sendable (Transaction, Timestamp) throws -> Value
    ) async throws -> Value {
        try await withData(needsProcessor: false) { try await $0.write(work) }
    }
}

extension WorkBudget {
    /// The budget for due work before a read-only command. The work stops after 50 ms, but not before 50
    /// steps.
    fileprivate static var reading: WorkBudget {
        WorkBudget(.milliseconds(50), least: 50, now: MonotonicClock.system.now)
    }
}
