/// Something that stands between a person and a reader, with the commands that mend it.
public struct ReaderFinding: Hashable, Sendable {
    /// The kinds of finding; stable names, also the `code` in JSON.
    public enum Code: String, Sendable, CaseIterable {
        /// Nothing that could be a reader is plugged in.
        case noReader
        /// The kernel's own driver has taken the reader.
        case kernelHolds
        /// PC/SC's daemon runs and takes the ACR122U from libnfc.
        case pcscdHolds
        /// Another program has the reader.
        case programHolds
        /// No udev rule lets this account use the reader.
        case ruleMissing
        /// A rule lets a group use the reader, and the account is not in it.
        case notInGroup
        /// The account was put into the group after it logged in.
        case loginTooOld
        /// A rule is there, and the reader was plugged in before.
        case ruleNotApplied
        /// The reader needs PC/SC, whose daemon is not installed.
        case pcscdMissing
        /// The reader needs PC/SC, whose daemon was switched off.
        case pcscdStopped
        /// PC/SC has no driver for USB readers.
        case ccidMissing
        /// Neither libnfc nor PC/SC drives this reader.
        case unsupported
        /// libnfc was told not to look for readers.
        case autoscanOff
        /// libnfc's file names a port that is not there.
        case configuredPortMissing
        /// The driver for Braille displays takes serial cables away.
        case brlttyHolds
        /// A serial cable is plugged in, and the system made no port of it.
        case portMissing
    }

    /// What kind it is.
    public let code: Code
    /// What is in the way, in half a sentence without a full stop.
    public let summary: String
    /// What shows it; may be empty.
    public let reason: String
    /// Commands to type as they stand, one after another; may be empty.
    public let commands: [String]
    /// What to do by hand, after the commands where there are any; may be empty.
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
