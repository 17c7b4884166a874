import CLibNFC
import TagKit

/// The failure of a libnfc call, with the circumstances that determine the error to report.
struct LibNFCFault: Hashable {
    /// The negative error code that the call returned.
    var code: Int32
    /// The duration of the call. A NAK and a missing response have the same error code; only the duration
    /// distinguishes them.
    var duration: Duration
    /// Whether the serial port has hung up; nil for readers without a serial port.
    var portHungUp: Bool?
    /// Whether the task that made the call was canceled.
    var cancelled = false
    /// Whether the reader responded to a ``LineSynchronization`` after the failure; nil if there was no
    /// synchronization.
    var isSynchronized: Bool?

    /// The threshold that distinguishes a lost tag from a NAK. If a failed call took at least this long, no
    /// response was received. The value is slightly below the chip's timeout of 51.2 ms (UM0701-02 §7.3.1,
    /// the default `0x0A`).
    ///
    /// A NAK takes only a few milliseconds, plus twice the 16 ms for which a USB serial adapter buffers
    /// bytes.
    static let silence: Duration = .milliseconds(48)

    /// Whether the call is worth repeating. The port must still exist, and the reader must have responded to
    /// the synchronization. If there was no synchronization, the call must have been short, because two
    /// attempts must fit into the time limits of ``LibNFCReader``.
    var isWorthAnotherTry: Bool {
        portHungUp != true && (isSynchronized ?? (duration < LibNFCTimeouts.usual.limit))
    }

    /// Whether the response of a reader on a serial port was late, incomplete or damaged. More bytes of the
    /// response may still arrive.
    var breaksDialogue: Bool { portHungUp == false && [NFC_EIO, NFC_ETIMEOUT].contains(code) }

    /// The ``TagError`` that a reader throws for this failure.
    var error: TagError {
        if cancelled || code == NFC_EOPABORTED { return .cancelled }
        if portHungUp == true { return gone }
        switch code {
        case NFC_ERFTRANS:
            return duration < Self.silence ? nak : lost
        case NFC_EMFCAUTHFAIL:
            return TagError(.nak, "the tag refused the key", reason: reason)
        case NFC_ETGRELEASED:
            return lost
        case NFC_ETIMEOUT:
            return TagError(
                .readerStalled, "the reader has stopped responding", reason: reason,
                remedy: "unplug the reader, plug it in again and repeat the command")
        case NFC_EIO where portHungUp == nil, NFC_ENOTSUCHDEV:
            return gone
        case NFC_EINVARG, NFC_EDEVNOTSUPP, NFC_ENOTIMPL:
            return TagError(.unsupportedCommand, "the reader cannot send this command", reason: reason)
        default:
            return TagError(
                .readerProtocol, "the reader's response is invalid", reason: reason,
                remedy:
                    "repeat the command; if it fails again, check the cable, and close other programs that use the reader"
            )
        }
    }

    /// The error for a tag command whose response was lost between the reader and the host. The tag may have
    /// executed the command.
    var responseLost: TagError {
        TagError(
            .tagLost, "the tag's response was lost", reason: reason,
            remedy: "hold the tag still on the reader and try again")
    }

    private var nak: TagError { TagError(.nak, "the tag refused the command", reason: reason) }

    private var lost: TagError { .silent(reason: reason) }

    private var gone: TagError { .disconnected(reason: reason) }

    private var reason: String {
        "libnfc: \(Self.names[code] ?? "error") (\(code)) after \(duration.formattedMilliseconds) ms"
    }

    /// The meanings of libnfc's error codes, from `nfc/nfc.h`.
    private static let names: [Int32: String] = [
        NFC_EIO: "input or output error",
        NFC_EINVARG: "invalid argument",
        NFC_EDEVNOTSUPP: "not supported by the device",
        NFC_ENOTSUCHDEV: "no such device",
        NFC_EOVFLOW: "buffer overflow",
        NFC_ETIMEOUT: "timeout",
        NFC_EOPABORTED: "aborted",
        NFC_ENOTIMPL: "not implemented",
        NFC_ETGRELEASED: "target released",
        NFC_ERFTRANS: "RF transmission error",
        NFC_EMFCAUTHFAIL: "MIFARE authentication failed",
        NFC_ESOFT: "software error",
        NFC_ECHIP: "chip error",
    ]
}

/// The failed attempts of one libnfc call, with limits on their number and total time. Used only for calls
/// that do not change a tag's memory.
///
/// One retry is not always enough: on a busy computer, two responses in a row may be late.
struct LibNFCTries {
    private let start = ContinuousClock.now
    private var failures = 0

    /// Records a failure and returns whether the call may be repeated.
    mutating func allowAnother(after fault: LibNFCFault) -> Bool {
        failures += 1
        let isInTime = ContinuousClock.now - start < .milliseconds(1_200)
        return failures < 3 && isInTime && fault.isWorthAnotherTry
    }
}
