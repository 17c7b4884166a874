import Testing
import TextKit

/// Making a tree of parts, and reading its parts.
@Suite struct JSONTreePartsTests {
    private static let one: [JSONTree] = [.null, true, 7, "7", [7], ["7": 7]]

    @Test(
        "reads only whole numbers of 64 bits as integers",
        arguments: [
            ("0", 0), ("-0", 0), ("9223372036854775807", .max), ("-9223372036854775808", .min),
            ("9223372036854775808", nil), ("2.90", nil), ("1e2", nil), ("-1.5E-3", nil),
        ] as [(String, Int64?)])
    func integers(digits: String, number: Int64?) throws {
        #expect(try JSONTree(Array(digits.utf8)) == .number(digits))
        #expect(JSONTree.number(digits).integer == number)
    }

    @Test("each value has only its own kind")
    func kinds() {
        #expect(Self.one.map(\.isNull) == [true, false, false, false, false, false])
        #expect(Self.one.map(\.bool) == [nil, true, nil, nil, nil, nil])
        #expect(Self.one.map(\.integer) == [nil, nil, 7, nil, nil, nil])
        #expect(Self.one.map(\.string) == [nil, nil, nil, "7", nil, nil])
        #expect(Self.one.map(\.elements) == [[], [], [], [], [7], []])
    }

    @Test("writes whole numbers in digits, and a missing value as null")
    func making() {
        #expect(JSONTree.integer(.min) == .number("-9223372036854775808") && JSONTree.integer(0) == 0)
        #expect(JSONTree(String?.none) == .null && JSONTree(Int64?.none) == .null)
        #expect(JSONTree("a" as String?) == "a" && JSONTree(2 as Int64?) == .number("2"))
    }
}
