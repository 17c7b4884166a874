/// The bytes of a data area that TLVs may use: all but the reserved ones.
struct FreeBytes {
    /// Sorted, without overlap.
    let reserved: [Range<Int>]
    /// Behind the last byte.
    let end: Int

    /// The next `count` free bytes from `offset` on, in order; fewer where the area ends first.
    func ranges(from offset: Int, count: Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var (start, missing) = (offset, count)
        for barrier in reserved where barrier.upperBound > start {
            guard missing > 0, start < end else { return ranges }
            let stop = min(barrier.lowerBound, end, start + min(missing, end - start))
            if stop > start {
                ranges.append(start..<stop)
                missing -= stop - start
            }
            start = barrier.upperBound
        }
        if missing > 0, start < end { ranges.append(start..<start + min(missing, end - start)) }
        return ranges
    }

    /// The next free byte from `offset` on; nil where the area ends first.
    func next(from offset: Int) -> Int? { ranges(from: offset, count: 1).first?.lowerBound }

    /// How many bytes are free from `offset` on.
    func count(from offset: Int) -> Int {
        ranges(from: offset, count: max(0, end - offset)).reduce(0) { $0 + $1.count }
    }

    /// `reserved` with one more range, still sorted and without overlap.
    static func inserting(_ range: Range<Int>, into reserved: [Range<Int>]) -> [Range<Int>] {
        var merged = range
        var apart: [Range<Int>] = []
        for other in reserved {
            if other.upperBound < merged.lowerBound || merged.upperBound < other.lowerBound {
                apart.append(other)
            } else {
                merged = min(merged.lowerBound, other.lowerBound)..<max(merged.upperBound, other.upperBound)
            }
        }
        let index = apart.firstIndex { $0.lowerBound > merged.lowerBound } ?? apart.endIndex
        apart.insert(merged, at: index)
        return apart
    }
}
