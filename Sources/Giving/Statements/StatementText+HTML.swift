package import HTMLKit

extension StatementText {
    /// The statement as a self-contained HTML page. When a long table is printed, its header is repeated on
    /// every page.
    public var html: String { document.text }

    /// The HTML document that ``html`` returns as text.
    package var document: HTMLDocument {
        let mark: HTML = statement.livemode ? "" : "<p class=\"mark\">\(TestMark.sentence)</p>\n"
        let facts = facts(dates: words.shown).map { fact -> HTML in
            "<dt>\(fact.label)</dt><dd>\(HTML.name(fact.value))</dd>"
        }
        return PrintedPage.document(
            language: words.language, title: title,
            main: """
                \(mark)<h1>\(HTML.name(statement.issuer.displayName))</h1>
                \(taxIDLine.paragraphs())<h2>\(title)</h2>
                <dl>
                \(facts.joined(separator: "\n"))
                </dl>
                \(table)
                \(closing.paragraphs())\(mark)
                """)
    }

    private var table: HTML {
        guard !statement.lines.isEmpty else { return "<p>\(words.noGifts)</p>" }
        let names = [words.date, words.fund].map { name -> HTML in "<th scope=\"col\">\(name)</th>" }
        let amounts = columns.map { name -> HTML in "<th scope=\"col\" class=\"amount\">\(name)</th>" }
        let gifts = statement.lines.map { line -> HTML in
            """
            <tr><td class="day">\(date(of: line))</td><td>\(HTML.name(line.fundName))</td>\(htmlCells(line.amounts))</tr>
            """
        }
        let funds = statement.funds.map { fund -> HTML in
            "<tr><td></td><td>\(HTML.name(fund.fundName))</td>\(htmlCells(fund.amounts))</tr>"
        }
        return """
            <div class="table" role="region" aria-label="\(title)" tabindex="0">
            <table>
            <thead>
            <tr>\((names + amounts).joined())</tr>
            </thead>
            <tbody>
            \(gifts.joined(separator: "\n"))
            </tbody>
            <tfoot>
            \(funds.joined(separator: "\n"))
            <tr><td></td><td>\(words.sum)</td>\(htmlCells(statement.sum))</tr>
            </tfoot>
            </table>
            </div>
            """
    }

    private func htmlCells(_ amounts: StatementAmounts) -> HTML {
        cells(amounts).map { text -> HTML in "<td class=\"amount\"><bdi>\(text)</bdi></td>" }.joined()
    }
}
