import DataFolderKit
import Documents
import FailureKit
import Glibc
import TagSecurity

/// Functions that read a secret. The command line contains the name of the secret's file, or `-` for standard
/// input, but never the secret itself.
enum SecretInput {
    /// The maximum size of a secret's file, in bytes.
    private static let longestBytes = 4_096
    /// The maximum number of attempts to type the recovery words.
    private static let tries = 3

    /// Returns the secret in a file or on standard input.
    ///
    /// If standard input is a terminal, the user types the recovery words without echo. After a typing error,
    /// the user can try again, with at most three attempts in total.
    ///
    /// - Parameter path: The file's path, or `-` for standard input.
    static func secret(_ path: String) async throws -> BatchSecret {
        guard path == "-" else { return try BatchSecret(path: path) }
        guard Question.isTyped else { return try BatchSecret(fileText: read()) }
        return try await typed { try BatchSecret(fileText: $0) }
    }

    /// Returns the keys for verifying taps, read from a file or, if `path` is `-`, from standard input. The
    /// input is either a secret or the keys in hex. At a terminal, it must be a secret's recovery words.
    static func keys(_ path: String) async throws -> SUNKeys {
        guard path == "-" else { return try SUNKeys(path: path) }
        guard Question.isTyped else { return try SUNKeys(fileText: read()) }
        return try await typed { SUNKeys(secret: try BatchSecret(fileText: $0)) }
    }

    private static func read() throws -> String {
        String(decoding: try Input.read("-", limit: longestBytes), as: UTF8.self)
    }

    private static func typed<Value>(_ value: (String) throws -> Value) async throws -> Value {
        for left in (0..<tries).reversed() {
            let line = try await Question.hidden("Type the recovery words; they are not shown.")
            do {
                return try value(line)
            } catch let error as SecurityError where left > 0 && !line.isEmpty {
                Terminal.report(CommandError(error))
            }
        }
        preconditionFailure("the last attempt returns or throws")
    }

    // MARK: Words in a command

    /// The options whose value is the file name of a secret.
    private static let options: Set = ["--secret", "--keys"]

    /// Returns an error if the command line contains a secret's recovery words instead of a file name;
    /// otherwise nil.
    ///
    /// The error does not repeat the words.
    static func wordsInSight(_ arguments: [String]) -> CommandError? {
        let isInSight = values(in: arguments).contains { words in
            (words + [words.joined()]).contains { BatchSecret.looksLikeWords($0) && access($0, F_OK) != 0 }
        }
        guard isInSight else { return nil }
        return CommandError(
            usage: "the command itself contains a secret's recovery words",
            reason:
                "every user of this computer can see them there, and the shell stores them in its history",
            remedy: "use the secret's file, or use - and type the words\n"
                + "remove the line from the history, and consider who could have seen it")
    }

    /// Returns the command-line arguments that could be file names of secrets, in groups. The arguments after
    /// a command of `tapctl secret` form a group. The arguments after each `--secret` or `--keys` option also
    /// form a group.
    private static func values(in arguments: [String]) -> [[String]] {
        var all: [[String]] = []
        var isWanted = arguments.first == "secret"
        if isWanted { all.append([]) }
        for argument in arguments.dropFirst(isWanted ? 2 : 0) {
            if argument.hasPrefix("-"), argument != "-" {
                let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
                isWanted = options.contains(parts[0])
                if isWanted { all.append(Array(parts.dropFirst())) }
            } else if isWanted {
                all[all.count - 1].append(argument)
            }
        }
        return all
    }
}
