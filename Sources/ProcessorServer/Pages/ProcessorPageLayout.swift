import HTMLKit
import Processor
import ProcessorSimulator
import ServerKit

/// The layout of the processor's web pages. The pages work without scripts, and state that no real money
/// moves.
enum ProcessorPageLayout {
    /// Returns a complete HTML document.
    static func page(_ title: String, _ body: HTML, status: Int = 200) -> ProcessorPageResponse {
        page(title, main: "<main>\n<h1>\(title)</h1>\n\(body)\n</main>", status: status)
    }

    /// Returns an HTML document with two columns. On a narrow screen, the second column is below the first
    /// column.
    static func page(_ title: String, summary: HTML, form: HTML, status: Int = 200) -> ProcessorPageResponse {
        page(
            title,
            main: """
                <main class="columns">
                <section class="summary">
                \(summary)
                </section>
                <div>
                \(form)
                </div>
                </main>
                """, status: status)
    }

    private static func page(_ title: String, main: HTML, status: Int) -> ProcessorPageResponse {
        let content: HTML = """
            <aside class="test" aria-label="Test">Test page of a simulated processor: no money moves here. Use test cards \
            only.</aside>
            \(main)
            """
        return .page(
            status: status, HTMLDocument(title: title, style: ProcessorPageStyle.sheet, body: content))
    }

    /// Returns the error page for a request that the processor refused.
    static func refusal(_ error: ProcessorError) -> ProcessorPageResponse {
        guard error.status != 404 else { return missing }
        return page(
            "Request failed", "<p class=\"error\">\(error.message)</p>",
            status: error.status == 0 ? 500 : error.status)
    }

    private static let missing = page(
        "Not found",
        """
        <p class="error">This page does not exist, or it has expired.</p>
        <p>Go back to the site or the e-mail with the link, and open the link again. If that does not help, \
        ask the sender for a new link.</p>
        """, status: 404)

    /// Returns the error message about the last attempt, or empty HTML if there was no error. The message
    /// receives the focus when the page opens.
    static func complaint(_ text: String?) -> HTML {
        text.map { "<p class=\"error\" id=\"error\" tabindex=\"-1\" autofocus role=\"alert\">\($0)</p>" }
            ?? .empty
    }

    /// Returns a table of lines, followed by a total.
    ///
    /// - Parameter sum: The label of the total, such as `Amount due`.
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

    /// Returns a paragraph with a link to the bank's page, on which the customer confirms the payment or card.
    /// Returns empty HTML if the bank requires no confirmation.
    static func question(_ address: String?) -> HTML {
        guard let address else { return .empty }
        return """
            <p class="ask" role="alert">Your bank asks for your confirmation.
            <a href="\(address)">Confirm with your bank (3-D Secure)</a></p>
            """
    }

    /// Returns the heading of a payment page: the title, the amount, and a text below the amount.
    ///
    /// - Parameter title: The title, which names the merchant, such as `Pay Grace Church`.
    static func heading(_ title: String, _ amount: String?, _ words: String = "") -> HTML {
        let price: HTML = amount.map { "<p class=\"amount\">\($0)</p>" } ?? .empty
        return
            "<h1>\(title)</h1>\n\(price)\(words.isEmpty ? .empty : "<p class=\"quiet\">\(words)</p>" as HTML)"
    }

    /// Returns the form fields for a card. The customer enters a card number, or chooses one of the test
    /// cards.
    ///
    /// - Parameters:
    ///   - chosen: The name of the test card that was chosen in the last attempt, or nil.
    ///   - holder: The initial value of the field for the cardholder's name; nil for a form without this
    ///     field.
    ///   - isRefused: Whether the page has an error message about the last attempt.
    static func cardFields(chosen: String? = nil, holder: String? = nil, isRefused: Bool = false) -> HTML {
        let described: HTML = isRefused ? " aria-describedby=\"error\"" : .empty
        let name: HTML =
            holder.map {
                "<label class=\"wide\">Name on card\n<input name=\"holder\" autocomplete=\"off\" value=\"\($0)\"></label>"
            } ?? .empty
        let groups = PageTestCard.groups.map { group -> HTML in
            let cards = group.cards.map { card -> HTML in
                """
                <label class="pick"><input type="radio" name="method" value="\(card.name)"\(card.name == chosen ? " checked" : "")>
                <span>\(card.label)</span> <span class="number">\(card.number)</span></label>
                """
            }
            return "<fieldset><legend>\(group.title)</legend>\n\(cards)\n</fieldset>\n"
        }
        return """
            <fieldset class="card"\(described)>
            <legend>Card information</legend>
            <label class="wide">Card number
            <input name="number" inputmode="numeric" autocomplete="off" placeholder="1234 1234 1234 1234"></label>
            <label>Expiration
            <input name="expiry" inputmode="numeric" autocomplete="off" placeholder="MM / YY"></label>
            <label>CVC
            <input name="cvc" inputmode="numeric" autocomplete="off" placeholder="CVC"></label>
            \(name)
            </fieldset>
            <p class="quiet">For example, use 4242 4242 4242 4242 with any future date and any three digits as the CVC.</p>
            <details\(chosen == nil ? "" : " open")><summary>Test cards</summary>
            <p class="quiet">Choose a result, and leave the card number empty.</p>
            \(groups)</details>
            """
    }

    /// Returns a link to a URL that an API client specified. Returns empty HTML if the URL does not begin
    /// with `http://` or `https://`.
    static func link(_ address: String?, _ words: String) -> HTML {
        guard let address, address.hasPrefix("http://") || address.hasPrefix("https://") else {
            return .empty
        }
        return "<p class=\"link\"><a href=\"\(address)\">\(words)</a></p>"
    }
}

extension PageCall {
    /// The card that the customer entered or chose in the form.
    var card: PageCard {
        PageCard(
            name: form["method"] ?? "", number: form["number"] ?? "", expiry: form["expiry"] ?? "",
            code: form["cvc"] ?? "")
    }
}

/// The style sheet of all pages, with a light and a dark mode. The text has a contrast ratio of at least
/// 4.5:1 against its background.
enum ProcessorPageStyle {
    static let sheet = StyleSheet(
        """
        :root{color-scheme:light dark;--ink:#1b1b1b;--soft:#5c5c5c;--paper:#fff;--line:#d0d0d0;--edge:#767676;--note:#fff3cd;\
        --note-edge:#c9a227;--bad:#fdecea;--bad-edge:#b3261e;--go:#14532d;--on-go:#fff;--link:#0b57d0}
        @media (prefers-color-scheme:dark){:root{--ink:#ececec;--soft:#a9adb1;--paper:#17191b;--line:#3c4043;--edge:#8f9499;\
        --note:#3a3012;--note-edge:#b8952a;--bad:#41201d;--bad-edge:#e5897f;--go:#9bd8ae;--on-go:#0b2415;--link:#9ec1ff}}
        body{font:1rem/1.5 system-ui,sans-serif;margin:0;padding:1rem;color:var(--ink);\
        background:var(--paper);overflow-wrap:anywhere}
        main,.test{max-width:36rem;margin:0 auto;box-sizing:border-box}main.columns{padding-top:1rem}
        @media (min-width:900px){.columns,.columns h1{margin-top:0}main.columns{max-width:60rem;margin-top:1.5rem;\
        display:grid;grid-template-columns:1fr 1fr;gap:4rem}}
        .amount{font-size:min(2.25rem,9vw);overflow-wrap:normal;white-space:nowrap;font-weight:600;\
        line-height:1.2;margin:.25rem 0 0;font-variant-numeric:tabular-nums}
        .summary h1{font-size:1.15rem;font-weight:500;margin:1rem 0 0}
        .quiet{font-size:.875rem;color:var(--soft);margin:.5rem 0}
        h1{font-size:1.5rem;line-height:1.25;margin:1.5rem 0 1rem}h2{font-size:1.15rem;margin:1.5rem 0 .5rem}
        a{color:var(--link)}
        .test{background:var(--note);border:1px solid var(--note-edge);padding:.5rem 1rem;margin:0 auto}
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
        fieldset{border:0;margin:1rem 0 0;padding:0;min-width:0}legend{padding:0;font-weight:600}
        .item{border-bottom:1px solid var(--line);padding:.5rem 0}.item p{margin:.5rem 0}.item button{margin:0 0 .5rem}
        .card{display:grid;grid-template-columns:1fr 1fr;gap:.5rem .75rem}.card .wide{grid-column:1/-1}
        .card label{margin-top:.25rem}
        input[type=radio]{width:auto;margin:.25rem 0 0}
        .pick{display:grid;grid-template-columns:auto 1fr auto;gap:.25rem .5rem;margin:0;padding:.5rem 0}
        .number{font-variant-numeric:tabular-nums;white-space:nowrap;color:var(--soft)}
        @media (max-width:26rem){.pick .number{grid-column:2}}
        .full{width:100%;margin:1.5rem 0 0;padding:.75rem 1rem;font-weight:600}
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
