import ArgumentParser
import DataFolderKit
import Documents
import FailureKit

/// `tapctl completion`: prints a shell script that completes commands and options.
struct Completion: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion", abstract: "Print a completion script for your shell.",
        discussion: """
            tapctl's packages install these scripts. If you did not install tapctl from a
            package, run the commands for your shell, and then open a new shell:

            BASH, with the package bash-completion:
              mkdir -p ~/.local/share/bash-completion/completions
              tapctl completion bash > ~/.local/share/bash-completion/completions/tapctl

            ZSH, with `fpath=(~/.zfunc $fpath)` in ~/.zshrc before `compinit`:
              mkdir -p ~/.zfunc
              tapctl completion zsh > ~/.zfunc/_tapctl

            FISH:
              mkdir -p ~/.config/fish/completions
              tapctl completion fish > ~/.config/fish/completions/tapctl.fish

            To load the completions only in the current bash session:
              source <(tapctl completion bash)
            """)

    @Argument(
        help: "The shell: bash, zsh or fish. (default: the shell in $SHELL)",
        completion: .list(CompletionShell.named.map(\.rawValue)))
    var shell: String?

    func run() throws {
        let shell = try self.shell.map(CompletionShell.init(typed:)) ?? .own()
        try StandardStream.out.write(Tapctl.completionScript(for: shell) + "\n")
    }
}

extension CompletionShell {
    /// The supported shells, in the order in which messages list them.
    static let named: [CompletionShell] = [.bash, .zsh, .fish]

    /// Unsupported shells with names similar to those of supported shells. These names are not treated as
    /// typing errors.
    private static let others: Set = ["sh", "ash", "dash", "csh", "tcsh", "ksh"]

    /// Parses the name of a shell that was typed on the command line.
    ///
    /// - Throws: ``CommandError`` with exit code 64 if the shell is not supported. The error suggests a
    ///   supported shell if its name is similar.
    init(typed: String) throws {
        guard let shell = CompletionShell(rawValue: typed) else {
            let near =
                Self.others.contains(typed) ? nil : nearest(to: typed, among: Self.named.map(\.rawValue))
            throw CommandError(
                .usage, code: "unknownShell", "there is no completion script for \"\(typed)\"",
                reason: near == nil ? "there are scripts for bash, zsh and fish" : "",
                remedy: near.map { "did you mean `tapctl completion \($0)`?" }
                    ?? "`tapctl completion --help` shows where to put each script")
        }
        self = shell
    }

    /// Returns the shell whose path is in `$SHELL`.
    ///
    /// - Throws: ``CommandError`` with exit code 64 if `$SHELL` is not set or names an unsupported shell.
    static func own(
        path: String = environmentVariable("SHELL", default: "")
    ) throws -> CompletionShell {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        guard let shell = CompletionShell(rawValue: name) else {
            throw CommandError(
                .usage, code: "unknownShell",
                path.isEmpty ? "your shell is unknown" : "there is no completion script for your shell",
                reason: path.isEmpty ? "SHELL is not set" : "SHELL is \(printable(path))",
                remedy: "use `tapctl completion bash`, `zsh` or `fish`")
        }
        return shell
    }
}
