import ArgumentParser
import DatabaseKit
import DataFolderKit
import Documents
import FailureKit
import Foundation
import Processor
import ProcessorClient
import ProcessorServer
import ProcessorSimulator
import TextKit

/// A connection to a simulated processor through Stripe's API. The processor is either in the data folder, or
/// served by another program.
struct ProcessorConnection: Sendable {
    /// The processor in the data folder; nil if the processor is served by another program.
    let processor: SimulatedProcessor?
    private let client: ProcessorClient
    private let address: ProcessorAddress?

    /// Creates a connection to the processor in the data folder.
    init(_ processor: SimulatedProcessor) {
        self.processor = processor
        client = ProcessorClient(transport: SimulatorTransport(processor: processor), retryPolicy: .none)
        address = nil
    }

    /// Creates a connection to a processor that another program serves.
    init(_ address: ProcessorAddress) {
        processor = nil
        client = address.client(.none)
        self.address = address
    }

    /// Sends a request and decodes its response.
    ///
    /// - Throws: The processor's error; an error with exit code 66 if the processor cannot find the object,
    ///   or 69 if it does not respond.
    func ask<Answer: Decodable & Sendable>(
        _ method: String, _ path: String, _ fields: [(name: String, value: String)] = [],
        _ kind: Answer.Type = Answer.self
    ) async throws -> Answer {
        try await translated { () throws(ProcessorError) in
            try await client.answer(method, path, fields, as: kind)
        }
    }

    /// Returns a page of the processor's events, newest first.
    func events(ofType type: String? = nil, _ query: ListQuery) async throws -> ListPage<EventHead> {
        try await translated { () throws(ProcessorError) in
            try await client.eventHeads(ofType: type, query)
        }
    }

    /// Sends a request to the processor and returns the response.
    func send(_ request: APIRequest) async throws -> APIResponse {
        do {
            return try await client.transport.exchange(request)
        } catch {
            throw noAnswer(error)
        }
    }

    /// Moves the clock if `verb` is given (`advance` or `set`). Returns the processor's time and its
    /// difference from the real time.
    func clock(_ verb: String? = nil, _ field: (name: String, value: String)? = nil) async throws
        -> ClockResponse
    {
        do {
            return try await ask(
                verb == nil ? "GET" : "POST", SimulatedProcessor.clockPath + (verb.map { "/" + $0 } ?? ""),
                field.map { [$0] } ?? [])
        } catch let error as CommandError where error.category == .notFound {
            guard let address else { throw error }
            throw address.notSimulated(
                "only a simulated processor has its own clock",
                remedy: "use `tapctl processor serve` to start a simulated processor")
        }
    }

    private func translated<Value>(_ work: () async throws(ProcessorError) -> Value) async throws -> Value {
        do {
            return try await work()
        } catch {
            if error.kind == .noAnswer { throw noAnswer(error) }
            guard error.status == 404 else { throw error }
            throw CommandError(
                .notFound, code: error.code ?? "notFound",
                "the processor could not find the requested object",
                reason: printable(error.message))
        }
    }

    private func noAnswer(_ error: any Error) -> any Error {
        if error is CancellationError || Task.isCancelled { return CancellationError() }
        return address?.unreachable ?? error
    }
}

/// A page of webhook delivery attempts, newest first.
struct AttemptsResponse: Decodable, Sendable {
    var data: [AttemptResponse]
    var hasMore: Bool
}

/// An attempt to deliver a webhook.
struct AttemptResponse: Decodable, Sendable {
    var number: Int
    var event: String
    var type: String
    var webhookEndpoint: String
    var url: String
    var attempt: Int
    var created: Int64
    var status: Int?
    var problem: String?
    var fault: String?
    var milliseconds: Int
    var nextAttempt: Int64?
}

/// The options that select a simulated processor, either in a data folder or served by another program.
struct ProcessorConnectionOptions: ParsableArguments {
    @Option(
        name: [.customLong("url"), .customLong("processor")],
        help: ProcessorOptions.help)
    var url: String?

    @Option(help: ProcessorOptions.keyHelp, completion: .file())
    var processorKey: String?

    @OptionGroup var data: DataOptions

    func validate() throws {
        try ProcessorOptions.validate(url, option: "--url", keyFile: processorKey)
        try data.refuseDatabase()
    }

    /// Connects to the selected processor and runs `work`. A processor in the data folder is opened first,
    /// and is closed even if `work` fails.
    func withConnection<Value: Sendable>(
        endsByInterrupt: Bool = false, _ work: @escaping @Sendable (ProcessorConnection) async throws -> Value
    ) async throws -> Value {
        // A folder on the command line takes precedence over an address from the environment.
        let isFile = url == nil && data.data != nil
        guard !isFile, let address = try ProcessorOptions.address(url, keyFile: processorKey) else {
            return try await withFile(endsByInterrupt: endsByInterrupt) { processor in
                try await work(ProcessorConnection(processor))
            }
        }
        return try await Interrupts.guarding(quietly: endsByInterrupt) {
            try await work(ProcessorConnection(address))
        }
    }

    /// Whether the options or the environment select a processor that another program serves, or the data
    /// folder contains a processor's file.
    var isThere: Bool {
        let served = environmentVariable(ProcessorAddress.variable, default: "")
        guard url == nil, data.data != nil || served.isEmpty else { return true }
        return FileManager.default.fileExists(atPath: data.folder + "/processor.sqlite")
    }

    /// The text that repeats the given options in a shell command. Each option is preceded by a space. Empty
    /// if no options were given.
    var arguments: String {
        [("--url", url), ("--processor-key", processorKey), ("--data", data.data)]
            .compactMap { name, value in value.map { " \(name) \($0.shellWord)" } }.joined()
    }

    /// Opens the processor in the data folder and runs `work`. Closes the processor even if `work` fails.
    private func withFile<Value: Sendable>(
        endsByInterrupt: Bool, _ work: @escaping @Sendable (SimulatedProcessor) async throws -> Value
    ) async throws -> Value {
        let path = data.folder
        return try await Interrupts.guarding(quietly: endsByInterrupt) {
            let surroundings = try ProcessEnvironment()
            let file = try DatabaseFile.openProcessor(in: path)
            do {
                let value = try await work(
                    SimulatedProcessor(
                        file: file, clock: surroundings.clock, seed: surroundings.seed()))
                try file.close()
                return value
            } catch {
                try? file.close()
                throw error
            }
        }
    }
}

extension DatabaseFile {
    /// Opens the simulated processor's file in a data folder, and creates both if they do not exist.
    static func openProcessor(in folder: String) throws -> DatabaseFile {
        try DataFolder.make(folder)
        let file = try open(at: folder + "/processor.sqlite", migrations: DataFolder.processorMigrations)
        file.warnIfCut(Terminal.warn)
        return file
    }
}

/// The help texts and the validation of the options that select a processor.
///
/// ``ServiceOptions`` and ``ProcessorConnectionOptions`` declare these options directly, without an option
/// group. In a debug build, ArgumentParser validates a group four times for each enclosing group. This would
/// take most of each command's startup time.
enum ProcessorOptions {
    static let help = ArgumentHelp(
        "A processor's URL. (default: $TAPCTL_PROCESSOR, else the processor in the data folder)",
        valueName: "url")
    static let keyHelp = ArgumentHelp(
        "A file with the processor's test key; live keys are refused. (default: $TAPCTL_PROCESSOR_KEY)",
        valueName: "path")

    /// Validates the processor's address and the path of the key file.
    static func validate(_ typed: String?, option: String, keyFile: String?) throws {
        if let typed, ProcessorAddress.url(typed) == nil {
            throw ValidationError("\(option) must be a URL such as http://127.0.0.1:12111.")
        }
        if let keyFile, ["sk_", "rk_", "pk_"].contains(where: keyFile.hasPrefix) {
            throw ValidationError(
                "--processor-key must be the path of a file, because the shell's history would keep a typed key."
            )
        }
    }

    /// Returns the address of the processor that the command line or the environment specifies. Nil for the
    /// processor in the data folder.
    static func address(_ typed: String?, keyFile: String?) throws -> ProcessorAddress? {
        let named = typed ?? environmentVariable(ProcessorAddress.variable, default: "")
        return named.isEmpty ? nil : try ProcessorAddress(named, keyFile: keyFile)
    }
}
