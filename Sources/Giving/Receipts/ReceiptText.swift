import DisplayKit
package import HTMLKit
import MoneyKit
import TimeKit

/// The human-readable text of a receipt.
public struct ReceiptText {
    let receipt: Receipt
    let wording: PaperWording
    var words: PaperWords { wording.words }

    /// Creates the text of a receipt, in the wording of the issuer's country.
    public init(_ receipt: Receipt) {
        self.receipt = receipt
        wording = PaperWording.of(country: receipt.issuer.country)
    }

    /// The receipt as plain text, for a terminal or an e-mail. Names are enclosed in the directional isolate
    /// characters U+2068 and U+2069.
    public var text: String {
        let rows = self.rows
        let width = rows.map { $0.label.count }.max() ?? 0
        var blocks = [
            ([DisplayText.isolated(receipt.issuer.displayName)] + taxIDLine).joined(separator: "\n"),
            ([title] + notices).joined(separator: "\n"),
            rows.map { row in
                let gap = String(repeating: " ", count: width - row.label.count + 2)
                return "\(row.label)\(gap)\(row.isName ? DisplayText.isolated(row.value) : row.value)"
            }.joined(separator: "\n"),
            wording.closing.joined(separator: "\n"),
        ]
        if !receipt.livemode { blocks = [TestMark.sentence] + blocks + [TestMark.sentence] }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    /// The receipt as a self-contained HTML page, for a browser or an e-mail.
    public var html: String { document.text }

    /// The HTML document that ``html`` returns as text.
    package var document: HTMLDocument {
        let mark: HTML = receipt.livemode ? "" : "<p class=\"mark\">\(TestMark.sentence)</p>\n"
        return PrintedPage.document(
            language: words.language, title: title,
            main: """
                \(mark)<h1>\(HTML.name(receipt.issuer.displayName))</h1>
                \(taxIDLine.paragraphs())<h2>\(title)</h2>
                \(notices.paragraphs(" class=\"notice\""))<dl>
                \(rows.map(\.html).joined(separator: "\n"))
                </dl>
                \(wording.closing.paragraphs())\(mark)
                """)
    }

    var title: String { "\(words.receipt) \(receipt.number.text)" }

    var taxIDLine: [String] { receipt.issuer.taxID.map { ["\(wording.taxIDName) \($0)"] } ?? [] }

    /// The lines that mark the receipt as void or as a replacement for another receipt.
    var notices: [String] {
        var notices: [String] = []
        if receipt.state == .void {
            let day = receipt.voided.map { receipt.issuer.calendar.date(of: $0).iso8601 } ?? ""
            let end = receipt.replacedBy.map { "\(words.replacedBy) \($0.text)" } ?? words.nothingLeft
            notices.append("\(words.void) \(day): \(end)")
        }
        if let replaced = receipt.replaces { notices.append("\(words.replaces) \(replaced.text)") }
        return notices
    }

    var rows: [PaperRow] {
        let isForgotten = receipt.donorName.isEmpty
        var rows = [
            PaperRow(words.donor, isForgotten ? words.forgotten : receipt.donorName, isName: !isForgotten),
            PaperRow(words.date, receipt.date.iso8601 + (receipt.isMonthly ? ", \(words.monthly)" : "")),
        ]
        let issued = receipt.issuer.calendar.date(of: receipt.issued)
        if issued != receipt.date { rows.append(PaperRow(words.issued, issued.iso8601)) }
        rows.append(PaperRow(words.fund, receipt.fundName, isName: true))
        if receipt.refundedMinor > 0 {
            let charged = receipt.total.minorUnits.addingReportingOverflow(receipt.refundedMinor).partialValue
            rows.append(PaperRow(words.charged, amount(charged)))
            rows.append(PaperRow(words.wentBack, amount(receipt.refundedMinor)))
        }
        rows.append(PaperRow(words.total, amount(receipt.total.minorUnits), isTotal: true))
        if receipt.coveredFeeMinor > 0 {
            rows.append(PaperRow(words.coveredFee, amount(receipt.coveredFeeMinor)))
        }
        return rows
    }

    private func amount(_ minorUnits: Int64) -> String {
        Money(minorUnits, receipt.total.currency).formatted(wording.locale)
    }
}

/// A labeled value on a receipt.
struct PaperRow {
    let label: String
    let value: String
    /// Whether the value is a name, which may be in a right-to-left script.
    let isName: Bool
    /// Whether the value is the amount that the receipt confirms.
    let isTotal: Bool

    init(_ label: String, _ value: String, isName: Bool = false, isTotal: Bool = false) {
        self.label = label
        self.value = value
        self.isName = isName
        self.isTotal = isTotal
    }

    var html: HTML { "<dt>\(label)</dt><dd>\(isName ? HTML.name(value) : "\(value)")</dd>" }
}

extension [String] {
    /// Returns each string as an HTML paragraph followed by a line feed.
    ///
    /// - Parameter attributes: The attributes of each paragraph, starting with a space.
    func paragraphs(_ attributes: HTML = .empty) -> HTML {
        map { text -> HTML in "<p\(attributes)>\(text)</p>\n" }.joined()
    }
}

/// The text that marks a document, such as a receipt for test money, as a test.
public enum TestMark {
    /// The sentence that marks the document as a test. It is the same in every language, so that programs can
    /// search for it.
    public static let sentence = "TEST: no money moved, not a receipt"
}
