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
}
