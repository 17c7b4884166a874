/// The contents of a printed document: texts with their roles, but without fonts or positions.
package struct PrintedDocument: Hashable, Sendable {
    /// A block of content. The blocks of a document are placed from top to bottom.
    package enum Block: Hashable, Sendable {
        /// The name of the organization that issues the document.
        case letterhead(String)
        /// A detail about the organization, such as its tax id.
        case detail(String)
        case title(String)
        /// A sentence in a frame, such as the notice that the document is void.
        case notice(String)
        /// A sentence in normal print.
        case paragraph(String)
        /// Labels with their values, one per row.
        case facts([Fact])
        case table(Table)
        /// A sentence in small print.
        case smallPrint(String)
    }

    /// A label and its value.
    package struct Fact: Hashable, Sendable {
        let label: String
        let value: String
        let isMain: Bool

        /// Creates a label with its value. If `isMain` is true, the row is emphasized, for example because it
        /// contains the document's main amount.
        package init(_ label: String, _ value: String, isMain: Bool = false) {
            self.label = label
            self.value = value
            self.isMain = isMain
        }
    }

    /// A table whose header is repeated on every page. Missing cells are empty.
    package struct Table: Hashable, Sendable {
        let head: [String]
        let firstAmount: Int
        let rows: [[String]]
        let totals: [[String]]

        /// Creates a table.
        ///
        /// - Parameters:
        ///   - head: The names of the columns. The last column before the amounts takes the remaining width.
        ///   - firstAmount: The index of the first column with amounts. This column and all later columns are
        ///     right-aligned.
        ///   - rows: The cells of each row.
        ///   - totals: The rows at the end of the table. The last row is emphasized.
        package init(head: [String], firstAmount: Int, rows: [[String]], totals: [[String]]) {
            self.head = head
            self.firstAmount = firstAmount
            self.rows = rows
            self.totals = totals
        }
    }

    /// The language of the texts, as a BCP 47 tag. It determines the forms of Chinese and Japanese
    /// characters.
    let language: String
    /// The document's title in the properties of the PDF file.
    let title: String
    /// The name of the issuing organization in the properties of the PDF file.
    let author: String
    /// The time of creation in the properties of the PDF file, in ISO 8601. Because the time is part of the
    /// document, it stays the same if the document is drawn again.
    let created: String
    let paper: PaperSize
    /// A sentence in a frame at the top of each page and, if there is room, at the end of the document. Nil
    /// if the document has no such sentence.
    let mark: String?
    let blocks: [Block]

    package init(
        language: String, title: String, author: String, created: String, paper: PaperSize, mark: String?,
        _ blocks: [Block]
    ) {
        self.language = language
        self.title = title
        self.author = author
        self.created = created
        self.paper = paper
        self.mark = mark
        self.blocks = blocks
    }
}

/// The size of a sheet of paper, in points (1/72 inch).
package struct PaperSize: Hashable, Sendable {
    let width: Double
    let height: Double

    /// A4, 210 mm × 297 mm.
    package static let a4 = PaperSize(width: 595.28, height: 841.89)
    /// US Letter, 8.5 in × 11 in.
    package static let letter = PaperSize(width: 612, height: 792)

    /// Returns the default paper size for a country: US Letter or A4.
    ///
    /// Source: CLDR 45, `supplementalData.xml`, `paperSize`.
    ///
    /// - Parameter country: An ISO 3166 code, such as `US`.
    package static func usual(in country: String) -> PaperSize {
        letterCountries.contains(country) ? letter : a4
    }

    private static let letterCountries: Set = [
        "BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE",
    ]
}
