import ArgumentParser
import DataFolderKit
import DatabaseKit
import Documents
import TimeKit

/// Where gifts and the ledger are kept, and which processor stands behind them.
struct ServiceOptions: ParsableArguments {
    @Option(help: DataOptions.help, completion: .directory)
    var data: String?
    @Option(help: ProcessorOptions.help)
    var processor: String?
    @Option(help: ProcessorOptions.keyHelp, completion: .file())
    var processorKey: String?

    func validate() throws {
        try ProcessorOptions.validate(processor, option: "--processor", keyFile: processorKey)
    }

    /// Opens the folder with its processor, works in it, and closes it however the work ends.
    ///
    /// - Parameters:
    ///   - making: Makes the folder where there is none.
    ///   - catchingUp: Ends first what an earlier program left, and reads what the processor did meanwhile.
    /// - needsProcessor: Whether nothing can be done where a served processor does not answer; else that is a warning.
    ///   - endsByInterrupt: Whether Ctrl-C is how the work is meant to end.
    /// - Throws: exit 66 where there is no data, unless it is made; 69 where no processor answers.
    func withData<Value: Sendable>(
        making: Bool = false, catchingUp: Bool = true, needsProcessor: Bool = true,
        endsByInterrupt: Bool = false,
        _ work: @escaping @Sendable (DataFolder) async throws -> Value
    ) async throws -> Value {
        let address = try ProcessorOptions.address(processor, keyFile: processorKey)
        var place = DataOptions()
        place.data = data
        return try await place.withData(making: making, at: address, endsByInterrupt: endsByInterrupt) {
            data in
            do {
                try await data.greetProcessor()
                if catchingUp { try await data.catchUp() }
            } catch let error as CommandError
                where !needsProcessor && error.code == ProcessorAddress.unreachable
            {
                Terminal.warn("\(error.summary): what it did meanwhile is not shown")
            }
            return try await work(data)
        }
    }

    /// Opens the folder for one read transaction; a processor that does not answer is only a warning.
    func read<Value: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> Value) async throws
        -> Value
    {
        try await withData(needsProcessor: false) { try await $0.read(work) }
    }

    /// Opens the folder for one read transaction, as ``read(_:)``, with the time at which it is opened.
    func read<Value: Sendable>(
        _ work: @escaping @Sendable (Transaction, Timestamp) throws -> Value
    ) async throws -> Value {
        try await withData(needsProcessor: false) { data in
            let now = data.clock.now()
            return try await data.read { try work($0, now) }
        }
    }

    /// Opens the folder for one write transaction, with the time at which it was requested; a processor that does not
    /// answer is only a warning.
    func write<Value: Sendable>(
        _ work: @escaping @Sendable (Transaction, Timestamp) throws -> Value
    ) async throws -> Value {
        try await withData(needsProcessor: false) { try await $0.write(work) }
    }
}
