import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import TextKit

/// Which part of a list is wanted.
struct PageOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Start after this one.", valueName: "id"))
    var after: String?

    @Option(help: ArgumentHelp("How many to show, 1 to 1000. (default: 25)", valueName: "count"))
    var limit: Int?

    func validate() throws {
        if let limit, !(1...1000).contains(limit) { throw ValidationError("--limit takes 1 to 1000.") }
    }

    /// How many are shown.
    var size: Int { limit ?? 25 }

    /// How many are asked for: one more tells whether there is more.
    var asked: Int { size + 1 }

    /// Behind which one the list goes on, by its whole id; nil where it starts with the first.
    ///
    /// Asked by lists whose order is not that of names.
    ///
    /// - Parameters:
    ///   - isListed: Whether the list has one with this id, on whatever page.
    ///   - ids: Ids that begin so, at most so many; none where the whole id has to be given.
    /// - Throws: exit 66 where the list has none with this id.
    func cursor(
        _ isListed: (String) throws -> Bool, ids: (String, Int) throws -> [String] = { _, _ in [] }
    ) throws -> String? {
        guard let after else { return nil }
        let id = try wholeID(after, ids)
        guard try isListed(id) else { throw CommandError.unknownCursor(after) }
        return id
    }

    /// Refuses a cursor that is not in the list, like ``cursor(_:ids:)``; for lists that are not ordered by id.
    func check(_ isListed: (String) throws -> Bool) throws { _ = try cursor(isListed) }
}

extension CommandError {
    /// A list goes on behind nothing that is not in it: it would begin anew, or seem to be at its end.
    static func unknownCursor(_ after: String) -> CommandError {
        CommandError(
            .notFound, code: "unknownCursor", "--after names nothing in this list",
            reason: String(after.prefix(80)),
            remedy: "give the last one that you have; without --after the list starts with the first")
    }
}

/// One page of a list.
struct Page<Element> {
    /// What is shown.
    let elements: [Element]
    /// Whether more stands behind it.
    let hasMore: Bool

    /// A page of what was found, which may be more.
    init(_ found: [Element], _ options: PageOptions) {
        elements = Array(found.prefix(options.size))
        hasMore = found.count > options.size
    }

    /// Says how to go on where the list stops at its limit.
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

    /// Prints a page as ``print(list:hasMore:document:none:text:)`` does, and says to a person how to go on.
    func print<Element>(
        _ page: Page<Element>, id: (Element) -> String, document: (Element) -> JSONValue,
        none: @autoclosure () -> String, text: (Style) throws -> String
    ) throws {
        try print(
            list: page.elements, hasMore: page.hasMore, document: document, none: none(), text: text)
        if !json { page.reportMore(id) }
    }
}

/// The command that was typed, going on behind the last one that it has shown.
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
