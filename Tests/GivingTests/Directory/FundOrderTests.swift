import Giving
import Testing

/// The order of an organization's funds.
@Suite struct FundOrderTests {
    @Test("sorts numbers in ids by value, and other characters by byte")
    func sorts() {
        let sorted = [
            "", "0", "00", "01", "1", "2", "10", "11", "99999999999999999999", "100000000000000000000",
            "Roof",
            "roof", "roof-2", "roof-10", "roof-10-a", "é",
        ]
        #expect(sorted.reversed().sorted { Fund.isOrdered($0, before: $1) } == sorted)
        for (place, id) in sorted.enumerated() {
            for (other, text) in sorted.enumerated() {
                #expect(Fund.isOrdered(id, before: text) == (place < other), "\(id) and \(text)")
            }
        }
    }
}
