import TagKit
import TagSimulator

/// What a loop over tags waits for at a reader: the next tag, and the removal of this one.
struct TagWait: Sendable {
    let reader: any TagReader
    /// How long it waits; nil for ever.
    let limit: Duration?
    /// The virtual reader, whose tags come to an end.
    let virtual: VirtualReader?

    /// Whether no other tag can come: the last one of a virtual folder stays on the reader.
    var isLastOne: Bool { virtual.map { !$0.field.awaitsVisit } ?? false }

    /// What came of the next tag; nil when none came in time.
    ///
    /// - Parameter take: Waits so long for a tag, and throws `noTag` where none came.
    func next<Value: Sendable>(_ take: (_ limit: Duration) async throws -> Value) async throws -> Value? {
        while true {
            do {
                return try await take(limit ?? (virtual == nil ? .seconds(3_600) : .seconds(1)))
            } catch let error as TagError where error.code == .noTag {
                if limit != nil || isLastOne { return nil }
            }
        }
    }

    /// Waits until the tag is taken away; false when it was not in time, or never will be.
    func isRemoved() async throws -> Bool {
        guard !isLastOne else { return false }
        while true {
            do throws(TagError) {
                try await reader.waitForRemoval(within: limit ?? .seconds(3_600))
                return true
            } catch {
                if error.code == .tagLost { return true }
                guard error.code == .stillPresent else { throw error }
                if limit != nil { return false }
            }
        }
    }
}
