import TagKit
import TagSecurity

/// An inspected tag, with the result of its originality check.
struct InspectedTag: Sendable {
    let snapshot: TagSnapshot
    let originality: Originality
    /// The tag's originality signature; empty if the tag has none or it could not be read.
    let signature: [UInt8]

    /// Waits for a tag, inspects it, and verifies its originality signature. If the tag is removed before the
    /// signature is read, the originality is `cannotBeChecked`.
    init(
        on open: OpenReader, _ depth: TagSession.Depth, within limit: Duration
    ) async throws(TagError) {
        let session = TagSession(open.reader)
        snapshot = try await session.inspect(depth, within: limit)
        do throws(TagError) {
            let reading = try await session.readSignature()
            signature = reading.bytes ?? []
            originality = Originality(
                reading, uid: snapshot.tag.uid, chip: snapshot.chip,
                trusting: open.trustedKeys)
        } catch {
            // The snapshot is still worth showing if the tag was removed before READ_SIG.
            guard error.code == .tagLost else { throw error }
            (signature, originality) = ([], .cannotBeChecked(.tagLeft))
        }
    }
}
