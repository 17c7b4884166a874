/// The intended protection of a tag.
public enum ProtectionGoal: Hashable, Sendable {
    /// Permanent: the content that phones read can never be changed.
    ///
    /// - Parameter mirror: The mirror to keep; nil disables the mirror, so that it does not cover the message.
    case permanent(mirror: TagMirror? = nil)
    /// Password: reading is unrestricted, and writing requires the password.
    ///
    /// - Parameters:
    ///   - attemptLimit: AUTHLIM, 0...7. After this number of consecutive wrong passwords, the tag permanently refuses
    ///     the right one too; 0 sets no limit.
    ///   - mirror: The mirror to enable; nil disables it.
    case password(attemptLimit: Int = 0, mirror: TagMirror? = nil)
    /// No protection: the password is removed. The mirror is not changed.
    case open
    /// Unchanged protection with the given mirror. Nil disables every mirror.
    case mirrored(TagMirror?)
}

/// Exceptions that a plan to protect a tag may make.
public struct ProtectionOptions: OptionSet, Hashable, Sendable {
    /// The options, one bit each.
    public let rawValue: Int
    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Permission to lock a tag permanently even if no phone can use its message, or if it has no message.
    public static let force = ProtectionOptions(rawValue: 1 << 0)
}
