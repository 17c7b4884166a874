import ArgumentParser
import Documents

/// `--json`, and the two output formats of a command.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print one JSON document (see docs/json.md) instead of text.")
    var json = false

    /// Prints the document with `--json`, else the text.
    ///
    /// - Parameters:
    ///     - document: The complete output for programs.
    ///     - text: The same for people, in the style of the stream, without a final line break.
    func print(_ document: @autoclosure () -> JSONValue, text: (Style) throws -> String) throws {
        let stream = StandardStream.out
        try stream.write((json ? document().text : try text(stream.style)) + "\n")
    }

    /// Prints the document with `--json`, else labels and values in two columns.
    func printColumns(
        _ document: @autoclosure () -> JSONValue, lines: (Style) throws -> [(label: String, value: String)]
    ) throws {
        try print(document()) { columns(try lines($0), style: $0) }
    }
}

/// A command with JSON output. Its errors are then documents, too.
protocol PrintsJSON: AsyncParsableCommand {
    var output: OutputOptions { get }
}
