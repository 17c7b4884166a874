public import TagDumps

/// In what a counterfeit, a worn or an odd tag differs from a good one of its kind.
///
/// Each has a name, by which the line `Defects` of a tag's file and `tapctl sim tag new --defect` call it.
public enum TagDefect: Hashable, Sendable {
    /// `no-get-version`: GET_VERSION is met with silence.
    case noGetVersion
    /// `no-fast-read`: GET_VERSION answers, FAST_READ is met with silence.
    case noFastRead
    /// `no-signature`: READ_SIG answers zeros.
    case noSignature
    /// `locks-ignored`: lock bits are stored and close nothing.
    case locksIgnored
    /// `short-memory=N`: only the pages below N are really there, higher ones show them again.
    case shortMemory(pages: Int)
    /// `stuck-page=N`: the page (of a MIFARE Classic the block) acknowledges a write and keeps what it held.
    case stuckPage(Int)
    /// `worn-page=N`: the page answers a write with a NAK, 5 of Type 2 and 4 of Classic, and keeps what it held.
    case wornPage(Int)
    /// `le-required`: SELECT of the NDEF application is refused without an Le byte (nfcpy/nfcpy#168).
    case leRequired
    /// `le-refused`: SELECT of the NDEF application is refused with an Le byte (nfcpy/nfcpy#168).
    case leRefused
    /// `slow=N`: the tag asks N times for more time, S(WTX), before it answers UPDATE BINARY; 1...10.
    ///
    /// Source: ISO/IEC 14443-4 §7.3.
    case slow(extensions: Int)

    /// The defect that a name means; nil for none, or a number out of its range.
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

    /// The name that ``init(name:)`` reads.
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

    /// What stands for every defect in lists for people.
    public static let names = [
        "no-get-version", "no-fast-read", "no-signature", "locks-ignored", "short-memory=N", "stuck-page=N",
        "worn-page=N", "le-required", "le-refused", "slow=N",
    ]

    /// Whether a tag with such a memory can have the defect.
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
    /// The defects as a file names them.
    ///
    /// - Returns: nil where a name means none, or none that such a tag can have.
    init?(of image: TagImage) {
        self = []
        for name in image.defects {
            guard let defect = TagDefect(name: name), defect.fits(image.memory) else { return nil }
            insert(defect)
        }
    }

    /// Their names in the order of a file.
    var names: [String] { map(\.name).sorted() }
}
