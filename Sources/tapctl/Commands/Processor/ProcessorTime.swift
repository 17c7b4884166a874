import DatabaseKit
import Processor
import ProcessorSimulator
import TimeKit

/// What the commands of the processor's clock do alike: open its file, ask or move, and print.
enum ProcessorTime {
    static func use(
        _ data: DataOptions, _ output: OutputOptions,
        _ work: @Sendable (SimulatedProcessor) async throws -> SimulatedProcessor.Time
    ) async throws {
        let surroundings = try Surroundings()
        try DataFolder.make(data.folder)
        let file = try DatabaseFile.open(
            at: data.folder + "/processor.sqlite", migrations: DataFolder.processorMigrations)
        let processor = SimulatedProcessor(file: file, clock: surroundings.clock, seed: surroundings.seed())
        let time = try await work(processor)
        try file.close()
        try output.print(document(time)) { _ in
            "\(time.now.iso8601)\n\(ahead(time.ahead))"
        }
    }

    private static func document(_ time: SimulatedProcessor.Time) -> JSONValue {
        [
            "object": .string("processor_clock"), "now": .string(time.now.iso8601),
            "ahead_seconds": .int(Int(time.ahead)),
        ]
    }

    private static func ahead(_ seconds: Int64) -> String {
        seconds == 0 ? "as the clock here" : "\(seconds / 86_400) days \(seconds % 86_400) seconds ahead"
    }
}
