import Dispatch
import Synchronization
import TagKit

/// What a ``TagCommand`` becomes for libnfc: a framing, bytes, and the shape of a good answer.
struct LibNFCExchange: Hashable {
    /// Which of the PN532's two ways to talk to a tag carries the bytes.
    enum Framing {
        /// InDataExchange: the chip knows MIFARE commands and ISO-DEP, and turns a WRITE's 4-bit ACK into success.
        /// Any other command to a Type 2 tag is answered by the chip's syntax-error frame (UM0701-02 §7.3.8).
        case easy
        /// InCommunicateThru: the bytes go out as they are, with a CRC. A WRITE would be done and still be
        /// reported as a CRC error, because its ACK has none (UM0701-02 §7.3.9).
        case raw
    }

    /// How the chip is asked to send `bytes`.
    var framing: Framing
    /// The bytes on the air, without a CRC.
    var bytes: [UInt8]
    /// How long a good answer is; nil where the tag decides.
    var answerLength: Int?
    /// How long the host waits, in milliseconds. Never 0, which means for ever, and never -1.
    var timeoutMilliseconds: Int32

    /// The host's patience with a command that the chip itself gives up after 51.2 ms: a busy computer may be late.
    static let commandMilliseconds: Int32 = 600
    /// The same for an APDU: a Type 4 tag may ask for more time again and again.
    static let apduMilliseconds: Int32 = 800
    /// libnfc copies a command into a buffer of 264 bytes without a check; two of them are its own.
    static let longestCommandBytes = 262
    /// 65 pages still fit an answer of the PN532, 66 give `NFC_ECHIP`.
    static let longestFastReadPages = 64

    /// The exchanges that carry out one command: one, or several for a long FAST_READ.
    ///
    /// - Parameter uid: The selected tag's, whose last four bytes belong into a MIFARE Classic authentication.
    /// - Throws: `unsupportedCommand` when the command has a shape that the chip cannot carry.
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
        // A range that runs backwards is the tag's to refuse.
        guard first <= last else { return [.init(.raw, [0x3A, UInt8(first), UInt8(last)])] }
        return stride(from: first, through: last, by: longestFastReadPages).map { start in
            let end = min(start + longestFastReadPages - 1, last)
            return .init(.raw, [0x3A, UInt8(start), UInt8(end)], answer: (end - start + 1) * 4)
        }
    }

    private static func checked(_ data: [UInt8], count: Int, _ name: String) throws(TagError) -> [UInt8] {
        guard data.count == count else {
            throw TagError(
                .unsupportedCommand, "a \(name) takes \(count) bytes", reason: "\(data.count) were given")
        }
        return data
    }

    private static func checkedAPDU(_ bytes: [UInt8]) throws(TagError) -> [UInt8] {
        guard (4...longestCommandBytes).contains(bytes.count) else {
            throw TagError(
                .unsupportedCommand, "the reader cannot carry this APDU",
                reason: "it has \(bytes.count) bytes; 4 to \(longestCommandBytes) are possible")
        }
        return bytes
    }
}

/// An end for calls of libnfc that its own timeout does not end.
///
/// libnfc's timeout begins anew with each piece of an answer, so that a reader which sends a byte now and then
/// keeps it waiting for minutes. When patience is over, the port is made deaf; then libnfc's timeout holds.
struct LibNFCTimeouts {
    /// How long a call may take before the port is made deaf.
    var limit: Duration

    /// Enough for every call but an APDU: an answer of 262 bytes takes 23 ms at 115200 Bd.
    static let usual = LibNFCTimeouts(limit: .milliseconds(700))
    /// Enough for opening, which takes 60 ms; libnfc waits another second for the first exchange.
    static let opening = LibNFCTimeouts(limit: .milliseconds(500))

    /// Enough for a call that libnfc gives so many milliseconds.
    static func covering(_ milliseconds: Int32) -> LibNFCTimeouts {
        LibNFCTimeouts(limit: max(usual.limit, .milliseconds(milliseconds + 100)))
    }

    /// Runs a call; without a port (a reader on USB) libnfc alone decides how long it takes.
    func run<Value>(on lock: PortLock?, _ body: () -> Value) -> Value {
        guard let lock else { return body() }
        let deafness = Mutex<PortDeafness?>(nil)
        let queue = DispatchQueue(label: "patience")
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + limit.milliseconds / 1000)
        // The descriptor and not the lock: a timer lets go of what it holds some time after its end.
        timer.setEventHandler { [port = lock.descriptor] in
            deafness.withLock { $0 = PortDeafness(port) }
        }
        timer.resume()
        defer {
            timer.cancel()
            // What is under way must not reach into the next call.
            queue.sync {}
            deafness.withLock { $0?.end() }
        }
        return body()
    }
}
