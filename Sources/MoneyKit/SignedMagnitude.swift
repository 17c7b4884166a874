/// An integer that is stored as a sign and a magnitude, for calculations that are symmetric around zero.
struct SignedMagnitude {
    let isNegative: Bool
    let magnitude: UInt64

    /// The integer, or nil if it does not fit into `Int64`.
    var value: Int64? {
        if isNegative, magnitude == Int64.min.magnitude { return .min }
        return Int64(exactly: magnitude).map { isNegative ? -$0 : $0 }
    }
}

extension SignedMagnitude {
    init(_ value: Int64) { self.init(isNegative: value < 0, magnitude: value.magnitude) }
}
