import DataFolderKit
import Documents
import TimeKit

/// What the commands of the processor's clock do alike: ask or move, and print.
enum ProcessorTime {
    /// - Parameters:
    ///   - verb: `advance` or `set`; nil only shows.
    ///   - field: What the verb wants to know.
    static func use(
        _ door: ProcessorDoorOptions, _ output: OutputOptions, _ verb: String? = nil,
        _ field: (name: String, value: String)? = nil
    ) async throws {
        let clock = try await door.withDoor { try await $0.clock(verb, field) }
        try output.print(document(clock)) { _ in
            "\(Timestamp(seconds: clock.now).iso8601)\n\(ahead(clock.ahead))"
        }
    }

    private static func document(_ clock: ToldClock) -> JSONValue {
        [
            "object": "processor_clock", "now": .string(Timestamp(seconds: clock.now).iso8601),
            "ahead_seconds": .int(Int(clock.ahead)),
        ]
    }

    private static func ahead(_ seconds: Int64) -> String {
        seconds == 0 ? "as the clock here" : "\(seconds / 86_400) days \(seconds % 86_400) seconds ahead"
    }
}
