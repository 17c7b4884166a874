import TimeKit

/// What the commands of the processor's clock do alike: ask or move, and print.
enum ProcessorTime {
    /// Asks the clock of a processor, and prints what it says then.
    ///
    /// - Parameter path: What is done with it: `/advance`; empty for nothing.
    static func print(
        _ output: OutputOptions, from door: ProcessorDoorOptions, _ method: String, _ path: String = "",
        _ form: [(String, String)] = []
    ) async throws {
        let told: Told = try await door.withDoor { door in
            try await door.ask(method, "/_tapctl/clock" + path, form: form)
        }
        let now = Timestamp(seconds: told.now).iso8601
        let document: JSONValue = [
            "object": "processor_clock", "now": .string(now), "ahead_seconds": .int(Int(told.ahead)),
        ]
        try output.print(document) { _ in "\(now)\n\(ahead(told.ahead))" }
    }

    private struct Told: Decodable, Sendable {
        var now: Int64
        var ahead: Int64
    }

    private static func ahead(_ seconds: Int64) -> String {
        seconds == 0 ? "as the clock here" : "\(seconds / 86_400) days \(seconds % 86_400) seconds ahead"
    }
}
