import ArgumentParser
import Documents

/// The option `--json`, which selects the output format of a command.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print one JSON document (see docs/json.md) instead of text.")
    var json = false

    /// Prints the JSON document if `--json` is given; otherwise prints the text.
    ///
    /// - Parameters:
    ///     - document: The complete output for programs.
    ///     - text: Returns the human-readable output in the style of the stream, without a final line break.
    func print(_ document: @autoclosure () throws -> JSONValue, text: (Style) throws -> String) throws {
        let stream = StandardStream.out
        try stream.write((json ? document().text : try text(stream.style)) + "\n")
    }

    /// Prints the JSON document if `--json` is given; otherwise prints the text.
    func print(_ document: JSONValue, _ text: String) throws { try print(document) { _ in text } }

    /// Prints the JSON document if `--json` is given; otherwise prints labels and values in two columns.
    func printColumns(
        _ document: @autoclosure () -> JSONValue, lines: (Style) throws -> [LabeledLine]
    ) throws {
        try print(document()) { columns(try lines($0), style: $0) }
    }
}

/// A result that a command prints as a JSON document or as text.
protocol CommandResult {
    /// The complete output for programs.
    var document: JSONValue { get }

    /// Returns the human-readable output, without a final line break.
    func text(style: Style) throws -> String
}

/// A result whose text consists of labels and values in two columns.
protocol LabeledResult: CommandResult {
    func lines(style: Style) -> [LabeledLine]
}

extension LabeledResult {
    func text(style: Style) -> String { columns(lines(style: style), style: style) }
}

extension OutputOptions {
    /// Prints the result's JSON document if `--json` is given; otherwise prints its text.
    func print(_ result: some CommandResult) throws { try print(result.document, text: result.text) }
}

/// A command that can print JSON. With `--json`, its errors are also printed as JSON documents.
protocol PrintsJSON: AsyncParsableCommand {
    var output: OutputOptions { get }
}
