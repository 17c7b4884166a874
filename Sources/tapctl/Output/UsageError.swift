import ArgumentParser
import Documents
import FailureKit

/// An error in the command line, with a suggestion of the most similar command or option.
struct UsageError {
    let error: CommandError

    /// Creates an error if help is requested for an unknown command. Otherwise, returns nil.
    init?(helpArguments arguments: [String]) {
        let isOption = arguments.contains { $0 == "--help" || $0 == "-h" }
        guard arguments.first == "help" || isOption else { return nil }
        let words = arguments.first == "help" ? Array(arguments.dropFirst()) : arguments
        guard Self.walk(words).stray != nil else { return nil }
        self.init(CleanExit.helpRequest(), arguments: words)
    }

    /// Returns whether the arguments request JSON. For `ndef encode`, the option `--json` names an input
    /// file, and does not count.
    static func isJSONRequested(by arguments: [String]) -> Bool {
        arguments.prefix { $0 != "--" }.contains("--json") && walk(arguments).path.type != NDEFEncode.self
    }

    /// Returns an error for the first argument that is not valid UTF-8; nil if all arguments are valid. This
    /// function is called before any argument is used.
    ///
    /// Swift would replace the invalid bytes with replacement characters, which could then be written to a
    /// tag.
    static func unreadableArgument() -> UsageError? {
        for number in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = CommandLine.unsafeArgv[number], String(validatingCString: argument) == nil
            else {
                continue
            }
            return UsageError(
                CommandError(
                    usage: "argument \(number) is not UTF-8",
                    reason: "the argument is \"\(String(cString: argument))\"",
                    remedy: "type the argument again; `locale` shows the encoding of the terminal"))
        }
        return nil
    }

    /// Creates a usage error from an error that was detected before the arguments were parsed.
    init(_ error: CommandError) { self.error = error }

    init(_ error: any Error, arguments: [String]) {
        let (path, stray) = Self.walk(arguments)
        if let stray {
            let summary = "`\(path.words)` has no command \"\(stray)\""
            if let whole = Self.command(named: stray, below: path) {
                self.error = CommandError(
                    usage: summary,
                    remedy: "did you mean `\(whole)`?")
                return
            }
            let names = Self.subcommands(of: path.type).map(Self.name)
            let near = nearest(to: stray, among: names)
            self.error = CommandError(
                usage: summary,
                reason: near == nil ? "the commands are: \(names.joined(separator: ", "))" : "",
                remedy: near.map { "did you mean `\(path.words) \($0)`?" }
                    ?? "`\(path.words) --help` explains the commands")
            return
        }
        let (summary, advice) = Self.parts(of: Self.message(of: error, arguments: arguments))
        let question =
            advice.hasPrefix("Did you mean") ? "d" + advice.dropFirst() : Self.generalOption(in: summary)
        self.error = CommandError(
            usage: summary, reason: advice.hasPrefix("Did you mean") ? "" : advice,
            remedy: question ?? Self.hyphen(in: summary, arguments: arguments, of: path.type)
                ?? "`\(path.words) --help` shows examples and all options")
    }

    /// Returns the remedy for a value that begins with a hyphen and is therefore parsed as an option, as in
    /// `--amount -5`. Returns nil for other errors, or if the value is missing because another option of the
    /// command follows.
    private static func hyphen(
        in summary: String, arguments: [String], of type: any ParsableCommand.Type
    ) -> String? {
        let prefix = "missing value for '"
        guard summary.hasPrefix(prefix) else { return nil }
        let option = String(summary.dropFirst(prefix.count).prefix { $0 != " " && $0 != "'" })
        let options = Set(
            Tapctl.helpMessage(for: type).split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(
                String.init))
        let isHyphen = zip(arguments, arguments.dropFirst()).contains {
            $0 == option && $1.hasPrefix("-") && !options.contains(String($1.prefix { $0 != "=" }))
        }
        guard isHyphen else { return nil }
        return "write a value that begins with a hyphen as \(option)=VALUE"
    }

    /// Returns ArgumentParser's message for an error.
    ///
    /// The message repeats the arguments. A line break in an argument cannot be distinguished from one that
    /// ArgumentParser inserts. Therefore, if any argument contains a line break, all line breaks in the message
    /// are escaped.
    private static func message(of error: any Error, arguments: [String]) -> String {
        let message = Tapctl.message(for: error)
        let typed = arguments + CommandLine.arguments
        return typed.contains { $0.contains(where: \.isNewline) } ? printable(message) : message
    }

    /// Splits ArgumentParser's message into its first sentence and the remaining lines. The sentence is
    /// returned without its period, and begins in lower case.
    private static func parts(of message: String) -> (summary: String, advice: String) {
        var lines = message.split(separator: "\n").map(String.init)
        let first = lines.isEmpty ? "" : lines.removeFirst()
        let end = first.firstRange(of: "': ") ?? first.firstRange(of: ". ")
        var summary = end.map { String(first[..<first.index(after: $0.lowerBound)]) } ?? first
        if summary.hasSuffix(".") { summary.removeLast() }
        if let end { lines.insert(String(first[end.upperBound...]), at: 0) }
        return (summary.prefix(1).lowercased() + summary.dropFirst(), lines.joined(separator: "\n"))
    }

    /// Returns a suggestion of `--version` or `--help`, which ArgumentParser never suggests; nil if neither
    /// is similar to the unknown option.
    private static func generalOption(in summary: String) -> String? {
        guard summary.hasPrefix("unknown option '--") else { return nil }
        let typed = summary.split(separator: "'").last.map(String.init) ?? ""
        return nearest(to: typed, among: ["--version", "--help"]).map { "did you mean '\($0)'?" }
    }

    /// Resolves the words of a command line, from command to subcommand.
    ///
    /// - Returns: The last known command, and the first argument that is not a known command. The argument is
    ///   nil if all commands are known.
    private static func walk(
        _ arguments: [String]
    ) -> (path: (words: String, type: any ParsableCommand.Type), stray: String?) {
        var words = name(Tapctl.self)
        var type: any ParsableCommand.Type = Tapctl.self
        for argument in arguments {
            let commands = subcommands(of: type)
            if commands.isEmpty || argument.hasPrefix("-") { break }
            guard let next = commands.first(where: { name($0) == argument }) else {
                return ((words, type), argument == "help" ? nil : argument)
            }
            type = next
            words += " " + argument
        }
        return ((words, type), nil)
    }

    /// Returns the subcommand with this name, such as `tapctl tag write` for `write`; nil if it does not
    /// exist.
    private static func command(
        named verb: String, below path: (words: String, type: any ParsableCommand.Type)
    ) -> String? {
        let noun = subcommands(of: path.type).first { subcommands(of: $0).map(name).contains(verb) }
        return noun.map { "\(path.words) \(name($0)) \(verb)" }
    }

    private static func subcommands(of type: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
        // These include the commands of groups.
        type.configuration.subcommands
    }

    private static func name(_ type: any ParsableCommand.Type) -> String {
        type.configuration.commandName ?? String(describing: type).lowercased()
    }
}

extension CommandError {
    /// Creates an error in the command line.
    init(usage summary: String, reason: String = "", remedy: String = "") {
        self.init(.usage, code: "usage", summary, reason: reason, remedy: remedy)
    }
}
