/// An obstacle to using a reader, with the commands that remove it.
public struct ReaderFinding: Hashable, Sendable {
    /// The kinds of finding. The names are stable and are also the `code` in JSON.
    public enum Code: String, Sendable, CaseIterable {
        /// No device that could be a reader is connected.
        case noReader
        /// The kernel's own driver has claimed the reader.
        case kernelHolds
        /// PC/SC's daemon is running and has claimed the ACR122U, so libnfc cannot open it.
        case pcscdHolds
        /// Another program has claimed the reader.
        case programHolds
        /// No udev rule grants this account access to the reader.
        case ruleMissing
        /// A udev rule grants access to a group, but the account is not a member.
        case notInGroup
        /// The account was added to the group after the current login.
        case loginTooOld
        /// The udev rule exists, but the reader was connected before the rule was created.
        case ruleNotApplied
        /// The reader needs PC/SC, and the daemon is not installed.
        case pcscdMissing
        /// The reader needs PC/SC, and the daemon is disabled.
        case pcscdStopped
        /// PC/SC has no driver for USB readers.
        case ccidMissing
        /// Neither libnfc nor PC/SC supports this reader.
        case unsupported
        /// libnfc is configured not to search for readers.
        case autoscanOff
        /// libnfc's configuration refers to a port that does not exist.
        case configuredPortMissing
        /// The driver for Braille displays claims serial cables.
        case brlttyHolds
        /// A serial cable is connected, but the system has not created a port.
        case portMissing
    }

    /// The kind of finding.
    public let code: Code
    /// A clause that describes the obstacle, without a full stop.
    public let summary: String
    /// The evidence for the obstacle. May be empty.
    public let reason: String
    /// The shell commands to run, in order. May be empty.
    public let commands: [String]
    /// The manual steps to take after the commands. May be empty.
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
