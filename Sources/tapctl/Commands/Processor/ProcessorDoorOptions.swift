import ArgumentParser
import DatabaseKit
import Foundation
import ProcessorServer
import ProcessorSimulator

/// Which simulated processor is meant: the one of a data folder, or one that is served.
struct ProcessorDoorOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A processor that is served, as http://127.0.0.1:12111; else that of the data folder.",
            valueName: "url"))
    var url: String?

    @OptionGroup var data: DataOptions

    func validate() throws {
        if let url, WebhookTarget(url) == nil { throw ValidationError("--url takes an http address.") }
    }

    /// Opens the processor, works with it, and closes it however the work ends.
    func withDoor<Value: Sendable>(
        endsByInterrupt: Bool = false, _ work: @escaping @Sendable (ProcessorDoor) async throws -> Value
    ) async throws -> Value {
        guard let url else {
            return try await Self.withFile(of: data, endsByInterrupt: endsByInterrupt) { processor in
                try await work(
                    ProcessorDoor(processor: processor) { request in
                        SimulatedProcessor.steers(request.path)
                            ? await processor.control(request) : await processor.exchange(request)
                    })
            }
        }
        return try await Interrupts.guarding(quietly: endsByInterrupt) {
            let remote = RemoteProcessor(url: url)
            do {
                let value = try await work(
                    ProcessorDoor(processor: nil) { request in
                        do {
                            return try await remote.exchange(request)
                        } catch {
                            throw Self.unreachable(url, error)
                        }
                    })
                try await remote.close()
                return value
            } catch {
                try? await remote.close()
                throw error
            }
        }
    }

    /// Opens the processor of a data folder.
    static func withFile<Value: Sendable>(
        of data: DataOptions, endsByInterrupt: Bool = false,
        _ work: @escaping @Sendable (SimulatedProcessor) async throws -> Value
    ) async throws -> Value {
        let path = data.folder
        return try await Interrupts.guarding(quietly: endsByInterrupt) {
            let surroundings = try Surroundings()
            try DataFolder.make(path)
            let file = try DatabaseFile.open(
                at: path + "/processor.sqlite", migrations: DataFolder.processorMigrations)
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

    private static func unreachable(_ url: String, _ error: any Error) -> any Error {
        if error is CancellationError || Task.isCancelled { return CancellationError() }
        return CommandError(
            .noReader, code: "processorUnreachable", "no processor answers at \(url)",
            remedy: "`tapctl processor serve` starts one; without --url the data folder's is used")
    }
}
