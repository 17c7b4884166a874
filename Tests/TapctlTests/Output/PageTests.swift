import ArgumentParser
import Documents
import Testing

@testable import tapctl

@Suite struct PageTests {
    @Test(
        "the next page is the same command behind the last one",
        arguments: [
            (["gift", "list"], "tapctl gift list --after gift_9"),
            (
                ["gift", "list", "--after", "gift_1", "--org", "Grace"],
                "tapctl gift list --org Grace --after gift_9"
            ),
            (
                ["gift", "list", "--after=gift_1", "--limit", "3"],
                "tapctl gift list --limit 3 --after gift_9"
            ),
            (["gift", "list", "--data", "my data"], "tapctl gift list --data 'my data' --after gift_9"),
            (["gift", "list", "--data", "a'b;c"], #"tapctl gift list --data 'a'\''b;c' --after gift_9"#),
        ])
    func next(arguments: [String], command: String) {
        #expect(nextCommand(after: "gift_9", of: arguments) == command)
    }

    @Test("a list continues after an id in it, also by the beginning of an id, and after nothing else")
    func after() throws {
        let (listed, other) = ("gift_1mnmb0g9gyxwqzeqwmsf", "gift_1mnmb0g9sa51ch3qty01")
        func cursor(_ typed: String) throws -> String? {
            try PageOptions.parse(["--after", typed]).cursor(
                { $0 == listed }, ids: { prefix, _ in [listed, other].filter { $0.hasPrefix(prefix) } })
        }
        let options = try PageOptions.parse([])
        #expect(try options.cursor { _ in false } == nil)
        #expect(try cursor(listed) == listed)
        #expect(try cursor("gift_1mnmb0g9gy") == listed)
        for (typed, code) in [
            ("gift_none", "unknownCursor"), ("", "unknownCursor"), (other, "unknownCursor"),
            ("gift_1mnmb0g9", "ambiguousID"),
        ] {
            #expect { try cursor(typed) } throws: { ($0 as? CommandError)?.code == code }
        }
    }
}
