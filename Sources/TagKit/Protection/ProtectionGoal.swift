/// How a tag shall be kept from being changed.
public enum ProtectionGoal: Hashable, Sendable {
    /// For ever: nothing that a phone reads can change any more, whoever holds the tag.
    ///
    /// - Parameter mirror: The mirror that shall stay on; with nil it is switched off, so that nothing is laid over the
    ///   message.
    case permanent(mirror: TagMirror? = nil)
    /// By a password: everybody reads, and whoever has the password writes.
    ///
    /// - Parameters:
    ///   - attemptLimit: AUTHLIM, 0...7: after so many wrong passwords in a row the right one is refused too, for ever;
    ///     0 sets no limit.
    ///   - mirror: The mirror that shall be on; with nil it is switched off.
    case password(attemptLimit: Int = 0, mirror: TagMirror? = nil)
    /// Not at all: a password is taken off. A mirror stays as it is.
    case open
    /// As it is, with this mirror; with nil every mirror is switched off.
    case mirrored(TagMirror?)
}

/// What a plan that protects a tag may do.
public struct ProtectionOptions: OptionSet, Hashable, Sendable {
    /// One bit for each.
    public let rawValue: Int
    /// A set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A tag may be locked permanently although no phone can use what it holds, or although it holds nothing.
    public static let force = ProtectionOptions(rawValue: 1 << 0)
}
