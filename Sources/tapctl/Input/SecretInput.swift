import DataFolderKit
import Documents
import FailureKit
import Glibc
import TagSecurity

/// A secret that is named on the command line: the name of its file, or `-` for standard input; never itself.
enum SecretInput {
    /// A secret's file is a few lines.
    private static let longestBytes = 4_096
    /// How often a person may mistype.
    private static let tries = 3

    /// The secret in a file, or on standard input.
    ///
    /// At a terminal the words are asked for, not shown while they are typed, and asked for again when they are
    /// mistyped.
    ///
    /// - Parameter path: The file, or `-`.
    static func secret(_ path: String) async throws -> BatchSecret {
        guard path == "-" else { return try BatchSecret(path: path) }
        guard Question.isTyped else { return try BatchSecret(fileText: read()) }
        return try await typed { try BatchSecret(fileText: $0) }
    }

    /// The same for the keys of taps, which may stand there in hex.
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
        preconditionFailure("the last try returns or throws")
    }

    // MARK: Words in a command

    /// The options whose value is the name of a secret's file.
    private static let options: Set = ["--secret", "--keys"]

    /// What says that a command holds the words of a secret where the name of its file belongs, and shows none of them.
    ///
    /// - Returns: nil where it does not.
    static func wordsInSight(_ arguments: [String]) -> CommandError? {
        let isInSight = values(in: arguments).contains { words in
            (words + [words.joined()]).contains { BatchSecret.looksLikeWords($0) && access($0, F_OK) != 0 }
        }
        guard isInSight else { return nil }
        return CommandError(
            .usage, code: "usage", "a secret's words stand in the command itself",
            reason: "every user of this computer can see them there, and the shell keeps them in its history",
            remedy: "name the secret's file, or give - and type the words\n"
                + "take the line out of the history, and think of who could have seen it")
    }

    /// The words behind each option, and behind each verb of `tapctl secret`, that takes the name of a secret's file.
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
