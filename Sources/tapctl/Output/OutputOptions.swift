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

    /// Prints the JSON document if `--json` is given; otherwise prints labels and values in two columns.
    func printColumns(
        _ document: @autoclosure () -> JSONValue, lines: (Style) throws -> [(label: String, value: String)]
    ) throws {
        try print(document()) { columns(try lines($0), style: $0) }
    }
}

/// A command that can print JSON. With `--json`, its errors are also printed as JSON documents.
protocol PrintsJSON: AsyncParsableCommand {
    var output: OutputOptions { get }
}
