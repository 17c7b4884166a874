import TagKit

/// What a write does about the mirror of the chip.
enum MirrorWish: Hashable, Sendable {
    /// Nothing; one that is in the way is a reason not to write.
    case leave
    /// It is switched off.
    case off
    /// It shows `content` over the bytes of the message from `offset` on, where a placeholder stands.
    case on(TagMirror.Content, offset: Int)

    /// The tag as it will be without the mirror that is to go; what stands under it is not known, and taken for the
    /// place-holder.
    func seen(_ look: TagSnapshot, _ goal: ProgrammingGoal) -> TagSnapshot {
        guard self != .leave, let held = look.mirror, case .message = goal else { return look }
        return look.without(mirrorOver: held.content.placeholder) ?? look
    }

    /// The tag as it is without a mirror: seen through the one that is wished for already, or once it is switched off.
    func bare(_ look: TagSnapshot, _ goal: ProgrammingGoal, _ session: TagSession) async throws -> TagSnapshot
    {
        guard let off = try planOff(look, goal), case .message(let message) = goal else {
            return seen(look, goal)
        }
        _ = try await session.carryOut(off)
        return try await session.lookAgain(.writing(messageBytes: message.count))
    }

    /// The plan that switches off a mirror that would be in the way; nil where there is none, or where the one that is
    /// wished for shows something in the very message that is wished for.
    func planOff(_ look: TagSnapshot, _ goal: ProgrammingGoal) throws -> ProtectionPlan? {
        guard self != .leave, let held = look.mirror, case .message(let message) = goal else { return nil }
        if case .on(let content, let offset) = self, held.content == content,
            let bare = look.without(mirrorOver: content.placeholder),
            bare.mirror(content, at: offset, ofMessage: message) == held, bare.message == message
        {
            return nil
        }
        return try ProtectionPlan(look, .mirrored(nil))
    }

    /// The plan that switches the mirror on once the message stands there; nil where none is wished for.
    ///
    /// - Parameters:
    ///   - look: The tag without a mirror.
    ///   - found: The tag as it was found.
    func plan(
        _ look: TagSnapshot, _ found: TagSnapshot, _ goal: ProgrammingGoal
    ) throws -> (plan: ProtectionPlan, mirror: TagMirror)? {
        guard case .on(let content, let offset) = self, case .message(let message) = goal else { return nil }
        guard let mirror = look.mirror(content, at: offset, ofMessage: message) else {
            throw TagError(
                look.chip.features.isDisjoint(with: [.mirror, .mirrorByPage]) ? .unsupportedTag : .tooSmall,
                "\(look.chip.product) cannot show its \(content.rawValue == "uid" ? "UID" : content.rawValue) in this URL",
                reason: "it has no mirror, or the URL does not fit",
                remedy: "use an NTAG213, 215 or 216, or a shorter URL")
        }
        // What is on already stays untouched.
        let asFound = found.mirror == mirror && look.mirror == nil && look.message == message
        return (try ProtectionPlan(asFound ? found : look, .mirrored(mirror)), mirror)
    }
}
