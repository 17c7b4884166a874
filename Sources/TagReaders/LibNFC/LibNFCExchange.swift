import Dispatch
import Synchronization
import TagKit

/// The libnfc representation of a ``TagCommand``: a framing, bytes, and the expected length of the response.
struct LibNFCExchange: Hashable {
    /// The PN532 command that transfers the bytes to a tag.
    enum Framing {
        /// InDataExchange, which supports MIFARE commands and ISO-DEP and reports a WRITE's 4-bit ACK as success.
        /// The chip rejects any other command to a Type 2 tag with its syntax-error frame (UM0701-02 §7.3.8).
        case easy
        /// InCommunicateThru, which sends the bytes unchanged with a CRC.
        /// A WRITE would succeed but be reported as a CRC error, because its ACK has no CRC (UM0701-02 §7.3.9).
        case raw
    }

    /// The PN532 command for `bytes`.
    var framing: Framing
    /// The bytes on the air, without CRC.
    var bytes: [UInt8]
    /// The expected length of the response in bytes, or nil if the tag determines it.
    var answerLength: Int?
    /// The host's timeout in milliseconds. Never 0, which means no timeout, and never -1.
    var timeoutMilliseconds: Int32

    /// The host's timeout for a command in milliseconds. The chip itself ends a command after 51.2 ms, but a busy
    /// computer needs more time.
    static let commandMilliseconds: Int32 = 600
    /// The host's timeout for an APDU in milliseconds. A Type 4 tag may repeatedly request more time.
    static let apduMilliseconds: Int32 = 800
    /// The maximum size of a command. libnfc copies a command without a check into a buffer of 264 bytes, and needs two
    /// more bytes itself.
    static let longestCommandBytes = 262
    /// The maximum number of pages of one FAST_READ. 65 pages fit into a response of the PN532; 66 cause `NFC_ECHIP`.
    static let longestFastReadPages = 64

    /// Returns the exchanges for one command: usually one, or several for a long FAST_READ.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - uid: The selected tag's UID. Its last four bytes are part of a MIFARE Classic authentication.
    /// - Throws: `unsupportedCommand` if the chip cannot transfer this kind of command.
    static func exchanges(for command: TagCommand, uid: [UInt8]) throws(TagError) -> [LibNFCExchange] {
        switch command {
        case .getVersion:
            [.init(.raw, [0x60])]
        case .read(let page):
            [.init(.easy, [0x30, page], answer: 16)]
        case .fastRead(let first, let last):
            fastReads(first: Int(first), last: Int(last))
        case .write(let page, let data):
            [.init(.easy, [0xA2, page] + (try checked(data, count: 4, "WRITE")), answer: 0)]
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
            [.init(.easy, [0xA0, block] + (try checked(data, count: 16, "MIFARE Classic WRITE")), answer: 0)]
        }
    }

    private init(
        _ framing: Framing, _ bytes: [UInt8], answer: Int? = nil, milliseconds: Int32 = commandMilliseconds
    ) {
        self.framing = framing
        self.bytes = bytes
        self.answerLength = answer
        self.timeoutMilliseconds = milliseconds
    }

    private static func fastReads(first: Int, last: Int) -> [LibNFCExchange] {
        // The tag itself refuses a reversed range.
        guard first <= last else { return [.init(.raw, [0x3A, UInt8(first), UInt8(last)])] }
        return stride(from: first, through: last, by: longestFastReadPages).map { start in
            let end = min(start + longestFastReadPages - 1, last)
            return .init(.raw, [0x3A, UInt8(start), UInt8(end)], answer: (end - start + 1) * 4)
        }
    }

    private static func checked(_ data: [UInt8], count: Int, _ name: String) throws(TagError) -> [UInt8] {
        guard data.count == count else {
            throw TagError(
                .unsupportedCommand, "a \(name) command must have \(count) bytes",
                reason: "\(data.count) bytes were given")
        }
        return data
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

/// A time limit for libnfc calls that libnfc's own timeout does not end.
///
/// libnfc's timeout restarts with each part of a response, so a reader that sends an occasional byte could block it for
/// minutes. After the limit, the port stops delivering data, and libnfc's timeout takes effect.
struct LibNFCTimeouts {
    /// The time after which the port stops delivering data.
    var limit: Duration

    /// The limit for every call except an APDU: a response of 262 bytes takes 23 ms at 115200 Bd.
    static let usual = LibNFCTimeouts(limit: .milliseconds(700))
    /// The limit for opening a reader, which takes 60 ms. libnfc waits another second for the first exchange.
    static let opening = LibNFCTimeouts(limit: .milliseconds(500))

    /// Returns a time limit that is long enough for a call with this libnfc timeout, in milliseconds.
    static func covering(_ milliseconds: Int32) -> LibNFCTimeouts {
        LibNFCTimeouts(limit: max(usual.limit, .milliseconds(milliseconds + 100)))
    }

    /// Runs a call with the time limit. A USB reader has no port, so only libnfc's timeout limits the duration
    /// of the call.
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
