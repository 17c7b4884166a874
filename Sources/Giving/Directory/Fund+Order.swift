extension Fund {
    /// Returns whether one id comes before another. Numbers in ids are compared by value, so `2` comes before
    /// `10`.
    package static func isOrdered(_ left: String, before right: String) -> Bool {
        var (first, second) = (left.utf8[...], right.utf8[...])
        while let one = first.first, let other = second.first {
            if isDigit(one), isDigit(other) {
                let (number, otherNumber) = (takeNumber(&first), takeNumber(&second))
                if number.count != otherNumber.count { return number.count < otherNumber.count }
                if !number.elementsEqual(otherNumber) { return number.lexicographicallyPrecedes(otherNumber) }
            } else {
                if one != other { return one < other }
                first = first.dropFirst()
                second = second.dropFirst()
            }
        }
        if first.isEmpty != second.isEmpty { return first.isEmpty }
        // Ids such as `1` and `01` have equal numbers.
        return left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    /// Removes the digits at the start of a string, and returns them without leading zeros.
    private static func takeNumber(_ text: inout Substring.UTF8View) -> Substring.UTF8View {
        let digits = text.prefix(while: isDigit)
        text = text.dropFirst(digits.count)
        return digits.drop { $0 == UInt8(ascii: "0") }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
