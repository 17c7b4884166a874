public import TagDumps

/// A defect that makes a counterfeit, worn or unusual tag behave differently from a good one.
public enum TagDefect: Hashable, Sendable {
    /// `no-get-version`: the tag does not respond to GET_VERSION.
    case noGetVersion
    /// `no-fast-read`: the tag does not respond to FAST_READ.
    case noFastRead
    /// `no-signature`: the tag returns zeros instead of its signature.
    case noSignature
    /// `locks-ignored`: lock bits are stored but do not lock any pages.
    case locksIgnored
    /// `short-memory=N`: the tag has only the pages below N. A page number of N or higher wraps around, so
    /// page N is page 0 again.
    case shortMemory(pages: Int)
    /// `stuck-page=N`: the page (or the block of a MIFARE Classic card) acknowledges writes but does not
    /// change.
    case stuckPage(Int)
    /// `worn-page=N`: the page (or the block of a MIFARE Classic card) refuses writes with a NAK, and does
    /// not change. The NAK code is 5 on a Type 2 tag and 4 on a MIFARE Classic card.
    case wornPage(Int)
    /// `le-required`: the tag refuses SELECT of the NDEF application if the command has no Le byte
    /// (nfcpy/nfcpy#168).
    case leRequired
    /// `le-refused`: the tag refuses SELECT of the NDEF application if the command has an Le byte
    /// (nfcpy/nfcpy#168).
    case leRefused
    /// `slow=N`: the tag sends N requests for more time (S(WTX)) before it responds to UPDATE BINARY. N is
    /// 1...10.
    ///
    /// Source: ISO/IEC 14443-4 §7.3.
    case slow(extensions: Int)

    /// Parses the name of a defect, such as `stuck-page=5`. Returns nil if the name is unknown or its number
    /// is out of range.
    public init?(name: String) {
        let parts = name.split(separator: "=", omittingEmptySubsequences: false)
        let number = parts.count == 2 ? Int(parts[1]) : nil
        guard parts.count == 1 || number != nil else { return nil }
        switch (String(parts.first ?? ""), number) {
        case ("no-get-version", nil): self = .noGetVersion
        case ("no-fast-read", nil): self = .noFastRead
        case ("no-signature", nil): self = .noSignature
        case ("locks-ignored", nil): self = .locksIgnored
        case ("le-required", nil): self = .leRequired
        case ("le-refused", nil): self = .leRefused
        case ("short-memory", .some(let pages)) where (4...255).contains(pages):
            self = .shortMemory(pages: pages)
        case ("stuck-page", .some(let page)) where (0...255).contains(page): self = .stuckPage(page)
        case ("worn-page", .some(let page)) where (0...255).contains(page): self = .wornPage(page)
        case ("slow", .some(let times)) where (1...10).contains(times): self = .slow(extensions: times)
        default: return nil
        }
    }

    /// The defect's name, including its number. ``init(name:)`` parses this name.
    public var name: String {
        switch self {
        case .noGetVersion: "no-get-version"
        case .noFastRead: "no-fast-read"
        case .noSignature: "no-signature"
        case .locksIgnored: "locks-ignored"
        case .shortMemory(let pages): "short-memory=\(pages)"
        case .stuckPage(let page): "stuck-page=\(page)"
        case .wornPage(let page): "worn-page=\(page)"
        case .leRequired: "le-required"
        case .leRefused: "le-refused"
        case .slow(let extensions): "slow=\(extensions)"
        }
    }

    /// The names of all defects, for display, with `N` instead of numbers.
    public static let names = [
        "no-get-version", "no-fast-read", "no-signature", "locks-ignored", "short-memory=N", "stuck-page=N",
        "worn-page=N", "le-required", "le-refused", "slow=N",
    ]

    /// Returns whether a tag with this memory can have the defect.
    public func fits(_ memory: TagImage.Memory) -> Bool {
        switch (self, memory) {
        case (.noGetVersion, .pages), (.noFastRead, .pages), (.noSignature, .pages), (.locksIgnored, .pages),
            (.shortMemory, .pages):
            true
        case (.stuckPage(let page), .pages(let pages)), (.wornPage(let page), .pages(let pages)):
            page < pages.count
        case (.stuckPage(let block), .blocks(let blocks)), (.wornPage(let block), .blocks(let blocks)):
            block < blocks.count
        case (.leRequired, .files), (.leRefused, .files), (.slow, .files), (.noSignature, .files): true
        default: false
        }
    }
}

extension Set<TagDefect> {
    /// Parses the names of the defects in a tag's file.
    ///
    /// - Returns: nil if a name is unknown, or if the tag's memory does not allow that defect.
    init?(of image: TagImage) {
        self = []
        for name in image.defects {
            guard let defect = TagDefect(name: name), defect.fits(image.memory) else { return nil }
            insert(defect)
        }
    }

    /// The names of the defects, sorted, as a tag's file lists them.
    var names: [String] { map(\.name).sorted() }
}
