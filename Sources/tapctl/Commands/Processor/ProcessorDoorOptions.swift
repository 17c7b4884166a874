import ArgumentParser
import DataFolderKit
import DatabaseKit
import ProcessorSimulator

/// Which simulated processor is meant: the one of a data folder, or one that is served.
struct ProcessorDoorOptions: ParsableArguments {
    @Option(
        name: [.customLong("url"), .customLong("processor")],
        help: ProcessorOptions.help)
    var url: String?

    @Option(help: ProcessorOptions.keyHelp, completion: .file())
    var processorKey: String?

    @OptionGroup var data: DataOptions

    func validate() throws {
        try ProcessorOptions.validate(url, option: "--url", keyFile: processorKey)
    }

    /// Opens the processor, works with it, and closes it however the work ends.
    func withDoor<Value: Sendable>(
        endsByInterrupt: Bool = false, _ work: @escaping @Sendable (ProcessorDoor) async throws -> Value
    ) async throws -> Value {
        // A folder that is typed comes before an address that only the environment names.
        let isFile = url == nil && data.data != nil
        guard !isFile, let address = try ProcessorOptions.address(url, keyFile: processorKey) else {
            return try await withFile(endsByInterrupt: endsByInterrupt) { processor in
                try await work(ProcessorDoor(processor))
            }
        }
        return try await Interrupts.guarding(quietly: endsByInterrupt) {
            try await work(ProcessorDoor(address))
        }
    }

    /// Opens the processor of the data folder.
    private func withFile<Value: Sendable>(
        endsByInterrupt: Bool, _ work: @escaping @Sendable (SimulatedProcessor) async throws -> Value
    ) async throws -> Value {
        let path = data.folder
        return try await Interrupts.guarding(quietly: endsByInterrupt) {
            let surroundings = try Surroundings()
            try DataFolder.make(path)
            let file = try DatabaseFile.open(
                at: path + "/processor.sqlite", migrations: DataFolder.processorMigrations)
            file.warnIfCut(Talk.warn)
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
