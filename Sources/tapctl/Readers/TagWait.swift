import TagKit
import TagSimulator

/// The two waits in a loop that processes one tag after another: for the next tag, and for the removal of the
/// current tag.
struct TagWait: Sendable {
    let reader: any TagReader
    /// The maximum time to wait for a tag; nil for no limit.
    let limit: Duration?
    /// The virtual reader, which has a limited number of tags; nil for a real reader.
    let virtual: VirtualReader?

    /// Whether no other tag can appear. This is the case if the last tag of a virtual folder stays on the
    /// reader.
    var isLastOne: Bool { virtual.map { !$0.field.awaitsVisit } ?? false }

    /// Returns the result for the next tag; nil if no tag appeared in time, or if no other tag can appear.
    ///
    /// - Parameter take: Waits for a tag up to the limit. Throws `noTag` if no tag appeared.
    func next<Value: Sendable>(_ take: (_ limit: Duration) async throws -> Value) async throws -> Value? {
        while true {
            do {
                return try await take(limit ?? (virtual == nil ? .seconds(3_600) : .seconds(1)))
            } catch let error as TagError where error.code == .noTag {
                if limit != nil || isLastOne { return nil }
            }
        }
    }

    /// Waits until the tag is removed. Returns false if the tag is not removed in time, or can never be
    /// removed.
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
