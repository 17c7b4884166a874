import TestSupport
import Testing

/// The shell completions that tapctl makes of its own commands.
@Suite(.serialized) struct CompletionTests {
    @Test(
        "bash completes nouns, verbs and options",
        arguments: [
            ("ta", 1, "tag"), ("tag wr", 2, "write"), ("sim tag n", 3, "new"),
            ("tag read --re", 3, "--reader"), ("tag dump --format e", 4, "eml"),
        ])
    func bash(typed: String, word: Int, completion: String) async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(
                """
                tapctl --generate-completion-script bash > tapctl.bash
                cat > try.bash <<'END'
                source tapctl.bash
                COMP_LINE="tapctl \(typed)"; COMP_WORDS=($COMP_LINE); COMP_CWORD=\(word); COMP_POINT=${#COMP_LINE}
                _tapctl tapctl "${COMP_WORDS[\(word)]}" "${COMP_WORDS[\(word - 1)]}"; printf '%s\\n' "${COMPREPLY[@]}"
                END
                bash try.bash
                """)
            #expect(run.standardOutput.split(separator: "\n").contains { $0.hasPrefix(completion) }, "\(run)")
        }
    }

    @Test("the script of every shell is one that it accepts", arguments: ["bash", "zsh", "fish"])
    func isValid(shell: String) async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(
                "tapctl --generate-completion-script \(shell) > made; ! command -v \(shell) > found || \(shell) -n made"
            )
            #expect(run.exitCode == 0, "\(run.standardError)")
            #expect(try await scratch.run("grep -c restore made").standardOutput != "0\n")
        }
    }
}
