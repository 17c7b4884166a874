import TagKit

/// A requested change to the chip's mirror, which inserts the UID or the tap counter into the message when
/// the message is read. The change is made when a message is written.
enum MirrorRequest: Hashable, Sendable {
    /// The mirror is not changed. A mirror that overlaps the message prevents the write.
    case leave
    /// The mirror is turned off.
    case off
    /// The mirror is turned on, and inserts `content` instead of the placeholder at `offset` in the message.
    case on(TagMirror.Content, offset: Int)

    /// Returns a snapshot of the tag as it will be after its mirror is turned off. The bytes under the mirror
    /// cannot be read, so they are assumed to be the placeholder.
    ///
    /// The snapshot is returned unchanged if the tag has no mirror, if the mirror is left as it is, or if no
    /// message is to be written.
    func seen(_ snapshot: TagSnapshot, _ goal: ProgrammingGoal) -> TagSnapshot {
        guard self != .leave, let held = snapshot.mirror, case .message = goal else { return snapshot }
        return snapshot.without(mirrorOver: held.content.placeholder) ?? snapshot
    }

    /// Turns off the tag's mirror if it must change, and returns a snapshot of the tag without a mirror.
    ///
    /// If the requested mirror is already on, it stays on, and only the snapshot omits it.
    func bare(_ snapshot: TagSnapshot, _ goal: ProgrammingGoal, _ session: TagSession) async throws
        -> TagSnapshot
    {
        guard let off = try planOff(snapshot, goal), case .message(let message) = goal else {
            return seen(snapshot, goal)
        }
        _ = try await session.execute(off)
        return try await session.inspectAgain(.writing(messageBytes: message.count))
    }

    /// Returns the plan for turning off the tag's current mirror. Nil if the tag already contains the
    /// requested message with the requested mirror.
    ///
    /// Also nil if the tag has no mirror, if the mirror is left as it is, or if no message is to be written.
    func planOff(_ snapshot: TagSnapshot, _ goal: ProgrammingGoal) throws -> ProtectionPlan? {
        guard self != .leave, let held = snapshot.mirror, case .message(let message) = goal else {
            return nil
        }
        if case .on(let content, let offset) = self, held.content == content,
            let bare = snapshot.without(mirrorOver: content.placeholder),
            bare.mirror(content, at: offset, ofMessage: message) == held, bare.message == message
        {
            return nil
        }
        return try ProtectionPlan(snapshot, .mirrored(nil))
    }

    /// Returns the plan for turning on the mirror after the message is written; nil if no mirror is
    /// requested.
    ///
    /// - Parameters:
    ///   - snapshot: The tag without a mirror.
    ///   - found: The tag before any change.
    ///   - goal: The intended content of the tag.
    /// - Throws: `tooSmall` if the URL with the chip's data does not fit on the tag; `unsupportedTag` if the
    ///   chip has no mirror.
    func plan(
        _ snapshot: TagSnapshot, _ found: TagSnapshot, _ goal: ProgrammingGoal
    ) throws -> (plan: ProtectionPlan, mirror: TagMirror)? {
        guard case .on(let content, let offset) = self, case .message(let message) = goal else { return nil }
        guard let mirror = snapshot.mirror(content, at: offset, ofMessage: message) else {
            let summary = "this \(snapshot.chip.product) cannot show its \(content.words) in the URL"
            guard snapshot.chip.features.isDisjoint(with: [.mirror, .mirrorByPage]) else {
                throw TagError(
                    .tooSmall, summary, reason: "the URL with this data does not fit on the tag",
                    remedy: "use a shorter URL, or a tag with more memory")
            }
            throw TagError(
                .unsupportedTag, summary, reason: "the chip has no mirror",
                remedy: "use an NTAG213, NTAG215 or NTAG216")
        }
        // A mirror that is already on is not changed.
        let asFound = found.mirror == mirror && snapshot.mirror == nil && snapshot.message == message
        return (try ProtectionPlan(asFound ? found : snapshot, .mirrored(mirror)), mirror)
    }
}
