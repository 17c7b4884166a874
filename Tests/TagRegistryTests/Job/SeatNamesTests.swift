import TagRegistry
import Testing

@Suite struct SeatNamesTests {
    @Test(
        "names seats as people do",
        arguments: [
            (3, "", ["1", "2", "3"]), (2, "Lobby", ["Lobby 1", "Lobby 2"]),
            (4, "rows A-B", ["A1", "A2", "B1", "B2"]), (4, "rows A–B", ["A1", "A2", "B1", "B2"]),
            (3, "a-c", ["A1", "B1", "C1"]), (3, "Rows A-B, D", ["A1", "B1", "D1"]),
            (2, "row C", ["C1", "C2"]),
            (4, "rows 9-10", ["Row 9 Seat 1", "Row 9 Seat 2", "Row 10 Seat 1", "Row 10 Seat 2"]),
            (2, "Reihe B", ["B1", "B2"]), (2, "Side-chapel", ["Side-chapel 1", "Side-chapel 2"]),
            (2, "  Main   hall ", ["Main hall 1", "Main hall 2"]),
            (2, "rows B-A", ["rows B-A 1", "rows B-A 2"]),
        ])
    func names(count: Int, place: String, names: [String]) throws {
        #expect(try SeatNames.names(count: count, place: place) == names)
    }

    @Test("says which counts can be shared out")
    func uneven() {
        let problem = #expect(throws: BatchProblem.self) {
            try SeatNames.names(count: 121, place: "rows A-F")
        }
        #expect(problem?.code == .uncountableSeats)
        #expect(problem?.words.contains("120 and 126") == true)
    }
}
