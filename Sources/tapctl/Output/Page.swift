import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import TextKit

/// The options for a page of a list.
struct PageOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Start after this one.", valueName: "id"))
    var after: String?

    @Option(help: ArgumentHelp("How many to show, 1 to 1000. (default: 25)", valueName: "count"))
    var limit: Int?

    func validate() throws {
        if let limit, !(1...1000).contains(limit) { throw ValidationError("--limit takes 1 to 1000.") }
    }

    /// The number of elements to show.
    var size: Int { limit ?? 25 }

    /// The number of elements to fetch: one more shows whether there are more.
    var asked: Int { size + 1 }

    /// Returns the id after which the list continues; nil to start at the beginning.
    ///
    /// Used by lists that are not ordered by name.
    ///
    /// - Parameters:
    ///     - isListed: Returns whether the list has an element with this id, on any page.
    ///     - ids: Returns ids with a prefix, up to a limit; empty if the whole id is required.
    /// - Throws: exit 66 if the list has no element with this id.
    func cursor(
        _ isListed: (String) throws -> Bool, ids: (String, Int) throws -> [String] = { _, _ in [] }
    ) throws -> String? {
        guard let after else { return nil }
        let id = try wholeID(after, ids)
        guard try isListed(id) else { throw CommandError.unknownCursor(after) }
        return id
    }

    /// Checks that the list has the id to continue after, like ``cursor(_:ids:)``, for lists that are not ordered by
    /// id.
    func check(_ isListed: (String) throws -> Bool) throws { _ = try cursor(isListed) }
}

extension CommandError {
    /// Returns the error for an id that is not in the list, after which the list would restart or seem to end.
    static func unknownCursor(_ after: String) -> CommandError {
        CommandError(
            .notFound, code: "unknownCursor", "--after names nothing in this list",
            reason: String(after.prefix(80)),
            remedy: "use the last id that you have; without --after, the list starts at the beginning")
    }
}

/// A page of a list.
struct Page<Element> {
    /// The elements to show.
    let elements: [Element]
    /// Whether the list continues after this page.
    let hasMore: Bool

    /// Creates a page of the fetched elements, which may be one too many.
    init(_ found: [Element], _ options: PageOptions) {
        elements = Array(found.prefix(options.size))
        hasMore = found.count > options.size
    }

    /// Prints how to continue if the list stops at its limit.
    func reportMore(_ id: (Element) -> String) {
        guard hasMore, let last = elements.last else { return }
        let next = nextCommand(after: id(last), of: Array(CommandLine.arguments.dropFirst()))
        Terminal.say("\(elements.count) shown; more: \(next)")
    }
}

extension OutputOptions {
    /// Prints a list: its documents with `--json`, else its text, or a sentence if it is empty.
    ///
    /// - Parameters:
    ///   - hasMore: Whether the list continues after these elements.
    ///   - none: The text of an empty list.
    func print<Element>(
        list elements: [Element], hasMore: Bool = false, document: (Element) -> JSONValue,
        none: @autoclosure () -> String, text: (Style) throws -> String
    ) throws {
        try print(.list(elements.map(document), hasMore: hasMore)) { style in
            elements.isEmpty ? none() : try text(style)
        }
    }

    /// Prints a page like ``print(list:hasMore:document:none:text:)``, and shows people how to continue.
    func print<Element>(
        _ page: Page<Element>, id: (Element) -> String, document: (Element) -> JSONValue,
        none: @autoclosure () -> String, text: (Style) throws -> String
    ) throws {
        try print(
            list: page.elements, hasMore: page.hasMore, document: document, none: none(), text: text)
        if !json { page.reportMore(id) }
    }
}

/// Returns the command as typed, continuing after the last shown element.
func nextCommand(after id: String, of arguments: [String]) -> String {
    var words: [String] = []
    var rest = arguments[...]
    while let word = rest.popFirst() {
        if word == "--after" {
            rest = rest.dropFirst()
        } else if !word.hasPrefix("--after=") {
            words.append(printable(word).shellWord)
        }
    }
    return (["tapctl"] + words + ["--after", id]).joined(separator: " ")
}
