/// A number as its sign and size, so that products are formed in 128 bits and halves are treated alike on both
/// sides of zero.
struct SignedMagnitude {
    let isNegative: Bool
    let magnitude: UInt64

    init(_ value: Int64) { self.init(isNegative: value < 0, magnitude: value.magnitude) }

    init(isNegative: Bool, magnitude: UInt64) {
        self.isNegative = isNegative
        self.magnitude = magnitude
    }

    /// The number; nil past the ends of `Int64`.
    var value: Int64? {
        if isNegative, magnitude == Int64.min.magnitude { return .min }
        return Int64(exactly: magnitude).map { isNegative ? -$0 : $0 }
    }
}
