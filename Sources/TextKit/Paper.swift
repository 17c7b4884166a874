/// A document to show on a terminal or print from a browser: a contract, an invoice, or a year's earnings.
public struct Paper: Hashable, Sendable {
    /// A part of the document.
    public enum Block: Hashable, Sendable {
        /// Labels and values.
        case facts([Fact])
        /// Text of one or more paragraphs.
        case text(heading: String, String)
        /// A list with one item per line.
        case items(heading: String, [String])
        /// A table with a header row. Its last column contains amounts, and its last row their sum.
        case table(heading: String, head: [String], rows: [[String]], sum: [String]?)
    }

    /// A label and its value.
    public struct Fact: Hashable, Sendable {
        let label: String
        let value: String

        /// Creates a fact.
        public init(_ label: String, _ value: String) {
            self.label = label
            self.value = value
        }
    }

    /// The document's title.
    public let title: String
    /// A sentence above and below the document, which states that it is a test.
    let mark: String
    let blocks: [Block]

    /// Creates a document.
    ///
    /// - Parameter mark: A sentence printed above and below the document.
    public init(_ title: String, mark: String, _ blocks: [Block]) {
        self.title = title
        self.mark = mark
        self.blocks = blocks
    }
}

// MARK: Text

extension Paper {
    /// The document as plain text. User-provided text is not escaped; a terminal must escape it.
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
    /// The document as a complete HTML page, which a browser can print to PDF. It loads no resources.
    public var html: String {
        let mark = "<p class=\"mark\">\(mark.escapedForHTML)</p>"
        return PrintedPage.html(
            language: "en", title: title, css: Self.css,
            main: """
                \(mark)
                <h1><bdi>\(title.escapedForHTML)</bdi></h1>
                \(blocks.map(Self.html).joined(separator: "\n"))
                \(mark)

                """)
    }

    private static func html(of block: Block) -> String {
        switch block {
        case .facts(let facts):
            let rows = facts.map { "<dt>\($0.label.escapedForHTML)</dt><dd>\(isolated($0.value))</dd>" }
            return "<dl>\n\(rows.joined(separator: "\n"))\n</dl>"
        case .text(let heading, let text):
            let paragraphs = text.split(whereSeparator: \.isNewline)
                .map { "<p dir=\"auto\">\(String($0).escapedForHTML)</p>" }
            return "<h2>\(heading.escapedForHTML)</h2>\n\(paragraphs.joined(separator: "\n"))"
        case .items(let heading, let items):
            let lines = items.map { "<li>\(isolated($0))</li>" }
            return "<h2>\(heading.escapedForHTML)</h2>\n<ul>\n\(lines.joined(separator: "\n"))\n</ul>"
        case .table(let heading, let head, let rows, let sum):
            let heads = cells(head, "th scope=\"col\"", "th")
            let body = rows.map { "<tr>\(cells($0, "td", "td"))</tr>" }.joined(separator: "\n")
            let foot = sum.map { "<tfoot>\n<tr>\(cells($0, "td", "td"))</tr>\n</tfoot>\n" } ?? ""
            return """
                <h2>\(heading.escapedForHTML)</h2>
                <div class="table" role="region" aria-label="\(heading.escapedForHTML)" tabindex="0">
                <table>
                <thead>
                <tr>\(heads)</tr>
                </thead>
                <tbody>
                \(body)
                </tbody>
                \(foot)</table>
                </div>
                """
        }
    }

    private static func cells(_ texts: [String], _ begin: String, _ end: String) -> String {
        texts.enumerated().map { index, text in
            let amount = index == texts.count - 1 ? " class=\"amount\"" : ""
            return "<\(begin)\(amount)>\(isolated(text))</\(end)>"
        }.joined()
    }

    private static func isolated(_ text: String) -> String { "<bdi>\(text.escapedForHTML)</bdi>" }

    private static let css = """
        h1 { margin: 0 0 1em; }
        h2 { break-after: avoid; }
        p, li { overflow-wrap: anywhere; }
        th, td { vertical-align: top; }
        li { break-inside: avoid; }
        """
}
