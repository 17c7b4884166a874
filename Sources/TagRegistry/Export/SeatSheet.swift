import HTMLKit
public import InvocationRouter

/// Printable pages of cards, twelve on an A4 page, with cut marks. Each card has the seat, a QR code for
/// phones that cannot read tags, and the URL for other devices. The names on the card are in the
/// organization's color.
public struct SeatSheet: Hashable, Sendable {
    /// The names on a card, and their color.
    public struct Caption: Hashable, Sendable {
        /// The organization's name; nil if the row's URL is not a giving URL.
        public var organization: String?
        /// The fund's name, or nil if the donor chooses the fund.
        public var fund: String?
        /// The organization's color as `#` and hexadecimal digits, or nil for black.
        public var color: String?

        /// Creates a caption from the names and the color of an organization.
        public init(organization: String? = nil, fund: String? = nil, color: String? = nil) {
            (self.organization, self.fund, self.color) = (organization, fund, color)
        }
    }

    /// The batch whose seats are printed, with its rows.
    public var export: BatchExport
    private let hosts: HostList
    static let cardsPerPage = 12

    /// Creates the sheet of a batch.
    ///
    /// - Parameters:
    ///   - export: The batch whose seats are printed, with its rows.
    ///   - hosts: The hosts of this service. The placeholder for mirrored data is omitted from the QR code
    ///     only in URLs on these hosts.
    public init(_ export: BatchExport, hosts: HostList) {
        self.export = export
        self.hosts = hosts
    }

    /// Returns the URL for a row's QR code: the tag's URL without the placeholder for mirrored data.
    public func url(of row: BatchRow) -> String {
        guard var invocation = try? Invocation.parse(row.url, hosts: hosts), invocation.placeholder != nil
        else {
            return row.url
        }
        invocation.placeholder = nil
        return invocation.writtenForm ?? row.url
    }

    /// Returns a self-contained HTML page, which contains no scripts and needs neither other files nor
    /// network access.
    ///
    /// - Parameters:
    ///   - caption: A function that returns the names on a row's card.
    ///   - code: A function that encodes a string as a QR code and returns an `svg` element.
    public func html(
        caption: (BatchRow) -> Caption = { _ in Caption() }, code: (String) throws -> String
    ) rethrows -> String {
        let cards = try export.rows.map {
            try Self.card($0, caption($0.row), url: url(of: $0.row), code: code)
        }
        let count = (cards.count + Self.cardsPerPage - 1) / Self.cardsPerPage
        let pages = (0..<count).map { page -> HTML in
            let shown = Array(cards.dropFirst(page * Self.cardsPerPage).prefix(Self.cardsPerPage))
            return """
                <article>
                <header><span>\(HTML.name(export.batch.name))</span> <span>Page \(page + 1) of \(count)</span></header>
                <div class="cards">
                \(shown)
                </div>
                </article>

                """
        }
        let body: HTML = """
            <h1>\(HTML.name(export.batch.name))</h1>
            <main>
            \(pages)</main>
            """
        return HTMLDocument(title: export.batch.name, style: Self.style, body: body).text
    }

    /// The style of the pages: A4 with 10 mm margins, a header 8 mm high, and four rows of cards, each 66 mm
    /// high. A QR code is about 30 mm wide without its quiet zone.
    private static let style = StyleSheet(
        """

        @page { size: A4; margin: 10mm; }
        body { font-family: system-ui, sans-serif; margin: 10mm auto; width: 190mm; color: #000; background: #fff; }
        h1 { font-size: 14pt; }
        article { break-after: page; margin-bottom: 10mm; }
        article:last-child { break-after: auto; }
        header { display: flex; justify-content: space-between; height: 8mm; font-size: 9pt; color: #444; }
        .cards { display: grid; grid-template-columns: repeat(3, 1fr); grid-auto-rows: 66mm; }
        section { position: relative; padding: 3mm 3mm 2mm; text-align: center; break-inside: avoid; overflow: hidden; \
        box-sizing: border-box; display: flex; flex-direction: column; align-items: center; \
        background: linear-gradient(#777, #777) 0 0 / 4mm 0.2mm, linear-gradient(#777, #777) 0 0 / 0.2mm 4mm, \
        linear-gradient(#777, #777) 100% 0 / 4mm 0.2mm, linear-gradient(#777, #777) 100% 0 / 0.2mm 4mm, \
        linear-gradient(#777, #777) 0 100% / 4mm 0.2mm, linear-gradient(#777, #777) 0 100% / 0.2mm 4mm, \
        linear-gradient(#777, #777) 100% 100% / 4mm 0.2mm, linear-gradient(#777, #777) 100% 100% / 0.2mm 4mm; \
        background-repeat: no-repeat; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
        p { margin: 0; font-size: 8pt; overflow-wrap: anywhere; max-width: 100%; }
        .church { font-size: 11pt; font-weight: 700; line-height: 1.2; max-height: 2.4em; overflow: hidden; }
        .ask { font-size: 9pt; margin-top: 1mm; }
        svg { width: 36.5mm; height: 36.5mm; flex: none; }
        .fund { font-size: 9pt; }
        h2 { margin: 0; font-size: 8pt; font-weight: 600; color: #444; }
        .url { font-size: 5.5pt; color: #666; margin-top: auto; max-height: 3.6em; overflow: hidden; }
        @media print { body { margin: 0; } h1 { display: none; } article { margin: 0; } }

        """)

    private static func card(
        _ entry: BatchExport.Row, _ caption: Caption, url: String, code: (String) throws -> String
    ) rethrows -> HTML {
        let row = entry.row
        let place: HTML =
            row.campus.map { "\(HTML.name($0)) · \(HTML.name(row.seat))" } ?? HTML.name(row.seat)
        let church: HTML =
            caption.organization.map { "<p class=\"church\">\(HTML.name($0))</p>\n" } ?? .empty
        let fund: HTML = caption.fund.map { "<p class=\"fund\">\(HTML.name($0))</p>\n" } ?? .empty
        let ask: HTML = row.org == nil ? "Tap or scan" : "Tap or scan to give"
        let content: HTML =
            entry.isWithdrawn
            ? "<p class=\"ask\">no QR code: the id of this seat was withdrawn</p>\n"
            : "<p class=\"ask\">\(ask)</p>\n\(HTML(markup: try code(url)))\n\(fund)"
        // Dark enough for text on white paper. The code stays black.
        let color: HTML =
            caption.color.flatMap { WebColor(hex: $0) }
            .map { " style=\"color: \($0.readableUnderWhite.hex)\"" } ?? .empty
        return """
            <section\(color)>
            \([church, content])<h2>\(place)</h2>
            \(entry.isWithdrawn ? .empty : "<p class=\"url\">\(url)</p>\n" as HTML)</section>

            """
    }
}
