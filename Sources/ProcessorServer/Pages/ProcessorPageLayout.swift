import HTMLKit
import Processor
import ProcessorSimulator
import ServerKit

/// The layout of all pages. The pages work without scripts, and each page says that no real money moves.
enum ProcessorPageLayout {
    /// Returns a complete HTML document.
    static func page(_ title: String, _ body: HTML, status: Int = 200) -> ProcessorPageResponse {
        let content: HTML = """
            <aside class="test" aria-label="Test">Test page of a simulated processor: no money moves here. Use test cards \
            only.</aside>
            <main>
            <h1>\(title)</h1>
            \(body)
            </main>
            """
        return .page(
            status: status, HTMLDocument(title: title, style: ProcessorPageStyle.sheet, body: content))
    }

    /// Returns the error page for a request that was refused.
    static func refusal(_ error: ProcessorError) -> ProcessorPageResponse {
        page(
            error.status == 404 ? "Not found" : "Request failed",
            "<p class=\"error\">\(error.message)</p>",
            status: error.status == 0 ? 500 : error.status)
    }

    /// Returns the error message about the last attempt. Empty if there was no error.
    static func complaint(_ text: String?) -> HTML {
        text.map { "<p class=\"error\" role=\"alert\">\($0)</p>" } ?? .empty
    }

    /// Returns a table of lines with their total.
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

    /// Returns the link to the bank's challenge. Empty if the bank does not require confirmation.
    static func question(_ address: String?) -> HTML {
        guard let address else { return .empty }
        return """
            <p class="ask" role="alert">Your bank asks you to confirm the payment.
            <a href="\(address)">Confirm with your bank (3-D Secure)</a></p>
            """
    }

    /// Returns the form fields for choosing a card.
    ///
    /// - Parameter chosen: The test name of the card that was chosen in the last attempt, or nil.
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

    /// Returns a link to a URL that was specified by an API client. Empty if it is not the URL of a web page.
    static func link(_ address: String?, _ words: String) -> HTML {
        guard let address, address.hasPrefix("http://") || address.hasPrefix("https://") else {
            return .empty
        }
        return "<p><a href=\"\(address)\">\(words)</a></p>"
    }
}

extension PageCall {
    /// The card that the customer entered in the form.
    var card: PageCard { PageCard(name: form["method"] ?? "", number: form["number"] ?? "") }
}

/// The style sheet of all pages, with a light and a dark mode. Each color has a contrast of at least 4.5 to 1 with
/// its background.
enum ProcessorPageStyle {
    static let sheet = StyleSheet(
        """
        :root{color-scheme:light dark;--ink:#1b1b1b;--paper:#fff;--line:#d0d0d0;--edge:#767676;--note:#fff3cd;\
        --note-edge:#c9a227;--bad:#fdecea;--bad-edge:#b3261e;--go:#14532d;--on-go:#fff;--link:#0b57d0}
        @media (prefers-color-scheme:dark){:root{--ink:#ececec;--paper:#17191b;--line:#3c4043;--edge:#8f9499;\
        --note:#3a3012;--note-edge:#b8952a;--bad:#41201d;--bad-edge:#e5897f;--go:#9bd8ae;--on-go:#0b2415;--link:#9ec1ff}}
        body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:0 auto;padding:1rem;color:var(--ink);\
        background:var(--paper);overflow-wrap:anywhere}
        h1{font-size:1.5rem;line-height:1.25;margin:1.5rem 0 1rem}h2{font-size:1.15rem;margin:1.5rem 0 .5rem}
        a{color:var(--link)}
        .test{background:var(--note);border:1px solid var(--note-edge);padding:.5rem 1rem;margin:0}
        .ask{border:1px solid var(--edge);padding:.5rem 1rem}
        .error{background:var(--bad);border:1px solid var(--bad-edge);padding:.5rem 1rem}
        table{width:100%;border-collapse:collapse}
        td,th{text-align:left;vertical-align:top;padding:.5rem 0;border-bottom:1px solid var(--line)}
        td:last-child,th:last-child{text-align:right;padding-left:1rem}
        .whole{white-space:nowrap}
        .sum td:last-child,.sum th:last-child{white-space:nowrap;font-variant-numeric:tabular-nums}
        label{display:block;margin-top:1rem}
        input,select{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--edge);\
        border-radius:.25rem;width:100%;box-sizing:border-box;padding:.5rem}
        ::placeholder{color:inherit;opacity:.7}
        button{font:inherit;margin:1rem .5rem 0 0;padding:.6rem 1rem;border-radius:.25rem;cursor:pointer;white-space:nowrap;\
        background:var(--go);color:var(--on-go);border:1px solid var(--go)}
        button.quiet{background:none;color:var(--ink);border-color:var(--edge)}
        td button{margin:0;padding:.25rem .75rem}
        details{border-bottom:1px solid var(--line);padding:.5rem 0}summary{cursor:pointer}
        h3{font-size:1rem;margin:.75rem 0 .25rem}
        pre{font-size:.8125rem;line-height:1.4;white-space:pre-wrap;border:1px solid var(--line);padding:.5rem;margin:0}
        :focus-visible{outline:3px solid var(--link);outline-offset:2px}
        """)
}
