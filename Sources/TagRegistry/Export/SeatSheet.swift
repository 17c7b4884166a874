public import InvocationRouter
import TextKit

/// A page to print: each seat with a code for phones that read no tags, and with its URL for the others.
public struct SeatSheet: Hashable, Sendable {
    /// The batch whose seats it shows.
    public var export: BatchExport
    private let hosts: HostList

    /// The sheet of a batch.
    ///
    /// - Parameter hosts: Our hosts; a code holds no place-holder of a mirror.
    public init(_ export: BatchExport, hosts: HostList) {
        self.export = export
        self.hosts = hosts
    }

    /// What a row's code holds: its URL as it is on the tag, without the place that a chip fills in.
    public func url(of row: BatchRow) -> String {
        guard var invocation = try? Invocation.parse(row.url, hosts: hosts), invocation.placeholder != nil
        else {
            return row.url
        }
        invocation.placeholder = nil
        return invocation.writtenForm ?? row.url
    }

    /// A page in HTML that needs nothing else: no script, no file, no network.
    ///
    /// - Parameter code: Draws a text as a code: an `svg` element.
    public func html(code: (String) throws -> String) rethrows -> String {
        let name = export.batch.name.escapedForHTML
        let seats = try export.rows.map { try Self.seat($0, url: url(of: $0.row), code: code) }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(name)</title>
            <style>
            body { font-family: system-ui, sans-serif; margin: 1cm; }
            main { display: grid; grid-template-columns: repeat(auto-fill, minmax(5.5cm, 1fr)); gap: 4mm; }
            section { border: 1px solid #999; border-radius: 3mm; padding: 4mm; text-align: center; break-inside: avoid; }
            h2 { margin: 0; font-size: 22pt; }
            p { margin: 2mm 0 0; font-size: 8pt; overflow-wrap: anywhere; }
            svg { width: 3.6cm; height: 3.6cm; margin-top: 2mm; }
            @media print { body { margin: 0; } h1 { display: none; } }
            </style>
            </head>
            <body>
            <h1>\(name)</h1>
            <main>
            \(seats.joined(separator: "\n"))
            </main>
            </body>
            </html>

            """
    }

    private static func seat(
        _ entry: BatchExport.Row, url: String, code: (String) throws -> String
    ) rethrows -> String {
        let row = entry.row
        let campus = row.campus.map { "<p><bdi>\($0.escapedForHTML)</bdi></p>\n" } ?? ""
        let content =
            entry.isWithdrawn
            ? "<p>no code: its id was withdrawn</p>"
            : "\(try code(url))\n<p>\(url.escapedForHTML)</p>"
        return """
            <section>
            <h2><bdi>\(row.seat.escapedForHTML)</bdi></h2>
            \(campus)\(content)
            </section>
            """
    }
}
