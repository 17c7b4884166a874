/// A document that is shown in a terminal or printed from a browser, such as a contract, an invoice or an
/// annual earnings statement.
public struct Paper: Hashable, Sendable {
    /// A block of the document's content.
    public enum Block: Hashable, Sendable {
        /// A list of labels and values.
        case facts([Fact])
        /// A heading with one or more paragraphs of text.
        case text(heading: String, String)
        /// A heading, and a list with one item per line.
        case items(heading: String, [String])
        /// A table with a heading and a row of column names. The last column contains amounts. `sum` is an
        /// additional last row, or nil.
        case table(heading: String, head: [String], rows: [[String]], sum: [String]?)
    }

    /// A label and its value.
    public struct Fact: Hashable, Sendable {
        let label: String
        let value: String

        /// Creates a label with its value.
        public init(_ label: String, _ value: String) {
            self.label = label
            self.value = value
        }
    }

    public let title: String
    /// A sentence that is printed above and below the document, and states that the document is a test.
    let mark: String
    let blocks: [Block]

    /// Creates a document.
    ///
    /// - Parameter mark: A sentence that is printed above and below the document.
    public init(_ title: String, mark: String, _ blocks: [Block]) {
        self.title = title
        self.mark = mark
        self.blocks = blocks
    }
}

// MARK: Text

extension Paper {
    /// The document as plain text. Text from users is not escaped. Escape the result before showing it in a
    /// terminal.
    public var text: String {
        ([mark, title] + blocks.map(Self.text) + [mark]).joined(separator: "\n\n") + "\n"
    }

    private static func text(of block: Block) -> String {
        switch block {
        case .facts(let facts):
            let width = facts.map(\.label.count).max() ?? 0
            return facts.map { "\(padded($0.label, to: width))  \($0.value)" }.joined(separator: "\n")
        case .text(let heading, let text): return "\(heading)\n\(text)"
        case .items(let heading, let items):
            return ([heading] + items.map { "- \($0)" }).joined(separator: "\n")
        case .table(let heading, let head, let rows, let sum):
            let lines = [head] + rows + (sum.map { [$0] } ?? [])
            let widths = head.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
            let texts = lines.map { line in
                line.indices.map { column in
                    let isLast = column == line.count - 1
                    let gap = String(repeating: " ", count: widths[column] - line[column].count)
                    return isLast ? gap + line[column] : line[column] + gap
                }.joined(separator: "  ")
            }
            return ([heading] + texts).joined(separator: "\n")
        }
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: width - text.count)
    }
}

// MARK: HTML

extension Paper {
    /// The document as a complete HTML page, which can be printed to PDF in a browser. The page loads no
    /// resources.
    public var html: String { document.text }

    /// The HTML document that ``html`` returns as text.
    package var document: HTMLDocument {
        let mark: HTML = "<p class=\"mark\">\(self.mark)</p>"
        return PrintedPage.document(
            language: "en", title: title, style: Self.style,
            main: """
                \(mark)
                <h1>\(HTML.name(title))</h1>
                \(blocks.map(Self.html).joined(separator: "\n"))
                \(mark)

                """)
    }

    private static func html(of block: Block) -> HTML {
        switch block {
        case .facts(let facts):
            let rows = facts.map { fact -> HTML in
                "<dt>\(fact.label)</dt><dd>\(HTML.name(fact.value))</dd>"
            }
            return "<dl>\n\(rows.joined(separator: "\n"))\n</dl>"
        case .text(let heading, let text):
            let paragraphs = text.split(whereSeparator: \.isNewline).map { line -> HTML in
                "<p dir=\"auto\">\(String(line))</p>"
            }
            return "<h2>\(heading)</h2>\n\(paragraphs.joined(separator: "\n"))"
        case .items(let heading, let items):
            let lines = items.map { item -> HTML in "<li>\(HTML.name(item))</li>" }
            return "<h2>\(heading)</h2>\n<ul>\n\(lines.joined(separator: "\n"))\n</ul>"
        case .table(let heading, let head, let rows, let sum):
            let heads = cells(head, "th scope=\"col\"", "th")
            let body = rows.map { row -> HTML in "<tr>\(cells(row, "td", "td"))</tr>" }
            let foot: HTML = sum.map { "<tfoot>\n<tr>\(cells($0, "td", "td"))</tr>\n</tfoot>\n" } ?? .empty
            return """
                <h2>\(heading)</h2>
                <div class="table" role="region" aria-label="\(heading)" tabindex="0">
                <table>
                <thead>
                <tr>\(heads)</tr>
                </thead>
                <tbody>
                \(body.joined(separator: "\n"))
                </tbody>
                \(foot)</table>
                </div>
                """
        }
    }

    private static func cells(_ texts: [String], _ begin: HTML, _ end: HTML) -> HTML {
        texts.enumerated().map { index, text -> HTML in
            let amount: HTML = index == texts.count - 1 ? " class=\"amount\"" : ""
            return "<\(begin)\(amount)>\(HTML.name(text))</\(end)>"
        }.joined()
    }

    private static let style = PrintedPage.styleSheet(
        adding: """
            h1 { margin: 0 0 1em; }
            h2 { break-after: avoid; }
            p, li { overflow-wrap: anywhere; }
            th, td { vertical-align: top; }
            li { break-inside: avoid; }
            """)
}
