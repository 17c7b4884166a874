import DatabaseKit
import Foundation
import GRDB
import Testing

/// Statements with a text that SQLite and PostgreSQL both accept.
@Suite struct PortableStatementTests {
    let scratch = Scratch()

    @Test("counts the rows that a statement inserts, updates and deletes")
    func counts() async throws {
        let file = try scratch.open()
        try await file.write { unit throws in
            let insert = "INSERT INTO number VALUES (?), (?), (?) ON CONFLICT (value) DO NOTHING"
            #expect(try unit.changedRows(insert, [1, 2, 3]) == 3)
            #expect(try unit.changedRows(insert, [3, 4, 2]) == 1)
            let update = "UPDATE number SET value = value + 10 WHERE value >= ?"
            #expect(try unit.changedRows(update, [3]) == 2)
            #expect(try unit.changedRows(update, [90]) == 0)
            #expect(try unit.numbers() == [1, 2, 13, 14])
            #expect(try unit.changedRows("DELETE FROM number WHERE value < ?", [13]) == 2)
            #expect(try unit.numbers() == [13, 14])
        }
    }

    @Test("returns the number of an inserted row, and nil if no row was inserted")
    func inserted() async throws {
        let file = try scratch.open()
        try await file.write { unit throws in
            let insert = """
                INSERT INTO number (value) SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM number WHERE value = ?1)
                """
            #expect(try unit.inserted(insert, [7], number: "value") == 7)
            #expect(try unit.inserted(insert, [7], number: "value") == nil)
        }
    }

    @Test("a statement that returns a row still checks foreign keys")
    func foreignKeys() async throws {
        let child = Migration(
            "numbers.2",
            "CREATE TABLE child (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL REFERENCES number) STRICT")
        let file = try DatabaseFile.open(at: scratch.path, migrations: [Scratch.numbers, child])
        await #expect(throws: (any Error).self) {
            try await file.write {
                try $0.inserted("INSERT INTO child (parent) VALUES (?)", [5], number: "id")
            }
        }
        #expect(try await file.read { try $0.isAny("SELECT 1 FROM child") } == false)
    }

    @Test(
        "a list has a power of two of placeholders, and matches only its texts", arguments: [1, 2, 3, 5, 8])
    func list(count: Int) async throws {
        let texts = (0..<count).map { "text \($0)" }
        let list = try #require(StatementList(texts))
        let placeholders = list.placeholders.split(separator: ", ")
        #expect(Set(placeholders) == ["?"])
        #expect([1, 2, 4, 8].contains(placeholders.count))
        let file = try scratch.open()
        for (text, isFound) in texts.map({ ($0, true) }) + [("text \(count)", false), ("", false)] {
            let values = [text] + list.values
            #expect(
                try await file.read { try $0.isAny("SELECT 1 WHERE ? IN (\(list.placeholders))", values) }
                    == isFound)
        }
    }

    @Test("an empty list has no text")
    func emptyList() { #expect(StatementList([String]()) == nil) }

    @Test("a key ignores the case of ASCII letters only")
    func caseKey() {
        #expect("WoodlandsChurch-2_Ä".caseKey == "woodlandschurch-2_Ä")
        #expect("[\\]^`{".caseKey == "[\\]^`{")
        #expect("A\0B".caseKey == "a\0b")
        #expect("".caseKey.isEmpty)
    }
}
