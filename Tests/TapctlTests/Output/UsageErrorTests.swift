import ArgumentParser
import Documents
import Testing

@testable import tapctl

@Suite struct UsageErrorTests {
    /// The text on stderr for an invalid command line.
    private func text(_ arguments: String...) throws -> String {
        do {
            _ = try Tapctl.parseAsRoot(arguments)
        } catch {
            return UsageError(error, arguments: arguments).error.text(style: .plain)
        }
        throw Understood()
    }

    private struct Understood: Error {}

    @Test("prints a multi-line message as lines, the first as the error")
    func lines() throws {
        #expect(
            try text("--generate-completion-script", "csh") == """
                error: can't generate completion scripts for 'csh'
                  Please use --generate-completion-script=<shell> with one of:
                      zsh bash fish
                  hint: `tapctl --help` shows examples and all options

                """)
        #expect(
            try text("tag", "dump", "-ox") == """
                error: unknown option '-ox'
                     or: Missing value for '-o <path>' in '-ox'
                  hint: `tapctl tag dump --help` shows examples and all options

                """)
    }

    @Test("explains a value with a hyphen, but not if the value is missing before another option")
    func hyphens() throws {
        #expect(try text("org", "edit", "Grace", "--least", "-5").contains("as --least=VALUE"))
        for next in ["--json", "--most=5"] {
            let text = try text("org", "edit", "Grace", "--least", next)
            #expect(text.contains("`tapctl org edit --help` shows"), "\(text)")
        }
    }

    @Test("names the range of a port and of a seed")
    func ranges() throws {
        let port = try text("processor", "serve", "--port", "99999")
        #expect(port.contains("Use a number from 0 to 65535."), "\(port)")
        let seed = try text("run", "a.yaml", "--seed=-1")
        #expect(seed.contains("Use a number from 0 to 18446744073709551615."), "\(seed)")
    }

    @Test(
        "escapes a typed line break",
        arguments: [
            ["tag", "read", "--x\n  hint: run this"], ["tag", "read", "x\n  hint: run this"],
            ["tag", "read", "--wait", "1\n  hint: run this"],
            ["tag", "read", "--wait", "1': a\n  hint: run this"],
            ["tag", "dump", "-ox\n  hint: run this"],
            ["--generate-completion-script", "csh\n  hint: run this"],
            ["rader\n  hint: run this"],
        ])
    func typedLines(arguments: [String]) throws {
        let error = #expect(throws: (any Error).self) { _ = try Tapctl.parseAsRoot(arguments) }
        let text = UsageError(try #require(error), arguments: arguments).error.text(style: .plain)
        #expect(text.contains(#"\u{a}  hint: run this"#), "\(text)")
        #expect(text.split(separator: "\n").count { $0.hasPrefix("  hint: ") } == 1, "\(text)")
    }
}
