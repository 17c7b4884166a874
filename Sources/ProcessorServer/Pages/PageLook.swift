import HTMLKit
import Processor
import ProcessorSimulator
import ServerKit

/// What all pages look like. They are whole without scripts, and every one says that no money moves.
enum PageLook {
    /// A whole document.
    static func page(_ title: String, _ body: HTML, status: Int = 200) -> PageAnswer {
        let content: HTML = """
            <aside class="test" aria-label="Test">Test page of a simulated processor: no money moves here. Use test cards \
            only.</aside>
            <main>
            <h1>\(title)</h1>
            \(body)
            </main>
            """
        return .page(status: status, HTMLDocument(title: title, style: PageStyle.sheet, body: content))
    }

    /// The processor said no.
    static func refusal(_ error: ProcessorError) -> PageAnswer {
        page(
            error.status == 404 ? "Not found" : "This cannot be done",
            "<p class=\"error\">\(error.message)</p>",
            status: error.status == 0 ? 500 : error.status)
    }

    /// What went wrong the last time; nothing where nothing did.
    static func complaint(_ text: String?) -> HTML {
        text.map { "<p class=\"error\" role=\"alert\">\($0)</p>" } ?? .empty
    }

    /// What is paid for, line by line, and what it comes to.
    static func table(_ lines: [PageLine], _ sum: String, _ total: String) -> HTML {
        let rows = lines.map { line -> HTML in
            "<tr><td>\(line.description)</td><td>\(line.amount)</td></tr>"
        }
        return """
            <table class="sum">
            \(rows)
            <tr><th>\(sum)</th><th>\(total)</th></tr>
            </table>
            """
    }

    /// The bank wants to hear the card's owner; nothing where it does not.
    static func question(_ address: String?) -> HTML {
        guard let address else { return .empty }
        return """
            <p class="ask" role="alert">The card's bank asks for a confirmation.
            <a href="\(address)">Answer the bank (3-D Secure)</a></p>
            """
    }

    /// The fields by which a card is chosen.
    ///
    /// - Parameter chosen: The name that was chosen the last time.
    static func cardFields(chosen: String? = nil) -> HTML {
        let options = SimulatedProcessor.pageCards.map { name -> HTML in
            "<option\(name == chosen ? " selected" : "")>\(name)</option>"
        }
        return """
            <label>Test card <select name="method">\(options)</select></label>
            <label>or a test card number
            <input name="number" inputmode="numeric" autocomplete="off" placeholder="4242 4242 4242 4242"></label>
            """
    }

    /// A link that leads where an address of a caller says; only to the web.
    static func link(_ address: String?, _ words: String) -> HTML {
        guard let address, address.hasPrefix("http://") || address.hasPrefix("https://") else {
            return .empty
        }
        return "<p><a href=\"\(address)\">\(words)</a></p>"
    }
}

extension PageCall {
    /// The card that a form names.
    var card: PageCard { PageCard(name: form["method"] ?? "", number: form["number"] ?? "") }
}
