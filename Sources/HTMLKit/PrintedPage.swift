/// Functions that create pages for reading in a browser and for printing. The pages load no resources.
package enum PrintedPage {
    /// Returns a page with the given title and content.
    ///
    /// - Parameters:
    ///   - language: The language of the text, as a value of HTML's `lang` attribute.
    ///   - style: The style sheet, as returned by ``styleSheet(adding:)``.
    ///   - main: The content. Each line ends with a line feed.
    package static func document(
        language: String, title: String, style: StyleSheet = PrintedPage.style, main: HTML
    ) -> HTMLDocument {
        HTMLDocument(language: language, title: title, style: style, body: "<main>\n\(main)</main>")
    }

    /// The style sheet of receipts and statements.
    package static let style = styleSheet(adding: "")

    /// Returns the style sheet of printed pages, followed by the given CSS rules.
    package static func styleSheet(adding rules: String) -> StyleSheet {
        StyleSheet("\n\(css)\n" + (rules.isEmpty ? "" : rules + "\n"))
    }

    /// The CSS rules for black text on white, on screens and on paper. These rules must not change, because
    /// the text of issued receipts must stay the same, byte for byte.
    private static let css = """
        body { font: 16px/1.4 system-ui, sans-serif; max-width: 44em; margin: 2em auto; padding: 0 1em; }
        h1 { font-size: 1.4em; margin: 0; }
        h2 { font-size: 1.1em; }
        .mark, .notice { border: 2px solid; padding: .3em .6em; font-weight: bold; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .3em 1.5em; }
        dd { margin: 0; }
        h1, dd { overflow-wrap: anywhere; }
        table { border-collapse: collapse; width: 100%; }
        .table { overflow-x: auto; }
        .day { white-space: nowrap; }
        th, td { text-align: left; padding: .2em .6em .2em 0; border-bottom: 1px solid #999; }
        .amount { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
        tfoot td, tfoot th { font-weight: bold; border-top: 2px solid; }
        @page { margin: 20mm; }
        @media print { body { margin: 0; max-width: none; } .table { overflow: visible; } tfoot { display: table-row-group; } tr { break-inside: avoid; } }
        """
}
