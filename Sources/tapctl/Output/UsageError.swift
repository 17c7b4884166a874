import ArgumentParser

/// What was wrong with the command line, with the nearest right word.
struct UsageError {
    let error: CommandError

    init(_ error: any Error, arguments: [String]) {
        let (path, stray) = Self.walk(arguments)
        if let stray {
            let names = Self.subcommands(of: path.type).map(Self.name)
            let near = nearest(to: stray, among: names)
            self.error = CommandError(
                .usage, code: "usage", "`\(path.words)` has no command “\(stray)”",
                reason: near == nil ? "there is: \(names.joined(separator: ", "))" : "",
                remedy: near.map { "did you mean `\(path.words) \($0)`?" }
                    ?? "`\(path.words) --help` explains them")
            return
        }
        let message = Tapctl.message(for: error)
        self.error = CommandError(
            .usage, code: "usage", message.prefix(1).lowercased() + message.dropFirst(),
            remedy: "`\(path.words) --help` shows examples and all options")
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

    private static func subcommands(of type: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
        type.configuration.subcommands + type.configuration.groupedSubcommands.flatMap(\.subcommands)
    }

    private static func name(_ type: any ParsableCommand.Type) -> String {
        type.configuration.commandName ?? String(describing: type).lowercased()
    }
}
