/// The memory map of a Type 2 chip. Pages have 4 bytes and are numbered from 0.
public struct Type2Memory: Hashable, Sendable {
    /// The number of pages, including the configuration pages.
    public let pageCount: Int
    /// The number of the last page of user memory, which begins at page 4.
    public let lastUserPage: Int
    /// The dynamic lock bytes; nil if the static lock bytes on page 2 cover all user pages.
    public let dynamicLocks: DynamicLocks?
    /// The position of the configuration for a password or key; nil if the chip supports neither.
    public let protection: Protection?
    /// The capability container of a tag with this memory. Source: T2TOP 1.1 §2.1; each chip's data sheet.
    public let container: [UInt8]
    /// The control TLVs that the manufacturer writes before the NDEF Message TLV; empty for most chips.
    public let controlTLVs: [UInt8]
    /// Whether new tags lack a capability container and must be formatted first. Formatting writes the
    /// container and can be done only once.
    let isBlankFromFactory: Bool

    /// The number of the first page of user memory, which is the same on every Type 2 tag. Source: T2TOP
    /// §2.1.
    public static let firstUserPage = 4

    /// The size of the data area in bytes. ``container`` declares it in units of 8 bytes. Source: T2TOP 1.1
    /// §2.1.
    public var areaBytes: Int { Int(container[2]) * 8 }
    /// The page numbers of the user memory.
    public var userPages: ClosedRange<Int> { Self.firstUserPage...lastUserPage }
    /// The number of the last readable page. An Ultralight C never reveals its key, so its last four pages
    /// are not readable. Source: MF0ICU2 data sheet §7.5.
    public var lastReadablePage: Int { protection == .ultralightC ? 43 : pageCount - 1 }
    /// The size of the user memory in bytes.
    public var userBytes: Int { userPages.count * 4 }

    /// The position of the configuration that determines which pages a password or key protects.
    public enum Protection: Hashable, Sendable {
        /// CFG0 (MIRROR, MIRROR_PAGE, AUTH0) on this page and CFG1 (ACCESS) on the next one.
        case configuration(page: Int)
        /// AUTH0 on page 42 and AUTH1 on page 43, as on an Ultralight C. Source: MF0ICU2 data sheet §7.5.8.
        case ultralightC

        /// The numbers of the two pages that contain the configuration.
        var pages: ClosedRange<Int> {
            switch self {
            case .configuration(let page): page...page + 1
            case .ultralightC: 42...43
            }
        }
    }

    /// The dynamic lock bytes after the user memory. They can make pages from page 16 on permanently
    /// read-only.
    public struct DynamicLocks: Hashable, Sendable {
        /// The number of the page that contains the lock bytes.
        public let page: Int
        /// For each lock bit, the pages that it makes read-only. Bit 0 is the least significant bit of the
        /// page's first byte.
        let pagesOfBit: [Int: ClosedRange<Int>]
        /// For each block-lock bit, the lock bits that it freezes. A block-lock bit does not lock any pages
        /// itself.
        let frozen: [Int: [Int]]
    }

    /// The pages after the user memory that contain the dynamic lock bytes and the configuration; nil if the
    /// chip has neither.
    var closurePages: ClosedRange<Int>? {
        let pages = [dynamicLocks?.page, protection?.pages.lowerBound, protection?.pages.upperBound]
            .compactMap { $0 }
        guard let first = pages.min(), let last = pages.max() else { return nil }
        return first...last
    }
}

extension Type2Memory.DynamicLocks {
    /// Returns the dynamic lock bytes for pages 16 through `last`, as on NTAG21x and Ultralight EV1. Each
    /// lock bit locks `pagesPerBit` pages; the last one may lock fewer.
    ///
    /// Source: NXP NTAG213/215/216 data sheet §8.5.3; NTAG210/212 §8.5.3; MF0ULx1 §8.5.3.
    static func even(last: Int, pagesPerBit: Int) -> Self {
        let starts = stride(from: 16, through: last, by: pagesPerBit).enumerated()
        let ranges = starts.map { ($0.offset, $0.element...min($0.element + pagesPerBit - 1, last)) }
        // The third byte has one block-lock bit for each two lock bits.
        let pairs = stride(from: 0, to: ranges.count, by: 2).map {
            (16 + $0 / 2, Array($0..<min($0 + 2, ranges.count)))
        }
        return Self(
            page: last + 1, pagesOfBit: Dictionary(uniqueKeysWithValues: ranges),
            frozen: Dictionary(uniqueKeysWithValues: pairs))
    }

    /// The dynamic lock bytes of NTAG203 and Ultralight C. Each lock bit locks four pages. Bits 0, 4 and 9
    /// are block-lock bits.
    ///
    /// Source: NXP NTAG203 data sheet §8.3.3; MF0ICU2 data sheet §7.5.3.
    static let fourPagesABit = Self(
        page: 40,
        pagesOfBit: [1: 16...19, 2: 20...23, 3: 24...27, 5: 28...31, 6: 32...35, 7: 36...39],
        frozen: [0: [1, 2, 3], 4: [5, 6, 7], 9: [13]])
}

/// The pages of a Type 2 tag that have been read so far.
struct PageMap: Hashable {
    /// The pages, starting with page 0; nil for pages that were not read or that the tag refused.
    private(set) var pages: [[UInt8]?]
    /// The lowest page that the tag refused to return; nil if the tag has not refused any read.
    var refusedPage: Int?

    init(count: Int) { pages = Array(repeating: nil, count: count) }

    /// Stores the bytes that a READ or FAST_READ returned, starting with page `first`.
    ///
    /// READ wraps around to page 0 after the last readable page. If later pages are protected, the last
    /// readable page is the one before them. Therefore, if a page after `first` equals page 0, that page and
    /// all pages after it are dropped. Source: NTAG213/215/216 data sheet §10.2.
    mutating func store(_ bytes: [UInt8], from first: Int) {
        let portions = stride(from: 0, to: bytes.count - 3, by: 4).map { Array(bytes[$0..<$0 + 4]) }
        for (index, portion) in portions.enumerated() where pages.indices.contains(first + index) {
            if index > 0, first > 0, portion == pages[0] { return }
            pages[first + index] = portion
        }
    }

    /// Returns the smallest range that includes all unknown pages in `range`; nil if all pages are known.
    func missing(in range: ClosedRange<Int>) -> ClosedRange<Int>? {
        let unknown = range.filter { pages.indices.contains($0) && pages[$0] == nil }
        guard let first = unknown.first, let last = unknown.last else { return nil }
        return first...last
    }
}

/// The capability container of a Type 2 tag, which is page 3. Source: NFC Forum T2TOP 1.1 §2.1, §6.1.
///
/// The page's bits can be set but never cleared, so a wrong container can rarely be corrected.
public struct Type2Container: Hashable, Sendable {
    /// The number of the page that contains the container.
    public static let page = 3

    /// The 4 bytes of the container: `E1`, version, size in units of 8 bytes, access.
    public let bytes: [UInt8]

    /// Decodes the bytes of page 3.
    ///
    /// - Returns: nil unless the bytes have the magic number `E1`, version 1.x and a size above 0.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == 4, bytes[0] == 0xE1, bytes[1] >> 4 == 1, bytes[2] > 0 else { return nil }
        self.bytes = bytes
    }

    /// The size of the data area in bytes, as the container declares it.
    public var areaBytes: Int { Int(bytes[2]) * 8 }

    /// Whether the container grants unrestricted write access: the low nibble of the access byte is 0.
    var isWritable: Bool { bytes[3] & 0x0F == 0 }

    /// Whether the container grants unrestricted read access: the high nibble of the access byte is 0. Phones
    /// do not read the message otherwise.
    public var isReadable: Bool { bytes[3] & 0xF0 == 0 }

    /// Returns whether `held` can be changed to `wanted` by setting bits only. The page's bits cannot be
    /// cleared.
    static func canBecome(_ wanted: [UInt8], from held: [UInt8]) -> Bool {
        held.count == wanted.count && zip(held, wanted).allSatisfy { $0 & ~$1 == 0 }
    }
}
