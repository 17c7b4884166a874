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
            (2, "rows of honour", ["rows of honour 1", "rows of honour 2"]),
            (2, "rows A-St", ["rows A-St 1", "rows A-St 2"]),
        ])
    func names(count: Int, place: String, names: [String]) throws {
        #expect(try SeatNames.names(count: count, place: place) == names)
    }

    @Test(
        "refuses rows that run backwards or appear twice, and shows the syntax",
        arguments: [
            ("rows F-A", "rows A-F"), ("F-A", "A-F"), ("rows A-C, F – D", "rows A-C, D-F"),
            ("rows 10-1", "rows 1-10"), ("Reihe f-a", "Reihe A-F"),
        ])
    func backwards(place: String, wanted: String) {
        let problem = #expect(throws: BatchProblem.self) { try SeatNames.names(count: 12, place: place) }
        #expect(problem?.code == .uncountableSeats)
        #expect(problem?.words.contains("\"\(wanted)\"") == true, "\(problem?.words ?? "")")
        let twice = #expect(throws: BatchProblem.self) {
            try SeatNames.names(count: 12, place: "rows A-C, B")
        }
        #expect(twice?.words.contains("B appears twice") == true)
    }

    @Test("the error for a count that cannot be divided names the nearest counts that can")
    func uneven() {
        let problem = #expect(throws: BatchProblem.self) {
            try SeatNames.names(count: 121, place: "rows A-F")
        }
        #expect(problem?.code == .uncountableSeats)
        #expect(problem?.words.contains("120 or 126") == true)
    }
}
