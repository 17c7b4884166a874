import DatabaseKit
import DigestKit
package import TextKit
package import TimeKit

/// The person, program or command that caused a row of the audit log.
package struct AuditLogActor: Hashable, Sendable {
    /// The actor in its stored form: `staff_` and 26 hex digits, `key_` and 16 hex digits, `cli`, `server` or
    /// `anonymous`.
    package let text: String

    /// A client that is not signed in and has no valid key.
    package static let anonymous = AuditLogActor(text: "anonymous")
    /// The command line. Anyone with access to the data folder can use it.
    package static let commandLine = AuditLogActor(text: "cli")
    /// The server itself, without a request from a person or program.
    package static let server = AuditLogActor(text: "server")

    /// Returns a staff member as an actor.
    package static func staff(_ member: StaffMember) -> AuditLogActor { AuditLogActor(text: member.id) }

    /// Returns the actor that represents an API key.
    package static func key(_ key: APIKey) -> AuditLogActor { AuditLogActor(text: key.publicID) }
}

/// An event that is recorded as a row of the audit log. It contains ids, codes and the client's network, but
/// no personal data and no secrets.
package struct AuditLogEvent: Hashable, Sendable {
    package var actor: AuditLogActor
    /// The code of the action, which is a raw value of ``AuditLogAction``.
    package var action: String
    /// The network of the client, such as `203.0.113.0/24`. It is empty for the command line. It is also
    /// empty for a client on this machine if no other machine can open the pages.
    ///
    /// The part of the address that identifies a device is omitted.
    package var network: String
    /// The error code of a refused action. It is empty if the action was performed.
    package var refusal = ""
    /// The ids of the objects that the action is about.
    package var ids: [String] = []
    /// The organizations whose owners can see the row: those of the changed objects or, if no object was
    /// changed, those of the actor.
    package var organizations: [String]

    /// Creates an event for an action that was performed.
    package init(
        _ action: AuditLogAction, by actor: AuditLogActor, from network: String? = nil,
        organizations: [String] = []
    ) {
        self.actor = actor
        self.action = action.rawValue
        self.network = network ?? ""
        self.organizations = organizations
    }

    /// Returns the event with the ids and organizations of the objects that a transaction has changed.
    func about(_ subjects: ChangedSubjects) -> AuditLogEvent {
        var event = self
        event.ids += subjects.ids
        if !subjects.organizations.isEmpty { event.organizations = subjects.organizations }
        return event
    }

    /// The event in its stored form. Each id is one word of letters, digits and `._:/-`.
    var storable: AuditLogEvent {
        var event = self
        event.ids = ids.map(Self.word)
        event.organizations = organizations.map(Self.word)
        return event
    }

    private static func word(_ id: String) -> String {
        String(
            id.prefix(longestID).map { letter in
                letter.isASCII && (letter.isLetter || letter.isNumber) || "._:/-".contains(letter)
                    ? letter : "_"
            })
    }

    /// The maximum length of an id, in characters. Longer ids are truncated.
    private static let longestID = 100
}

/// A row of the audit log.
package struct AuditLogEntry: Hashable, Sendable {
    /// The row's number. Numbers are consecutive, starting at 1.
    package let number: Int64
    package let time: Timestamp
    package let event: AuditLogEvent
    /// The row's hash, 32 bytes; see ``hash(after:)``.
    package let hash: [UInt8]

    /// The row's hash in hex.
    package var hashText: String { Hex.lower(hash) }

    /// The placeholder for the previous row's hash when the first row is hashed: 32 zero bytes.
    static let start = [UInt8](repeating: 0, count: SHA256.byteCount)

    /// Calculates the hash of the row: the SHA-256 of the previous row's hash and the row's own fields.
    ///
    /// Each field is preceded by its length in bytes, so that different rows never produce the same input.
    func hash(after previous: [UInt8]) -> [UInt8] {
        let lists = [event.ids, event.organizations]
        let fields =
            [
                "1", String(number), String(time.seconds), event.actor.text, event.action, event.network,
                event.refusal,
            ] + lists.flatMap { [String($0.count)] + $0 }
        let text = fields.map { "\($0.utf8.count):\($0)," }.joined()
        return SHA256.hash(previous + Array(text.utf8))
    }
}

extension AuditLogEntry {
    /// Creates the row that follows another row, or the first row of the log if `last` is nil.
    init(_ event: AuditLogEvent, after last: (number: Int64, hash: [UInt8])?, at time: Timestamp) {
        let number = (last?.number ?? 0) + 1
        let draft = AuditLogEntry(number: number, time: time, event: event.storable, hash: [])
        self.init(
            number: number, time: time, event: draft.event, hash: draft.hash(after: last?.hash ?? Self.start))
    }
}

/// The columns and cells of the audit log as a CSV table.
package enum AuditLogSheet {
    /// The names of the columns.
    package static let head: [CSVLine.Field] = [
        "number", "time", "actor", "action", "outcome", "code", "ids", "organizations", "network", "hash",
    ]

    /// Returns the cells of a row.
    package static func line(_ entry: AuditLogEntry) -> [CSVLine.Field] {
        let event = entry.event
        return [
            .number(String(entry.number)), .date(entry.time.iso8601), .text(event.actor.text),
            .text(event.action), .text(event.outcome), .text(event.refusal),
            .text(event.ids.joined(separator: " ")), .text(event.organizations.joined(separator: " ")),
            .text(event.network), .text(entry.hashText),
        ]
    }
}

extension AuditLogEvent {
    /// The outcome as a code: `done` or `refused`.
    package var outcome: String { refusal.isEmpty ? "done" : "refused" }
}
