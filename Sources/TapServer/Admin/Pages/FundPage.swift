import Giving
import HTMLKit

/// A fund that is changed: its name, and whether it takes gifts.
struct FundPage: FormPage {
    /// What somebody wants of a fund.
    enum Wish: String, Sendable {
        case rename, close, reopen
    }

    let organization: Organization
    let fund: Fund
    /// The other funds that are open: one of them is meant by default once this one is closed.
    let others: [Fund]
    let formToken: HTML
    /// A name that was typed and is none.
    var typed: String?
    var complaint: String?

    var title: String { "Change a fund" }

    var body: HTML {
        """
        <div class="narrow">
        <h1>\(title)</h1>
        <p>\(HTML.name(fund.name)), <span class="code">\(fund.id)</span>. The id stays, since tags carry it.</p>
        \(HTML.complaint(complaint))
        \(form(.rename, name, button: "Rename"))
        \(fund.isOpen ? form(.close, closing, button: "Close it") : form(.reopen, opening, button: "Open it again"))
        <a class="button second" href="\(organization.adminPath(.funds))">Leave it</a>
        </div>
        """
    }

    private var name: HTML {
        """
        <label class="field">Name
        <input type="text" name="name" maxlength="200" required autocomplete="off" value="\(typed ?? fund.name)"></label>
        <p class="quiet">Receipts that were issued keep the name of their day.</p>
        """
    }

    private var closing: HTML {
        let words: HTML = """
            <h2>Close it</h2>
            <p>It takes no gifts then: a tag that names it says so, and no other fund is taken for it.</p>
            """
        guard organization.defaultFund == fund.id, !others.isEmpty else { return words }
        let options = others.map { HTML.option($0.id, $0.name, isChosen: false) }
        return """
            \(words)
            <label class="field">Which fund is meant then where a tag names none
            <select name="successor">\(options)</select></label>
            """
    }

    private var opening: HTML { "<h2>Open it again</h2>\n<p>It takes gifts again.</p>" }

    private func form(_ wish: Wish, _ fields: HTML, button: String) -> HTML {
        let mark: HTML = wish == .rename ? "" : " class=\"second\""
        return """
            <form method="post" action="\(organization.adminPath(.fund(fund.id)))">
            \([formToken, .hidden("do", wish.rawValue), fields])
            <button\(mark)>\(button)</button>
            </form>
            """
    }
}
