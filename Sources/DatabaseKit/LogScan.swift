/// The incomplete end of a write-ahead log, after the last complete transaction: either an unfinished write
/// or a damaged last frame.
public struct LogCut: Hashable, Sendable {
    /// The number of the first frame that is discarded, starting at 1.
    public let frame: Int64
    /// The offset of the first frame that is discarded, in bytes from the start of the log.
    public let offset: Int64
}

/// The state of a write-ahead log, determined without SQLite.
enum LogState: Equatable {
    /// All frames up to the normal end of the log are valid.
    case whole
    /// The log ends with frames that SQLite will discard. None of these frames commits a transaction.
    case cut(LogCut)
    /// The header is damaged. SQLite would treat the whole log as empty.
    case damagedHeader
    /// A frame is damaged, and a later frame, with the number `committed`, commits a transaction. SQLite
    /// would discard both frames.
    case damagedFrame(LogCut, committed: Int64)
}

/// A scan of a write-ahead log that distinguishes damage from a normal end.
///
/// SQLite treats the first invalid frame as the end of the log and silently discards everything after it. A
/// single damaged page can therefore undo transactions whose success was already reported. The scan reports
/// this damage if a later frame has the salts of the log's header and commits a transaction.
///
/// Frames from before a restart of the log have an older salt, and mark the normal end of the log.
/// Uncommitted frames, such as those of a transaction that was rolled back, do not prove that the log is
/// damaged.
///
/// The log is read only once, in chunks of at most ``pieceBytes``.
///
/// Source: SQLite, "Database File Format", section 4.
struct LogScan {
    /// A function that returns `count` bytes at `offset`, or fewer at the end of the file.
    typealias Read = (_ offset: Int64, _ count: Int) throws -> [UInt8]

    /// The maximum number of bytes that are read in one step: 1 MiB.
    static let pieceBytes = 1 << 20
    static let headerBytes = 32
    static let frameHeaderBytes = 24

    private let header: Header
    private var chain: Checksum
    /// The number of the last valid frame so far.
    private var valid: Int64 = 0
    private var committed: Int64 = 0
    /// The number of the first invalid frame, and whether that frame was written before the last restart of
    /// the log. Nil if all frames so far were valid.
    private var invalid: (frame: Int64, isOlder: Bool)?

    /// Returns the state of a log of `size` bytes.
    static func state(size: Int64, read: Read) throws -> LogState {
        // The log has no frames. SQLite also ignores it, and no transaction is lost.
        guard size > headerBytes else { return .whole }
        guard let header = try read(0, headerBytes).withUnsafeBytes(Header.init) else {
            return .damagedHeader
        }
        var scan = LogScan(header: header, chain: header.checksum)
        return try scan.run(size: size, read: read)
    }

    private mutating func run(size: Int64, read: Read) throws -> LogState {
        let frameBytes = header.frameBytes
        let piece = max(1, Self.pieceBytes / frameBytes) * frameBytes
        var offset = Int64(Self.headerBytes)
        var frame: Int64 = 0
        while offset < size {
            let bytes = try read(offset, piece)
            guard !bytes.isEmpty else { break }
            let last = bytes.withUnsafeBytes { bytes -> Int64? in
                for start in stride(from: 0, to: bytes.count, by: frameBytes) {
                    frame += 1
                    let part = UnsafeRawBufferPointer(
                        rebasing: bytes[start..<min(start + frameBytes, bytes.count)])
                    if take(part, as: frame) { return frame }
                }
                return nil
            }
            if let last, let invalid {
                return .damagedFrame(cut(at: invalid.frame), committed: last)
            }
            offset += Int64(bytes.count)
        }
        if let invalid, !invalid.isOlder { return .cut(cut(at: invalid.frame)) }
        return valid > committed ? .cut(cut(at: committed + 1)) : .whole
    }

    private func cut(at frame: Int64) -> LogCut {
        LogCut(
            frame: frame,
            offset: Int64(Self.headerBytes) + (frame - 1) * Int64(header.frameBytes))
    }

    /// Checks a frame, and updates the state of the scan.
    ///
    /// - Returns: Whether the frame commits a transaction and comes after an invalid frame.
    private mutating func take(_ bytes: UnsafeRawBufferPointer, as frame: Int64) -> Bool {
        let isWhole = bytes.count == header.frameBytes
        guard invalid == nil else {
            return isWhole && header.hasSalts(of: bytes) && bytes.number(at: 4) != 0
        }
        if isWhole, header.hasSalts(of: bytes), bytes.number(at: 0) != 0 {
            var next = chain
            next.add(bytes, 0..<8, header.isBigEndian)
            next.add(bytes, Self.frameHeaderBytes..<bytes.count, header.isBigEndian)
            if next == Checksum(bytes, at: 16) {
                chain = next
                valid = frame
                if bytes.number(at: 4) != 0 { committed = frame }
                return false
            }
        }
        invalid = (frame, header.isOlder(bytes))
        return false
    }
}

extension LogScan {
    /// The valid 32-byte header of a log.
    private struct Header {
        let pageBytes: Int
        let isBigEndian: Bool
        let salts: (UInt32, UInt32)
        let checksum: Checksum

        /// The maximum number of log restarts after which an old frame is still recognized as old.
        private static let mostRuns: UInt32 = 1 << 20

        init?(_ bytes: UnsafeRawBufferPointer) {
            guard bytes.count == LogScan.headerBytes else { return nil }
            let magic = bytes.number(at: 0)
            guard magic & 0xFFFF_FFFE == 0x377F_0682, bytes.number(at: 4) == 3_007_000 else { return nil }
            let page = bytes.number(at: 8)
            guard (512...65536).contains(page), page & (page - 1) == 0 else { return nil }
            isBigEndian = magic & 1 == 1
            var checksum = Checksum()
            checksum.add(bytes, 0..<24, isBigEndian)
            guard checksum == Checksum(bytes, at: 24) else { return nil }
            pageBytes = Int(page)
            salts = (bytes.number(at: 16), bytes.number(at: 20))
            self.checksum = checksum
        }

        /// The size of a frame, with its header.
        var frameBytes: Int { pageBytes + LogScan.frameHeaderBytes }

        func hasSalts(of frame: UnsafeRawBufferPointer) -> Bool {
            frame.number(at: 8) == salts.0 && frame.number(at: 12) == salts.1
        }

        /// Returns whether a frame was written before the last restart of the log. Each restart increments
        /// the first salt and chooses a new random second salt.
        func isOlder(_ frame: UnsafeRawBufferPointer) -> Bool {
            guard frame.count >= 16 else { return false }
            let runs = salts.0 &- frame.number(at: 8)
            return (1...Self.mostRuns).contains(runs) && frame.number(at: 12) != salts.1
        }
    }

    /// The running checksum of a log. The checksum of each frame continues the checksum of the previous
    /// frame.
    private struct Checksum: Equatable {
        var first: UInt32 = 0
        var second: UInt32 = 0

        init() {}

        init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
            first = bytes.number(at: offset)
            second = bytes.number(at: offset + 4)
        }

        /// Adds bytes to the checksum as pairs of 32-bit words. The number of bytes must be a multiple of 8.
        mutating func add(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ isBigEndian: Bool) {
            var (one, two) = (first, second)
            var offset = range.lowerBound
            while offset < range.upperBound {
                let left = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                let right = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                one = one &+ (isBigEndian ? UInt32(bigEndian: left) : UInt32(littleEndian: left)) &+ two
                two = two &+ (isBigEndian ? UInt32(bigEndian: right) : UInt32(littleEndian: right)) &+ one
                offset += 8
            }
            (first, second) = (one, two)
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the big-endian 32-bit number at an offset. Returns 0 if there are too few bytes.
    fileprivate func number(at offset: Int) -> UInt32 {
        guard offset + 4 <= count else { return 0 }
        return UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}
