import TextKit

extension StatementText {
    /// A whole page for a browser: it needs nothing else, and a long table repeats its head on every sheet.
    public var html: String {
        let mark = statement.livemode ? "" : "<p class=\"mark\">\(TestMark.sentence)</p>\n"
        return PrintedPage.html(
            language: words.language, title: title,
            main: """
                \(mark)<h1><bdi>\(statement.issuer.displayName.escapedForHTML)</bdi></h1>
                \(taxIDLine.map { "<p>\($0.escapedForHTML)</p>\n" }.joined())<h2>\(title.escapedForHTML)</h2>
                <dl>
                \(facts.map { "<dt>\($0.label.escapedForHTML)</dt><dd><bdi>\($0.value.escapedForHTML)</bdi></dd>" }
                    .joined(separator: "\n"))
                </dl>
                \(table)
                \(wording.closing.map { "<p>\($0.escapedForHTML)</p>\n" }.joined())\(mark)
                """)
    }

    private var table: String {
        guard !statement.lines.isEmpty else { return "<p>\(words.noGifts.escapedForHTML)</p>" }
        let heads =
            ([words.date, words.fund].map { "<th scope=\"col\">\($0.escapedForHTML)</th>" }
            + columns.map { "<th scope=\"col\" class=\"amount\">\($0.escapedForHTML)</th>" }).joined()
        let gifts = statement.lines.map { line in
            "<tr><td class=\"day\">\(date(of: line))</td><td><bdi>\(line.fundName.escapedForHTML)</bdi></td>\(htmlCells(line.amounts))</tr>"
        }
        let funds = statement.funds.map { fund in
            "<tr><td></td><td><bdi>\(fund.fundName.escapedForHTML)</bdi></td>\(htmlCells(fund.amounts))</tr>"
        }
        return """
            <div class="table" role="region" aria-label="\(title.escapedForHTML)" tabindex="0">
            <table>
            <thead>
            <tr>\(heads)</tr>
            </thead>
            <tbody>
            \(gifts.joined(separator: "\n"))
            </tbody>
            <tfoot>
            \(funds.joined(separator: "\n"))
            <tr><td></td><td>\(words.sum.escapedForHTML)</td>\(htmlCells(statement.sum))</tr>
            </tfoot>
            </table>
            </div>
            """
    }

    private func htmlCells(_ amounts: StatementAmounts) -> String {
        cells(amounts).map { "<td class=\"amount\"><bdi>\($0.escapedForHTML)</bdi></td>" }.joined()
    }
}
