import Documents
import Testing

@testable import tapctl

@Suite struct TagFileNamesTests {
    static let table: [(String, Int, [String])] = [
        ("seat.nfc", 1, ["seat.nfc"]), ("seats/", 1, ["seats/tag.nfc"]),
        ("seat.nfc", 2, ["seat-1.nfc", "seat-2.nfc"]), ("a.b/seat", 2, ["a.b/seat-1", "a.b/seat-2"]),
        ("seats/", 2, ["seats/tag-1.nfc", "seats/tag-2.nfc"]), (".nfc", 2, [".nfc-1", ".nfc-2"]),
    ]

    @Test("numbers the names of several tags", arguments: table)
    func numbers(name: String, count: Int, paths: [String]) {
        #expect(TagFileNames(name, count: count).paths == paths)
    }

    @Test("the names sort by their numbers")
    func sorts() {
        let paths = TagFileNames("seats/", count: 300).paths
        #expect(paths == paths.sorted())
        #expect(Set(paths).count == 300)
    }
}
