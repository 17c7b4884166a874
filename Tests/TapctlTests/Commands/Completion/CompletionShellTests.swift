import ArgumentParser
import Documents
import Testing

@testable import tapctl

@Suite struct CompletionShellTests {
    @Test(
        "suggests the nearest shell",
        arguments: [("bsh", "bash"), ("zhs", "zsh"), ("fihs", "fish"), ("BASH", "bash")])
    func suggests(typed: String, shell: String) throws {
        let error = try #require(throws: CommandError.self) { try CompletionShell(typed: typed) }
        #expect(error.remedy == "did you mean `tapctl completion \(shell)`?")
        #expect(error.exit == .usage)
    }

    @Test("lists the shells if none is similar", arguments: ["powershell", "", "csh", "dash", "sh"])
    func names(typed: String) throws {
        let error = try #require(throws: CommandError.self) { try CompletionShell(typed: typed) }
        #expect(error.reason == "there are scripts for bash, zsh and fish")
    }

    @Test("shows $SHELL if it names no supported shell")
    func unknown() throws {
        let unset = try #require(throws: CommandError.self) { try CompletionShell.own(path: "") }
        #expect(unset.reason == "SHELL is not set")
        let other = try #require(throws: CommandError.self) { try CompletionShell.own(path: "/bin/dash") }
        #expect(other.reason == "SHELL is /bin/dash")
        #expect(other.remedy.contains("tapctl completion bash"))
    }

    @Test("lists every shell that ArgumentParser supports")
    func all() {
        #expect(Set(CompletionShell.named.map(\.rawValue)) == Set(CompletionShell.allCases.map(\.rawValue)))
    }
}
