import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import TextKit

/// The options that select a page of a list.
struct PageOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Start after the item with this id.", valueName: "id"))
    var after: String?

    @Option(help: ArgumentHelp("The number of items to show, 1 to 1000. (default: 25)", valueName: "count"))
    var limit: Int?

    func validate() throws {
        if let limit, !(1...1000).contains(limit) {
            throw ValidationError("--limit must be between 1 and 1000.")
        }
    }

    /// The maximum number of elements to show.
    var size: Int { limit ?? 25 }

    /// The number of elements to fetch: one more than the number to show, to detect whether the list
    /// continues.
    var asked: Int { size + 1 }

    /// Returns the id after which the list continues; nil to start at the beginning.
    ///
    /// A list that is ordered by its ids does not need this method. Such a list can continue after any text,
    /// even if the text is not the id of an element.
    ///
    /// - Parameters:
    ///   - isListed: Returns whether the list contains an element with this id, on any page.
    ///   - ids: Returns the ids that begin with a prefix, up to a limit; empty if abbreviated ids are not
    ///     accepted.
    /// - Throws: An error with exit code 66 if the list does not contain an element with this id.
    func cursor(
        _ isListed: (String) throws -> Bool, ids: (String, Int) throws -> [String] = { _, _ in [] }
    ) throws -> String? {
        guard let after else { return nil }
        let id = try wholeID(after, ids)
        guard try isListed(id) else { throw CommandError.unknownCursor(after) }
        return id
    }

    /// Checks that the list contains the id given by `--after`, as ``cursor(_:ids:)`` does, but does not
    /// return the id.
    func check(_ isListed: (String) throws -> Bool) throws { _ = try cursor(isListed) }
}

extension CommandError {
    /// Returns the error for a value of `--after` that the list does not contain. Without this error, the
    /// list would start again or appear to end.
    static func unknownCursor(_ after: String) -> CommandError {
        CommandError(
            .notFound, code: "unknownCursor", "--after is not an id in this list",
            reason: String(after.prefix(80)),
            remedy: "use the last id of the previous page; without --after, the list starts at the beginning")
    }
}

/// A page of a list, and whether the list continues.
struct Page<Element> {
    /// The elements to show.
    let elements: [Element]
    /// Whether the list continues after this page.
    let hasMore: Bool
    /// The id after which the page starts; nil for the first page.
    let after: String?

    /// Creates a page from the fetched elements. If there is one element more than the page shows, the last
    /// element is removed, and `hasMore` is true.
    init(_ found: [Element], _ options: PageOptions) {
        elements = Array(found.prefix(options.size))
        hasMore = found.count > options.size
        after = options.after
    }

    /// Prints the command that shows the next page, if the list continues.
    func reportMore(_ id: (Element) -> String) {
        guard hasMore, let last = elements.last else { return }
        let next = nextCommand(after: id(last), of: Array(CommandLine.arguments.dropFirst()))
        Terminal.say("\(elements.count) shown; more: \(next)")
    }
}

extension OutputOptions {
    /// Prints a list as JSON documents if `--json` is given; otherwise as text.
    ///
    /// - Parameters:
    ///   - elements: The elements of the list.
    ///   - hasMore: Whether the list continues after these elements.
    ///   - document: Returns the JSON document of an element.
    ///   - none: The text to print if the list is empty.
    ///   - text: Returns the human-readable text of a list that is not empty.
    func print<Element>(
        list elements: [Element], hasMore: Bool = false, document: (Element) throws -> JSONValue,
        none: @autoclosure () -> String, text: (Style) throws -> String
    ) throws {
        try print(.list(elements.map(document), hasMore: hasMore)) { style in
            elements.isEmpty ? none() : try text(style)
        }
    }

    /// Prints a page in the same way as ``print(list:hasMore:document:none:text:)`` prints a list. If the
    /// output is text and the list continues, also prints the command for the next page.
    ///
    /// - Parameters:
    ///   - none: The text to print if the whole list is empty.
    ///   - plural: The name of the elements, such as `gifts`.
    ///   - filters: The values of the options that select elements, except `--after`.
    func print<Element>(
        _ page: Page<Element>, id: (Element) -> String, document: (Element) throws -> JSONValue,
        none: String, of plural: String, filters: [Any?] = [], text: (Style) throws -> String
    ) throws {
        try print(
            list: page.elements, hasMore: page.hasMore, document: document,
            none: emptyText(none, of: plural, filters: filters + [page.after]), text: text)
        if !json { page.reportMore(id) }
    }
}

/// Returns the text for a list without elements: `none`, or a text that says that no element matches the
/// options, if one of the filters is set.
func emptyText(_ none: String, of plural: String, filters: [Any?]) -> String {
    filters.contains { $0 != nil } ? "no \(plural) match these options" : none
}

/// Returns the typed command with `--after` set to `id`, the id of the last shown element.
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
