import Dispatch
import Synchronization
import TagKit

/// A ``TagCommand`` encoded for libnfc: the bytes to send, the PN532 command that transfers them, and the
/// expected length of the response.
struct LibNFCExchange: Hashable {
    /// The PN532 command that transfers the bytes to a tag.
    enum Framing {
        /// InDataExchange, which supports MIFARE commands and ISO-DEP. It reports the 4-bit ACK of a WRITE as
        /// success. If a command for a Type 2 tag is not also a MIFARE command, the PN532 returns a
        /// syntax-error frame (UM0701-02 §7.3.8).
        case easy
        /// InCommunicateThru, which sends the bytes unchanged and appends a CRC. It is not suitable for
        /// WRITE: the tag would execute the command, but the chip would report a CRC error, because the ACK
        /// has no CRC (UM0701-02 §7.3.9).
        case raw
    }

    /// The PN532 command to use for `bytes`.
    var framing: Framing
    /// The bytes that the tag receives, without CRC.
    var bytes: [UInt8]
    /// The expected length of the response in bytes; nil if any length is possible.
    var answerLength: Int?
    /// The maximum time in milliseconds that libnfc waits for the response. It is greater than 0, because
    /// libnfc treats 0 as no limit.
    var timeoutMilliseconds: Int32

    /// The time limit for a command in milliseconds. The chip itself ends a command after 51.2 ms, but a busy
    /// computer may receive its response much later.
    static let commandMilliseconds: Int32 = 600
    /// The time limit for an APDU in milliseconds. It is longer than the limit for other commands, because a
    /// Type 4 tag may request more time repeatedly.
    static let apduMilliseconds: Int32 = 800
    /// The maximum size of a command in bytes. libnfc adds two bytes to the command, and copies it into a
    /// buffer of 264 bytes without checking its size.
    static let longestCommandBytes = 262
    /// The maximum number of pages to request with one FAST_READ. A PN532 response can contain 65 pages; a
    /// request for 66 fails with `NFC_ECHIP`.
    static let longestFastReadPages = 64

    /// Returns the exchanges that execute a command. A long FAST_READ requires several; every other command
    /// requires one.
    ///
    /// - Parameters:
    ///   - command: The command to execute.
    ///   - uid: The UID of the selected tag. Its last four bytes are part of a MIFARE Classic authentication.
    /// - Throws: `unsupportedCommand` if the reader cannot send the command, for example because it is too
    ///   long.
    static func exchanges(for command: TagCommand, uid: [UInt8]) throws(TagError) -> [LibNFCExchange] {
        switch command {
        case .getVersion:
            [.init(.raw, [0x60])]
        case .read(let page):
            [.init(.easy, [0x30, page], answer: 16)]
        case .fastRead(let first, let last):
            fastReads(first: Int(first), last: Int(last))
        case .write(let page, let data):
            [.init(.easy, [0xA2, page] + (try data.checked(count: 4, "WRITE")), answer: 0)]
        case .writeSecret(let page, let data):
            try exchanges(for: .write(page: page, data: data), uid: uid)
        case .passwordAuthenticate(let password):
            [.init(.raw, [0x1B] + password.password, answer: 2)]
        case .readSignature:
            [.init(.raw, [0x3C, 0x00], answer: 32)]
        case .ultralightCAuthenticate:
            [.init(.raw, [0x1A, 0x00])]
        case .apdu(let bytes), .secretAPDU(let bytes):
            [.init(.easy, try checkedAPDU(bytes), milliseconds: apduMilliseconds)]
        case .authenticate(let block, let key):
            [.init(.easy, [key.slot == .a ? 0x60 : 0x61, block] + key.bytes + uid.suffix(4), answer: 0)]
        case .readBlock(let block):
            [.init(.easy, [0x30, block], answer: 16)]
        case .writeBlock(let block, let data):
            [.init(.easy, [0xA0, block] + (try data.checked(count: 16, "MIFARE Classic WRITE")), answer: 0)]
        }
    }

    private init(
        _ framing: Framing, _ bytes: [UInt8], answer: Int? = nil, milliseconds: Int32 = commandMilliseconds
    ) {
        self.framing = framing
        self.bytes = bytes
        answerLength = answer
        timeoutMilliseconds = milliseconds
    }

    private static func fastReads(first: Int, last: Int) -> [LibNFCExchange] {
        // The tag itself refuses a reversed range.
        guard first <= last else { return [.init(.raw, [0x3A, UInt8(first), UInt8(last)])] }
        return stride(from: first, through: last, by: longestFastReadPages).map { start in
            let end = min(start + longestFastReadPages - 1, last)
            return .init(.raw, [0x3A, UInt8(start), UInt8(end)], answer: (end - start + 1) * 4)
        }
    }

    private static func checkedAPDU(_ bytes: [UInt8]) throws(TagError) -> [UInt8] {
        guard (4...longestCommandBytes).contains(bytes.count) else {
            throw TagError(
                .unsupportedCommand, "the reader cannot send this APDU",
                reason: "the APDU has \(bytes.count) bytes; 4 to \(longestCommandBytes) are allowed")
        }
        return bytes
    }
}

/// A time limit for libnfc calls. It also ends calls that libnfc's own timeout does not end.
///
/// libnfc's timeout starts again with each part of a response, so a reader that sends an occasional byte
/// could block the call for minutes. After the limit, the port stops delivering data, so that libnfc's
/// timeout takes effect.
struct LibNFCTimeouts {
    /// The time after which the port stops delivering data to libnfc.
    var limit: Duration

    /// The time limit for all calls except opening a reader and sending an APDU. For comparison: a response
    /// of 262 bytes takes 23 ms at 115200 Bd.
    static let usual = LibNFCTimeouts(limit: .milliseconds(700))
    /// The time limit for opening a reader, which normally takes 60 ms. After this time, libnfc can wait one
    /// more second for the response to its first command.
    static let opening = LibNFCTimeouts(limit: .milliseconds(500))

    /// Returns a time limit that is longer than libnfc's timeout of `milliseconds`.
    static func covering(_ milliseconds: Int32) -> LibNFCTimeouts {
        LibNFCTimeouts(limit: max(usual.limit, .milliseconds(milliseconds + 100)))
    }

    /// Runs a libnfc call with the time limit. If the reader has no serial port, only libnfc's own timeout
    /// limits the call.
    func run<Value>(on lock: PortLock?, _ body: () -> Value) -> Value {
        guard let lock else { return body() }
        let deafness = Mutex<PortDeafness?>(nil)
        let queue = DispatchQueue(label: "patience")
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + limit.milliseconds / 1000)
        // Captures the descriptor and not the lock, because a timer releases its captures some time after it ends.
        timer.setEventHandler { [port = lock.descriptor] in
            deafness.withLock { $0 = PortDeafness(port) }
        }
        timer.resume()
        defer {
            timer.cancel()
            // A running handler must not affect the next call.
            queue.sync {}
            deafness.withLock { $0?.end() }
        }
        return body()
    }
}

extension [UInt8] {
    /// Returns the data of a command. Throws an error if it does not have this number of bytes.
    func checked(count wanted: Int, _ name: String) throws(TagError) -> [UInt8] {
        guard count == wanted else {
            throw TagError(
                .unsupportedCommand, "the data of a \(name) command must have \(wanted) bytes",
                reason: count == 1 ? "the data has 1 byte" : "the data has \(count) bytes")
        }
        return self
    }
}
