/// An obstacle to the use of a reader, with commands and a hint for removing it.
public struct ReaderFinding: Hashable, Sendable {
    /// The kinds of obstacles. Their raw values are stable and also appear as `code` in JSON.
    public enum Code: String, Sendable, CaseIterable {
        /// No device that could be a reader is connected.
        case noReader
        /// A kernel module has claimed the reader.
        case kernelHolds
        /// PC/SC's daemon is running and has claimed the reader, so libnfc cannot open it.
        case pcscdHolds
        /// Another program has claimed the reader.
        case programHolds
        /// No udev rule grants this account access to the reader.
        case ruleMissing
        /// Only members of a group have access to the reader or the serial port, and this user's account is
        /// not a member.
        case notInGroup
        /// The account was added to the group after its current login, so its programs do not have the
        /// permission yet.
        case loginTooOld
        /// A udev rule grants access to the reader, but the rule has not been applied since the reader was
        /// connected.
        case ruleNotApplied
        /// Only PC/SC supports the reader, and its daemon is not installed.
        case pcscdMissing
        /// Only PC/SC supports the reader, and its daemon is stopped.
        case pcscdStopped
        /// Only PC/SC supports the reader, and PC/SC's driver for USB readers is not installed.
        case ccidMissing
        /// Neither libnfc nor PC/SC supports this reader.
        case unsupported
        /// libnfc is configured not to search for readers.
        case autoscanOff
        /// libnfc's configuration names a serial port that does not exist.
        case configuredPortMissing
        /// brltty, the driver for Braille displays, has claimed a serial cable.
        case brlttyHolds
        /// A serial cable is connected, but the system has not created a serial port for it.
        case portMissing
    }

    /// The kind of obstacle.
    public let code: Code
    /// A clause that describes the obstacle, without a period.
    public let summary: String
    /// The observation that shows the obstacle. May be empty.
    public let reason: String
    /// The shell commands that remove the obstacle or show details about it, in order. May be empty.
    public let commands: [String]
    /// The next step for the user. May be empty.
    public let hint: String

    init(
        _ code: Code, _ summary: String, reason: String = "", commands: [String] = [], hint: String = ""
    ) {
        self.code = code
        self.summary = summary
        self.reason = reason
        self.commands = commands
        self.hint = hint
    }
}
