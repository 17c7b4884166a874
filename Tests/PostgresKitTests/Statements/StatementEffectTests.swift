import Testing

@testable import PostgresKit

@Suite struct StatementEffectTests {
    @Test(
        "only a SELECT that changes and locks nothing counts as a read",
        arguments: [
            ("SELECT body FROM gift WHERE id = $1", true), ("select 1", true),
            ("SELECT body FROM gift WHERE id = $1 FOR UPDATE", false),
            ("SELECT 1 FROM gift FOR KEY SHARE", false),
            ("SELECT nextval('a')", false),
            ("SELECT 1; DELETE FROM gift", false), ("INSERT INTO gift VALUES ($1)", false),
            ("WITH a AS (DELETE FROM gift RETURNING id) SELECT id FROM a", false), ("", false),
        ])
    func reads(sql: String, isRead: Bool) {
        #expect(StatementEffect(of: sql).onlyReads == isRead)
    }

    @Test(
        "a change affects the reads that name its table, as a whole word",
        arguments: [
            ("INSERT INTO gift (id) VALUES ($1)", true), ("UPDATE gift SET status = $1", true),
            ("DELETE FROM gift WHERE id = $1", true), ("INSERT INTO gift_count (status) VALUES ($1)", false),
            ("UPDATE payment SET gift = $1", false), ("DELETE FROM \"gift\"", true),
            ("WITH a AS (SELECT 1) INSERT INTO payment SELECT * FROM a", true), ("TRUNCATE payment", true),
            ("SELECT body FROM gift", false),
        ])
    func affects(sql: String, isAffected: Bool) {
        let reading = StatementEffect(of: "SELECT g.body FROM donor JOIN gift g ON g.donor = donor.id")
        #expect(StatementEffect(of: sql).changesTables(of: reading) == isAffected)
    }
}
