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

/// Exceptions that a plan to protect a tag may make.
public struct ProtectionOptions: OptionSet, Hashable, Sendable {
    /// The options, one bit each.
    public let rawValue: Int
    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A tag may be locked permanently even if no phone can use its message, or if it has none.
    public static let force = ProtectionOptions(rawValue: 1 << 0)
}
