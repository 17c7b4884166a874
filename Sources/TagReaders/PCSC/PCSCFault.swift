import CPCSC
import TagKit

/// The failure of a pcsclite call.
struct PCSCFault: Error, Hashable {
    /// The error code that the call returned, as defined in `pcsclite.h`.
    var code: UInt32
    /// The name of the pcsclite function that failed.
    var call: String

    /// Creates a fault from the return code of a pcsclite call. Returns nil for `SCARD_S_SUCCESS`.
    init?(_ code: LONG, in call: String) {
        let code = UInt32(truncatingIfNeeded: code)
        guard code != 0 else { return nil }
        (self.code, self.call) = (code, call)
    }

    /// The ``TagError`` that a reader throws for this failure.
    var error: TagError {
        switch code {
        case Self.noService, Self.serviceStopped: Self.notRunning(reason: reason)
        case Self.sharingViolation:
            TagError(
                .readerBusy, "another program is using the tag on the reader", reason: reason,
                remedy: "close the other program, such as a password manager, a browser or an eID client, "
                    + "and try again")
        case Self.unknownReader, Self.readerUnavailable, Self.noReaders: .disconnected(reason: reason)
        case Self.noCard, Self.removedCard, Self.unpoweredCard, Self.resetCard, Self.notTransacted,
            Self.commError, Self.unresponsiveCard, Self.commDataLost, Self.notReady:
            .silent(reason: reason)
        case Self.cancelled, Self.systemCancelled: .cancelled
        case Self.protocolMismatch, Self.unsupportedFeature, Self.unsupportedCard:
            TagError(
                .unsupportedTag, "the reader cannot communicate with this card", reason: reason,
                remedy: "use an NTAG213, 215 or 216, or another tag of NFC Forum Type 2 or 4")
        default:
            TagError(
                .readerProtocol, "the reader or pcscd reported an error", reason: reason,
                remedy: "repeat the command; if it fails again, unplug the reader and plug it in again")
        }
    }

    /// Whether the code means that the tag is absent or does not respond. A program that waits for a tag can
    /// ignore this failure.
    var isAbsence: Bool {
        [
            Self.noCard, Self.removedCard, Self.unresponsiveCard, Self.unpoweredCard, Self.resetCard,
            Self.timeout,
        ].contains(code)
    }

    static func notRunning(reason: String) -> TagError {
        TagError(
            .readerGone, "pcscd, the service for PC/SC readers, is not running", reason: reason,
            remedy: "install and start pcscd: `sudo apt install pcscd`, "
                + "then `sudo systemctl start pcscd.socket`"
        )
    }

    private var reason: String {
        "\(call): \(Self.names[code] ?? "error") (0x\(String(code, radix: 16, uppercase: true)))"
    }

    // The error codes from pcsclite.h, because Swift imports them with differing types.
    static let cancelled: UInt32 = 0x8010_0002
    static let timeout: UInt32 = 0x8010_000A
    static let noReaders: UInt32 = 0x8010_002E
    private static let unknownReader: UInt32 = 0x8010_0009
    private static let sharingViolation: UInt32 = 0x8010_000B
    private static let noCard: UInt32 = 0x8010_000C
    private static let protocolMismatch: UInt32 = 0x8010_000F
    private static let notReady: UInt32 = 0x8010_0010
    private static let systemCancelled: UInt32 = 0x8010_0012
    private static let commError: UInt32 = 0x8010_0013
    private static let notTransacted: UInt32 = 0x8010_0016
    private static let readerUnavailable: UInt32 = 0x8010_0017
    private static let noService: UInt32 = 0x8010_001D
    private static let serviceStopped: UInt32 = 0x8010_001E
    private static let unsupportedFeature: UInt32 = 0x8010_001F
    private static let commDataLost: UInt32 = 0x8010_002F
    private static let unsupportedCard: UInt32 = 0x8010_0065
    private static let unresponsiveCard: UInt32 = 0x8010_0066
    private static let unpoweredCard: UInt32 = 0x8010_0067
    private static let resetCard: UInt32 = 0x8010_0068
    private static let removedCard: UInt32 = 0x8010_0069

    private static let names: [UInt32: String] = [
        cancelled: "canceled", timeout: "timeout", noReaders: "no reader", unknownReader: "unknown reader",
        sharingViolation: "sharing violation", noCard: "no card", protocolMismatch: "no common protocol",
        systemCancelled: "canceled by the system", commError: "communication error",
        notReady: "not ready", notTransacted: "not transacted", readerUnavailable: "reader unavailable",
        noService: "no service",
        serviceStopped: "service stopped", unsupportedFeature: "unsupported", commDataLost: "data lost",
        unsupportedCard: "unsupported card", unresponsiveCard: "unresponsive card",
        unpoweredCard: "unpowered card", resetCard: "card was reset", removedCard: "card was removed",
    ]
}
