import Testing

@testable import tapctl

/// The line of usage in help.
@Suite struct HelpTextTests {
    @Test("a long line of usage is broken between options, and an option stays with its value")
    func wraps() {
        let text = """
            OVERVIEW: Show it.

            USAGE: tapctl contract show <id> --org <id> [--data <folder>] [--database <url>] [--processor <url>] [--host <host> ...] [--json]

            OPTIONS:
            """
        #expect(
            HelpText.wrapped(text) == """
                OVERVIEW: Show it.

                USAGE: tapctl contract show <id> --org <id> [--data <folder>]
                       [--database <url>] [--processor <url>] [--host <host> ...] [--json]

                OPTIONS:
                """)
    }

    @Test(
        "other text stays the same",
        arguments: ["", "USAGE: tapctl <subcommand>\n", String(repeating: "a ", count: 60)])
    func unchanged(text: String) { #expect(HelpText.wrapped(text) == text) }

    @Test("the usage of each option of a long command is kept")
    func words() {
        let usage = "USAGE: tapctl x " + (1...40).map { "[--option-\($0) <value>]" }.joined(separator: " ")
        let wrapped = HelpText.wrapped(usage)
        #expect(wrapped.split(separator: "\n").allSatisfy { $0.count <= HelpText.columns })
        #expect(wrapped.split(whereSeparator: \.isWhitespace) == usage.split(separator: " "))
    }
}
