/// The end of a write-ahead log that contains no whole transaction: an unfinished write, or a damaged last frame.
public struct LogCut: Hashable, Sendable {
    /// The first frame that does not count, from 1.
    public let frame: Int64
    /// The offset of that frame in the log, in bytes.
    public let offset: Int64
}

/// The state of a write-ahead log, found without SQLite.
enum LogState: Equatable {
    /// Every frame up to the log's ordinary end is valid.
    case whole
    /// The log ends with frames that SQLite will drop, and no committed frame follows them.
    case cut(LogCut)
    /// The header is damaged: SQLite would treat the whole log as empty.
    case damagedHeader
    /// A frame is damaged, and the committed frame `committed` follows it: SQLite would drop both.
    case damagedFrame(LogCut, committed: Int64)
}

/// Reads a write-ahead log and tells damage from an ordinary end.
///
/// SQLite takes the first frame that is not valid for the end of the log and drops everything after it, without an error: one
/// damaged page undoes transactions that were already answered. A frame with the header's salts was written since the log
/// last began, so such a frame after an invalid one proves that the invalid one is damage. Frames of an earlier run of the same log
/// have an older salt and are its ordinary end. So are frames that were never committed, such as those of a rolled-back
/// transaction that outgrew the cache: only a frame that commits counts as proof.
///
/// The log is read once, in pieces of at most ``pieceBytes``.
///
/// Source: SQLite, "Database File Format", section 4.
struct LogScan {
    /// Reads up to `count` bytes at `offset`; fewer only at the end of the file.
    typealias Read = (_ offset: Int64, _ count: Int) throws -> [UInt8]

    /// The most that is read at once.
    static let pieceBytes = 1 << 20
    static let headerBytes = 32
    static let frameHeaderBytes = 24

    private let header: Header
    private var chain: Checksum
    /// The last valid frame, and the last that commits.
    private var valid: Int64 = 0
    private var committed: Int64 = 0
    /// The first invalid frame; nil while all are valid.
    private var invalid: (frame: Int64, isOlder: Bool)?

    /// The state of a log of `size` bytes.
    static func state(size: Int64, read: Read) throws -> LogState {
        // No frame: SQLite ignores such a log too, and nothing was committed to it.
        guard size > headerBytes else { return .whole }
        guard let header = Header(try read(0, headerBytes)) else { return .damagedHeader }
        var scan = LogScan(header: header, chain: header.checksum)
        return try scan.run(size: size, read: read)
    }

    private mutating func run(size: Int64, read: Read) throws -> LogState {
        let frameBytes = header.pageBytes + Self.frameHeaderBytes
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
            offset: Int64(Self.headerBytes) + (frame - 1) * Int64(header.pageBytes + Self.frameHeaderBytes))
    }

    /// Checks a frame.
    ///
    /// - Returns: Whether it commits, and comes after an invalid one.
    private mutating func take(_ bytes: UnsafeRawBufferPointer, as frame: Int64) -> Bool {
        let isWhole = bytes.count == header.pageBytes + Self.frameHeaderBytes
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
    /// The first 32 bytes of a log, if they are sound.
    private struct Header {
        let pageBytes: Int
        let isBigEndian: Bool
        let salts: (UInt32, UInt32)
        let checksum: Checksum

        /// How often a log may have begun again while frames of an earlier run are still in it.
        private static let mostRuns: UInt32 = 1 << 20

        init?(_ bytes: [UInt8]) {
            guard bytes.count == LogScan.headerBytes else { return nil }
            let header = bytes.withUnsafeBytes { bytes -> (Int, Bool, (UInt32, UInt32), Checksum)? in
                let magic = bytes.number(at: 0)
                guard magic & 0xFFFF_FFFE == 0x377F_0682, bytes.number(at: 4) == 3_007_000 else { return nil }
                let page = bytes.number(at: 8)
                guard (512...65536).contains(page), page & (page - 1) == 0 else { return nil }
                var checksum = Checksum()
                checksum.add(bytes, 0..<24, magic & 1 == 1)
                guard checksum == Checksum(bytes, at: 24) else { return nil }
                return (Int(page), magic & 1 == 1, (bytes.number(at: 16), bytes.number(at: 20)), checksum)
            }
            guard let header else { return nil }
            (pageBytes, isBigEndian, salts, checksum) = header
        }

        func hasSalts(of frame: UnsafeRawBufferPointer) -> Bool {
            frame.number(at: 8) == salts.0 && frame.number(at: 12) == salts.1
        }

        /// Whether a frame is of an earlier run of the log: its first salt is smaller by the number of runs since, and its second
        /// one was drawn anew.
        func isOlder(_ frame: UnsafeRawBufferPointer) -> Bool {
            guard frame.count >= 16 else { return false }
            let runs = salts.0 &- frame.number(at: 8)
            return (1...Self.mostRuns).contains(runs) && frame.number(at: 12) != salts.1
        }
    }

    /// The running checksum of a log: each frame continues the one before it.
    private struct Checksum: Equatable {
        var first: UInt32 = 0
        var second: UInt32 = 0

        init() {}

        init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
            first = bytes.number(at: offset)
            second = bytes.number(at: offset + 4)
        }

        /// Adds bytes, a multiple of eight of them, as pairs of 32-bit words.
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
    /// The big-endian number at an offset; 0 where the bytes end before it does.
    fileprivate func number(at offset: Int) -> UInt32 {
        guard offset + 4 <= count else { return 0 }
        return UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}
