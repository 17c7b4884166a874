/// The pages of a Type 2 tag as far as they were read.
struct PageMap: Hashable, Sendable {
    /// From page 0 on; nil where nobody looked or the tag refused.
    private(set) var pages: [[UInt8]?]
    /// The first page that the tag refused to show; nil when it refused none.
    var refusedPage: Int?

    /// A tag of `count` pages of which nothing is known.
    init(count: Int) { pages = Array(repeating: nil, count: count) }

    /// Keeps what a tag answered.
    ///
    /// READ rolls over to page 0 behind the last page that it shows, also in front of protected ones: the pages that
    /// look like the UID's are dropped. Source: NTAG213/215/216 data sheet §10.2.
    mutating func store(_ bytes: [UInt8], from first: Int) {
        let portions = stride(from: 0, to: bytes.count - 3, by: 4).map { Array(bytes[$0..<$0 + 4]) }
        for (index, portion) in portions.enumerated() where pages.indices.contains(first + index) {
            if index > 0, first > 0, portion == pages[0] { return }
            pages[first + index] = portion
        }
    }

    /// What of `range` is missing, from the first missing page through the last.
    func missing(in range: ClosedRange<Int>) -> ClosedRange<Int>? {
        let unknown = range.filter { pages.indices.contains($0) && pages[$0] == nil }
        guard let first = unknown.first, let last = unknown.last else { return nil }
        return first...last
    }
}

extension Type2Memory {
    /// The pages that say what is locked, protected or mirrored; nil where page 2 says all.
    var closurePages: ClosedRange<Int>? {
        let pages = [dynamicLocks?.page, protection?.pages.lowerBound, protection?.pages.upperBound]
            .compactMap { $0 }
        guard let first = pages.min(), let last = pages.max() else { return nil }
        return first...last
    }
}
