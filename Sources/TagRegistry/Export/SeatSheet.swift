import HTMLKit
public import InvocationRouter

/// A printable page of seats, each with a QR code for phones that cannot read tags, and its URL for other devices.
public struct SeatSheet: Hashable, Sendable {
    /// The batch whose seats are printed, with its rows.
    public var export: BatchExport
    private let hosts: HostList

    /// Creates the sheet of a batch.
    ///
    /// - Parameters:
    ///   - export: The batch whose seats are printed, with its rows.
    ///   - hosts: The hosts of this service. The placeholder of a mirror is omitted from the QR code only in URLs on
    ///     these hosts.
    public init(_ export: BatchExport, hosts: HostList) {
        self.export = export
        self.hosts = hosts
    }

    /// Returns the URL for a row's QR code: the tag's URL without the placeholder that a chip replaces.
    public func url(of row: BatchRow) -> String {
        guard var invocation = try? Invocation.parse(row.url, hosts: hosts), invocation.placeholder != nil
        else {
            return row.url
        }
        invocation.placeholder = nil
        return invocation.writtenForm ?? row.url
    }

    /// Returns a self-contained HTML page without scripts, other files or network access.
    ///
    /// - Parameter code: A function that encodes a text as a QR code and returns an `svg` element.
    public func html(code: (String) throws -> String) rethrows -> String {
        let seats = try export.rows.map { try Self.seat($0, url: url(of: $0.row), code: code) }
        let body: HTML = """
            <h1>\(export.batch.name)</h1>
            <main>
            \(seats)
            </main>
            """
        return HTMLDocument(title: export.batch.name, style: Self.style, body: body).text
    }

    private static let style = StyleSheet(
        """

        body { font-family: system-ui, sans-serif; margin: 1cm; }
        main { display: grid; grid-template-columns: repeat(auto-fill, minmax(5.5cm, 1fr)); gap: 4mm; }
        section { border: 1px solid #999; border-radius: 3mm; padding: 4mm; text-align: center; break-inside: avoid; }
        h2 { margin: 0; font-size: 22pt; }
        p { margin: 2mm 0 0; font-size: 8pt; overflow-wrap: anywhere; }
        svg { width: 3.6cm; height: 3.6cm; margin-top: 2mm; }
        @media print { body { margin: 0; } h1 { display: none; } }

        """)

    private static func seat(
        _ entry: BatchExport.Row, url: String, code: (String) throws -> String
    ) rethrows -> HTML {
        let row = entry.row
        let campus: HTML = row.campus.map { "<p>\(HTML.name($0))</p>" } ?? .empty
        let content: HTML =
            entry.isWithdrawn
            ? "<p>no code: the id of this seat was withdrawn</p>"
            : "\(HTML(markup: try code(url)))\n<p>\(url)</p>"
        return """
            <section>
            <h2>\(HTML.name(row.seat))</h2>
            \([campus, content])
            </section>
            """
    }
}
