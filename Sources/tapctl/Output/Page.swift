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

    func validate() throws { try (1...1000).validate(limit, of: "--limit") }

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
    ///   - found: The fetched elements. If there is one element more than the page shows, the list continues.
    ///   - none: The text to print if the whole list is empty.
    ///   - plural: The name of the elements, such as `gifts`.
    ///   - filters: The values of the options that select elements, except `--after`.
    ///   - text: Returns the human-readable text of the shown elements.
    func print<Element>(
        _ found: [Element], _ page: PageOptions, id: (Element) -> String,
        document: (Element) throws -> JSONValue, none: String, of plural: String, filters: [Any?] = [],
        text: ([Element], Style) throws -> String
    ) throws {
        let shown = Array(found.prefix(page.size))
        let hasMore = found.count > shown.count
        try print(
            list: shown, hasMore: hasMore, document: document,
            none: emptyText(none, of: plural, filters: filters + [page.after])
        ) { try text(shown, $0) }
        if hasMore, let last = shown.last { reportMore(shown: shown.count, after: id(last)) }
    }

    /// Prints the command that shows the next page of a list, unless the output is JSON.
    func reportMore(shown count: Int, after last: String) {
        guard !json else { return }
        let next = nextCommand(after: last, of: Array(CommandLine.arguments.dropFirst()))
        Terminal.say("\(count) shown; more: \(next)")
    }
}

/// Returns the elements of all pages of a list. `page` returns the page that follows an element, or the
/// first page if the element is nil; an empty page is the end.
func allPages<Element>(_ page: (_ last: Element?) throws -> [Element]) rethrows -> [Element] {
    var all: [Element] = []
    while case let next = try page(all.last), !next.isEmpty { all += next }
    return all
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
