import TagRegistry
import Testing
import TextKit

@Suite struct AuditExportTests {
    /// A walk with a correct seat, a wrong one, one that was not seen, and a stranger, with names that must
    /// be escaped.
    static func walk() async throws -> AuditWalk {
        var bench = try await AuditBench.written(rows: 3) { number, row in
            if number == 2 { (row.seat, row.campus) = ("=A<2>&\"'", "North, left") }
            if number == 3 { row.seat = "A3<script>" }
        }
        try await bench.box.write("https://example.org/<b>", to: 1)
        try bench.box.add()
        for number in [0, 1, 3] { _ = try await bench.sighting(number) }
        return try await bench.kept()
    }

    @Test("the table lists each seat and stranger, reads back unchanged, and runs no formula")
    func csv() async throws {
        let walk = try await Self.walk()
        let csv = AuditExport(walk).csv
        let table = try CSVTable(Array(csv.utf8))
        #expect(table.rows.allSatisfy { $0.fields.count == table.header.fields.count })
        let column = { (name: String) in
            let index = try #require(table.header.fields.firstIndex(of: name))
            return table.rows.map { $0.fields[index] }
        }
        #expect(try column("result") == ["right", "wrong", "never_seen", "stranger"])
        #expect(try column("seat") == ["A1", "=A<2>&\"'", "A3<script>", ""])
        #expect(try column("campus") == ["", "North, left", "", ""])
        #expect(try column("codes") == ["", "wrongURL", "", "unknownTag"])
        #expect(try column("times_seen") == ["1", "1", "0", "1"])
        #expect(try column("seen_url")[1] == "https://example.org/<b>")
        #expect(try column("uid").last == "04112233440003")
        #expect(csv.contains("\"'=A<2>"))
    }

    @Test("the page gives remedies, escapes foreign text, and contains no script")
    func page() async throws {
        let walk = try await Self.walk()
        let html = AuditPage(walk, steps: walk.steps(inWords: told)).html
        #expect(html.contains("<bdi>=A&lt;2&gt;&amp;&quot;&#39;</bdi>"))
        #expect(html.contains("https://example.org/&lt;b&gt;"))
        #expect(html.contains("✗ Some seats or tags still need attention."))
        #expect(
            html.contains(
                "3 seats: 1 right, 1 wrong, 1 never seen, 0 without a tag, 1 tag without a seat here"))
        #expect(html.contains("<code>findOrExchange(") && html.contains("A3&lt;script&gt;"))
        #expect(!html.contains("<script") && !html.contains("<b>") && !html.contains("http-equiv"))
        #expect(html.components(of: "☐") == 3)
    }

    @Test("when all is right, there is nothing to do")
    func allRight() async throws {
        var bench = try await AuditBench.written(rows: 1)
        _ = try await bench.sighting(0)
        let walk = try await bench.kept()
        let html = AuditPage(walk, steps: walk.steps(inWords: told)).html
        #expect(html.contains("✓ Every seat was seen, and every tag is right."))
        #expect(!html.contains("What to do next"))
    }
}

extension String {
    /// The number of occurrences of a text.
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
