import ArgumentParser
import Documents
import FailureKit

/// What was wrong with the command line, with the nearest right word.
struct UsageError {
    let error: CommandError

    /// The command that `help` or `--help` was asked about does not exist; nil when it does.
    init?(helpArguments arguments: [String]) {
        let isOption = arguments.contains { $0 == "--help" || $0 == "-h" }
        guard arguments.first == "help" || isOption else { return nil }
        let words = arguments.first == "help" ? Array(arguments.dropFirst()) : arguments
        guard Self.walk(words).stray != nil else { return nil }
        self.init(CleanExit.helpRequest(), arguments: words)
    }

    /// An argument that is no UTF-8, before anything is made of it; nil when all of them are.
    ///
    /// Swift would put replacement characters in its place, and those would stand on the tag.
    static func unreadableArgument() -> UsageError? {
        for number in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = CommandLine.unsafeArgv[number], String(validatingCString: argument) == nil
            else {
                continue
            }
            return UsageError(
                error: CommandError(
                    .usage, code: "usage", "argument \(number) is no UTF-8",
                    reason: "it reads “\(String(cString: argument))”",
                    remedy: "type it again; `locale` shows what the terminal writes"))
        }
        return nil
    }

    private init(error: CommandError) { self.error = error }

    /// An error that was found before anything was made of the arguments.
    init(_ error: CommandError) { self.error = error }

    init(_ error: any Error, arguments: [String]) {
        let (path, stray) = Self.walk(arguments)
        if let stray {
            let names = Self.subcommands(of: path.type).map(Self.name)
            if let whole = Self.command(named: stray, below: path) {
                self.error = CommandError(
                    .usage, code: "usage", "`\(path.words)` has no command “\(stray)”",
                    remedy: "did you mean `\(whole)`?")
                return
            }
            let near = nearest(to: stray, among: names)
            self.error = CommandError(
                .usage, code: "usage", "`\(path.words)` has no command “\(stray)”",
                reason: near == nil ? "there is: \(names.joined(separator: ", "))" : "",
                remedy: near.map { "did you mean `\(path.words) \($0)`?" }
                    ?? "`\(path.words) --help` explains them")
            return
        }
        let (summary, advice) = Self.parts(of: Self.message(of: error, arguments: arguments))
        let question =
            advice.hasPrefix("Did you mean") ? "d" + advice.dropFirst() : Self.generalOption(in: summary)
        self.error = CommandError(
            .usage, code: "usage", summary, reason: advice.hasPrefix("Did you mean") ? "" : advice,
            remedy: question ?? Self.hyphen(in: summary, arguments: arguments)
                ?? "`\(path.words) --help` shows examples and all options")
    }

    /// The remedy for a value that begins with a hyphen, and is therefore read as an option: `--amount -5`.
    private static func hyphen(in summary: String, arguments: [String]) -> String? {
        let prefix = "missing value for '"
        guard summary.hasPrefix(prefix) else { return nil }
        let option = String(summary.dropFirst(prefix.count).prefix { $0 != " " && $0 != "'" })
        let isHyphen = zip(arguments, arguments.dropFirst()).contains { $0 == option && $1.hasPrefix("-") }
        guard isHyphen else { return nil }
        return "a value that begins with a hyphen is written as \(option)=VALUE"
    }

    /// ArgumentParser's message. Its line breaks are kept only if they are ArgumentParser's own.
    ///
    /// The message repeats what was typed, so if an argument contains a line break, all line breaks are escaped.
    private static func message(of error: any Error, arguments: [String]) -> String {
        let message = Tapctl.message(for: error)
        let typed = arguments + CommandLine.arguments
        return typed.contains { $0.contains(where: \.isNewline) } ? printable(message) : message
    }

    /// The first sentence without its full stop and capital, and the rest with ArgumentParser's line breaks.
    private static func parts(of message: String) -> (summary: String, advice: String) {
        var lines = message.split(separator: "\n").map(String.init)
        let first = lines.isEmpty ? "" : lines.removeFirst()
        let end = first.firstRange(of: "': ") ?? first.firstRange(of: ". ")
        var summary = end.map { String(first[..<first.index(after: $0.lowerBound)]) } ?? first
        if summary.hasSuffix(".") { summary.removeLast() }
        if let end { lines.insert(String(first[end.upperBound...]), at: 0) }
        return (summary.prefix(1).lowercased() + summary.dropFirst(), lines.joined(separator: "\n"))
    }

    /// `--version` and `--help` stand in no list of options that ArgumentParser looks through.
    private static func generalOption(in summary: String) -> String? {
        guard summary.hasPrefix("unknown option '--") else { return nil }
        let typed = summary.split(separator: "'").last.map(String.init) ?? ""
        return nearest(to: typed, among: ["--version", "--help"]).map { "did you mean '\($0)'?" }
    }

    /// Follows the nouns and verbs of a command line as far as they exist.
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

    /// The command of this name one noun further down: `tapctl tag write` for `write`.
    private static func command(
        named verb: String, below path: (words: String, type: any ParsableCommand.Type)
    ) -> String? {
        let noun = subcommands(of: path.type).first { subcommands(of: $0).map(name).contains(verb) }
        return noun.map { "\(path.words) \(name($0)) \(verb)" }
    }

    private static func subcommands(of type: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
        // The groups' commands are among them.
        type.configuration.subcommands
    }

    private static func name(_ type: any ParsableCommand.Type) -> String {
        type.configuration.commandName ?? String(describing: type).lowercased()
    }
}
