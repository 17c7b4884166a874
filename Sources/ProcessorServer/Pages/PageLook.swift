import Processor
import ProcessorSimulator
import ServerKit
import TextKit

/// What all pages look like. They are whole without scripts, and every one says that no money moves.
enum PageLook {
    /// A whole document.
    ///
    /// - Parameter body: HTML whose texts are escaped.
    static func page(_ title: String, _ body: String, status: Int = 200) -> PageAnswer {
        let document = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title.escapedForHTML)</title>
            <style>\(PageStyle.text)</style>
            </head>
            <body>
            <aside class="test" aria-label="Test">Test page of a simulated processor: no money moves here. Use test cards \
            only.</aside>
            <main>
            <h1>\(title.escapedForHTML)</h1>
            \(body)
            </main>
            </body>
            </html>
            """
        return .page(status: status, html: document)
    }

    /// The processor said no.
    static func refusal(_ error: ProcessorError) -> PageAnswer {
        page(
            error.status == 404 ? "Not found" : "This cannot be done",
            "<p class=\"error\">\(error.message.escapedForHTML)</p>",
            status: error.status == 0 ? 500 : error.status)
    }

    /// What went wrong the last time; nothing where nothing did.
    static func complaint(_ text: String?) -> String {
        text.map { "<p class=\"error\" role=\"alert\">\($0.escapedForHTML)</p>" } ?? ""
    }

    /// What is paid for, line by line, and what it comes to.
    static func table(_ lines: [PageLine], _ sum: String, _ total: String) -> String {
        let rows = lines.map { line in
            "<tr><td>\(line.description.escapedForHTML)</td><td>\(line.amount.escapedForHTML)</td></tr>"
        }
        return """
            <table class="sum">
            \(rows.joined(separator: "\n"))
            <tr><th>\(sum.escapedForHTML)</th><th>\(total.escapedForHTML)</th></tr>
            </table>
            """
    }

    /// The bank wants to hear the card's owner; nothing where it does not.
    static func question(_ address: String?) -> String {
        guard let address else { return "" }
        return """
            <p class="ask" role="alert">The card's bank asks for a confirmation.
            <a href="\(address.escapedForHTML)">Answer the bank (3-D Secure)</a></p>
            """
    }

    /// The fields by which a card is chosen.
    ///
    /// - Parameter chosen: The name that was chosen the last time.
    static func cardFields(chosen: String? = nil) -> String {
        let options = SimulatedProcessor.pageCards.map { name in
            "<option\(name == chosen ? " selected" : "")>\(name.escapedForHTML)</option>"
        }
        return """
            <label>Test card <select name="method">\(options.joined())</select></label>
            <label>or a test card number
            <input name="number" inputmode="numeric" autocomplete="off" placeholder="4242 4242 4242 4242"></label>
            """
    }

    /// A link that leads where an address of a caller says; only to the web.
    static func link(_ address: String?, _ words: String) -> String {
        guard let address, address.hasPrefix("http://") || address.hasPrefix("https://") else { return "" }
        return "<p><a href=\"\(address.escapedForHTML)\">\(words.escapedForHTML)</a></p>"
    }
}

extension PageCall {
    /// The card that a form names.
    var card: PageCard { PageCard(name: form["method"] ?? "", number: form["number"] ?? "") }
}
