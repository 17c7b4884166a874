/// The protection that a tag should have.
public enum ProtectionGoal: Hashable, Sendable {
    /// A permanent lock: the content that phones read can never be changed. `mirror` is the mirror that the
    /// locked tag keeps; nil disables mirroring.
    case permanent(mirror: TagMirror? = nil)
    /// A password that the tag requires for writing. Reading is unrestricted.
    ///
    /// `attemptLimit` is AUTHLIM, 0...7. After this number of consecutive wrong passwords, the tag
    /// permanently refuses every password, even the right one. With 0, there is no limit. `mirror` is the
    /// mirror to enable; with nil, mirroring is disabled.
    case password(attemptLimit: Int = 0, mirror: TagMirror? = nil)
    /// No password: the current one is removed. The mirror is not changed.
    case open
    /// The given mirror, or no mirror if the value is nil. The tag's protection is not changed.
    case mirrored(TagMirror?)
}

/// Permissions for a plan that protects a tag.
public struct ProtectionOptions: OptionSet, Hashable, Sendable {
    /// The options, one bit each.
    public let rawValue: Int
    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Permission to lock a tag permanently even if no phone can use its message, or if it has no message.
    public static let force = ProtectionOptions(rawValue: 1 << 0)
}
