import ArgumentParser
import Documents
import TagKit

/// The options for the records of a message. The message contains the records in the order of the options.
struct RecordOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A URI.", valueName: "uri"), transform: Placed.uri)
    var uri: [Placed] = []

    @Option(
        help: ArgumentHelp("Text with its language, as in en:Welcome.", valueName: "lang:text"),
        transform: Placed.text)
    var text: [Placed] = []

    @Option(
        help: ArgumentHelp(
            "Content with its media type: text/plain:Hello or image/png:@FILE.", valueName: "type:content"),
        transform: Placed.media)
    var mime: [Placed] = []

    @Option(
        help: ArgumentHelp(
            "Content with its external type, such as example.com:seat:12.",
            valueName: "type:content"),
        transform: Placed.external)
    var external: [Placed] = []

    @Option(
        help: ArgumentHelp("The package name of the app that Android opens.", valueName: "package"),
        transform: Placed.app)
    var app: [Placed] = []

    /// Whether no record is given.
    var isEmpty: Bool { all.isEmpty }

    private var all: [Placed] { (uri + text + mime + external + app).sorted { $0.place < $1.place } }

    /// Returns the records. Reads the files that they refer to, if any.
    func records() throws -> [NDEFRecord] { try all.map { try $0.source.record() } }

    /// Returns a message that contains the records in order. If `file` is not nil, the records in that JSON
    /// file follow.
    func message(file: String?) throws -> NDEFMessage {
        NDEFMessage(try records() + (file.map(RecordsFile.records) ?? []))
    }
}

/// A record option with its position on the command line.
struct Placed: Sendable {
    let place: Int
    let source: RecordSource

    private init(_ source: RecordSource) {
        self.source = source
        place = RecordPlaces.next()
    }

    static func uri(_ value: String) throws -> Placed { Placed(.uri(value)) }
    static func app(_ value: String) throws -> Placed { Placed(.app(value)) }

    static func text(_ value: String) throws -> Placed {
        let (language, text) = try split(value, colon: 1, missing: "language", example: "en:Welcome")
        return Placed(.text(text, language: language))
    }

    static func media(_ value: String) throws -> Placed {
        let (type, content) = try split(value, colon: 1, example: "text/plain:Hello")
        return Placed(.media(type, content: content))
    }

    static func external(_ value: String) throws -> Placed {
        let (type, content) = try split(value, colon: 2, example: "example.com:seat:12")
        return Placed(.external(type, content: content))
    }

    /// Splits a value at a colon.
    ///
    /// - Parameter colon: The colon's number: 1 for the first, 2 for the second.
    private static func split(
        _ value: String, colon: Int, missing: String = "type", example: String
    ) throws -> (String, String) {
        let parts = value.split(separator: ":", maxSplits: colon, omittingEmptySubsequences: false)
        guard parts.count == colon + 1, parts.dropLast().allSatisfy({ !$0.isEmpty }) else {
            throw ValidationError(
                "\"\(printable(value))\" must begin with a \(missing) and a colon, as in \(example)")
        }
        return (parts.dropLast().joined(separator: ":"), String(parts[colon]))
    }
}
