import Testing

@testable import PostgresKit

@Suite struct SQLTextTests {
    @Test(
        "numbers parameters as SQLite does",
        arguments: [
            ("SELECT 1", "SELECT 1", 0),
            ("SELECT ?, ?", "SELECT $1, $2", 2),
            ("SELECT ?2, ?1, ?2", "SELECT $2, $1, $2", 2),
            ("SELECT ?3, ?", "SELECT $3, $4", 4),
            ("a=?1 AND b=? AND c=?1", "a=$1 AND b=$2 AND c=$1", 2),
            ("IN (?,?,?)", "IN ($1,$2,$3)", 3),
            ("SELECT ?1::bigint+?12", "SELECT $1::bigint+$12", 12),
        ])
    func numbers(text: String, sql: String, count: Int) {
        let translated = SQLText(text)
        #expect(translated.sql == sql)
        #expect(translated.parameterCount == count)
    }

    @Test(
        "leaves strings, quoted names and comments unchanged",
        arguments: [
            "SELECT '?' || 'it''s ?'", #"SELECT "a?" FROM "b""?""#, #"SELECT E'\'?' , e'a''?'"#,
            "SELECT 1 -- ?\n", "SELECT 1 -- ?", "SELECT /* ? /* ? */ ? */ 1", "SELECT /* ?",
            "SELECT $$?$$", "SELECT $a$ ? $$ ? $a$", "SELECT '?", #"SELECT "?"#, "SELECT 'ä?'",
        ])
    func leavesText(text: String) {
        let translated = SQLText(text + "")
        #expect(translated.sql == text)
        #expect(translated.parameterCount == 0)
    }

    @Test(
        "finds parameters after strings and comments",
        arguments: [
            (#"SELECT 'a\' || ?"#, #"SELECT 'a\' || $1"#), ("SELECT '' || ?", "SELECT '' || $1"),
            ("SELECT 'a''b', ?", "SELECT 'a''b', $1"), ("-- '\nSELECT ?", "-- '\nSELECT $1"),
            ("/* ' */ SELECT ?", "/* ' */ SELECT $1"), ("SELECT a$b$?", "SELECT a$b$$1"),
            ("SELECT name'?', ?", "SELECT name'?', $1"), ("SELECT 1 - ?-?", "SELECT 1 - $1-$2"),
            ("SELECT 4 / ?", "SELECT 4 / $1"),
        ])
    func findsParameters(text: String, sql: String) { #expect(SQLText(text).sql == sql) }

    @Test("a number that is too large does not overflow")
    func largeNumber() {
        #expect(SQLText("?99999999999999999999999").parameterCount > mostParameters)
    }
}
