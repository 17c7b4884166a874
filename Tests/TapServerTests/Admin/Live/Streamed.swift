import Foundation
import TapServer

/// A stream as a browser reads it.
struct Streamed: Sendable {
    /// One event.
    struct Event: Hashable, Sendable {
        var id = ""
        var name = ""
        var data = ""
    }

    /// The events of a part of a stream; comments and other fields are passed over.
    static func events(_ text: String) -> [Event] {
        text.components(separatedBy: "\n\n").compactMap { block in
            var event = Event()
            for line in block.components(separatedBy: "\n") {
                if line.hasPrefix("id: ") { event.id = String(line.dropFirst(4)) }
                if line.hasPrefix("event: ") { event.name = String(line.dropFirst(7)) }
                if line.hasPrefix("data: ") { event.data += line.dropFirst(6) + "\n" }
            }
            return event.name.isEmpty ? nil : event
        }
    }
}
