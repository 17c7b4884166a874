import TestSupport
import Testing

/// The shell completions that tapctl generates for its commands.
@Suite(.serialized) struct CompletionTests {
    @Test(
        "bash completes nouns, verbs and options",
        arguments: [
            ("ta", 1, "tag"), ("tag wr", 2, "write"), ("sim tag n", 3, "new"),
            ("completion f", 2, "fish"),
            ("tag read --re", 3, "--reader"), ("tag dump --format e", 4, "eml"),
        ])
    func bash(typed: String, word: Int, completion: String) async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(
                """
                tapctl completion bash > tapctl.bash
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

    @Test("each shell accepts its script", arguments: ["bash", "zsh", "fish"])
    func isValid(shell: String) async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(
                "tapctl completion \(shell) > made && { ! command -v \(shell) > found || \(shell) -n made; }")
            #expect(run.exitCode == 0, "\(run.standardError)")
            #expect(try await scratch.run("grep -c restore made").standardOutput != "0\n")
        }
    }

    @Test("ArgumentParser's own option prints the same script", arguments: ["bash", "zsh", "fish"])
    func generatedScript(shell: String) async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(
                """
                tapctl completion \(shell) > ours && tapctl --generate-completion-script \(shell) > theirs
                cmp ours theirs
                """)
            #expect(run.exitCode == 0, "\(run)")
        }
    }

    @Test(
        "takes the shell from $SHELL if none is given",
        arguments: [
            ("/bin/bash", "bash"), ("/usr/local/bin/zsh", "zsh"), ("/usr/bin/fish", "fish"), ("fish", "fish"),
        ])
    func ownShell(path: String, name: String) async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(
                "SHELL=\(path) tapctl completion > own && tapctl completion \(name) > named && cmp own named")
            #expect(run.exitCode == 0, "\(run)")
        }
    }
}
