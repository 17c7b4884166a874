import TagKit
import TagSecurity

/// A tag that was looked at, and what is to be thought of its maker.
struct InspectedTag: Sendable {
    let snapshot: TagSnapshot
    let originality: Originality
    /// What READ_SIG answered; no bytes without an answer.
    let signature: [UInt8]

    /// Waits for a tag, looks at it and judges its signature.
    init(
        on open: OpenReader, _ depth: TagSession.Depth, within limit: Duration
    ) async throws(TagError) {
        let session = TagSession(open.reader)
        snapshot = try await session.inspect(depth, within: limit)
        do throws(TagError) {
            let reading = try await session.readSignature()
            signature = if case .signature(let bytes) = reading { bytes } else { [] }
            originality = Originality(
                reading, uid: snapshot.tag.uid, chip: snapshot.chip,
                trusting: open.isRehearsal ? OriginalityKey.simulated : [])
        } catch {
            // What was read is worth showing, although the tag was taken away before the last question.
            guard error.code == .tagLost else { throw error }
            (signature, originality) = ([], .cannotBeChecked(.tagLeft))
        }
    }
}
