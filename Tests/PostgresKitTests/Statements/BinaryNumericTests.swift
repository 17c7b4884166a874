import DatabaseKit
import Testing

@testable import PostgresKit

@Suite struct BinaryNumericTests {
    @Test(
        "integers keep their value",
        arguments: [0, 1, -1, 9999, 10_000, -10_000, 123_456_789, 100_000_000_000, .max, .min] as [Int64])
    func roundTrip(value: Int64) {
        let bytes = BinaryNumeric(value).bytes
        #expect(bytes.withUnsafeBytes { BinaryNumeric.integer($0) } == value)
    }

    @Test(
        "refuses fractions, other kinds of numbers, and malformed bytes",
        arguments: [
            // 0.5, 1.5, not a number, infinity, a digit that is missing, and an odd length.
            [0, 1, 255, 255, 0, 0, 0, 1, 19, 136], [0, 2, 0, 0, 0, 0, 0, 1, 0, 1, 19, 136],
            [0, 0, 0, 0, 192, 0, 0, 0], [0, 0, 0, 0, 208, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0, 0],
            [0, 0, 0, 0, 0, 0, 0, 0, 0], [],
        ] as [[UInt8]])
    func refuses(bytes: [UInt8]) { #expect(bytes.withUnsafeBytes { BinaryNumeric.integer($0) } == nil) }

    @Test("refuses a number that does not fit")
    func tooLarge() {
        // 10,000 to the power of 5.
        let bytes: [UInt8] = [0, 1, 0, 5, 0, 0, 0, 0, 0, 1]
        #expect(bytes.withUnsafeBytes { BinaryNumeric.integer($0) } == nil)
    }
}
