public import TagDumps

/// A way in which a counterfeit, worn or unusual tag differs from a good tag.
public enum TagDefect: Hashable, Sendable {
    /// `no-get-version`: GET_VERSION gets no response.
    case noGetVersion
    /// `no-fast-read`: GET_VERSION works, but FAST_READ gets no response.
    case noFastRead
    /// `no-signature`: READ_SIG returns zeros.
    case noSignature
    /// `locks-ignored`: lock bits are stored but do not lock any pages.
    case locksIgnored
    /// `short-memory=N`: only the pages below N exist. Higher page numbers address the same pages again.
    case shortMemory(pages: Int)
    /// `stuck-page=N`: the page (block on a MIFARE Classic tag) acknowledges a write but does not change.
    case stuckPage(Int)
    /// `worn-page=N`: the page refuses a write with a NAK (5 on Type 2, 4 on Classic) and does not change.
    case wornPage(Int)
    /// `le-required`: SELECT of the NDEF application is refused without an Le byte (nfcpy/nfcpy#168).
    case leRequired
    /// `le-refused`: SELECT of the NDEF application is refused with an Le byte (nfcpy/nfcpy#168).
    case leRefused
    /// `slow=N`: the tag requests more time N times with S(WTX) before it responds to UPDATE BINARY; 1...10.
    ///
    /// Source: ISO/IEC 14443-4 §7.3.
    case slow(extensions: Int)

    /// Parses a defect's name. Returns nil for an unknown name or a number out of range.
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

    /// The name that ``init(name:)`` parses.
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

    /// The names of all defects, for display to users.
    public static let names = [
        "no-get-version", "no-fast-read", "no-signature", "locks-ignored", "short-memory=N", "stuck-page=N",
        "worn-page=N", "le-required", "le-refused", "slow=N",
    ]

    /// Returns whether a tag with this kind of memory can have the defect.
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
    /// Parses the defects in a tag's file.
    ///
    /// - Returns: nil if a name is unknown or does not fit the tag's kind of memory.
    init?(of image: TagImage) {
        self = []
        for name in image.defects {
            guard let defect = TagDefect(name: name), defect.fits(image.memory) else { return nil }
            insert(defect)
        }
    }

    /// The names in the order of a file.
    var names: [String] { map(\.name).sorted() }
}
