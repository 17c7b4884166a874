import Giving

/// What is the same on every page: whole without scripts, and every page says that no money moves.
struct PageFrame: Hashable, Sendable {
    /// Anybody can open it: a second line says so.
    var isPublicSimulation = false
    /// Its words are Arabic, and it is read from the right; what marks a test is English on every page.
    var isArabic = false
    /// What a phone shows above the page to open the App Clip.
    var banner: ClipBanner?
    /// What else stands in the head.
    var head = HTML.empty
    /// How it looks; a constant of this program, since it is not escaped: `>` and quotation marks stand in it.
    var style = PageStyle.css

    /// A receipt's document. It is marked as a test by its own content, so the server's settings do not change it.
    ///
    /// - Parameter gift: The page of its gift. The way there stands above the paper, and is not printed.
    func receipt(_ html: String, backTo gift: String? = nil) -> String {
        let way = gift.map(Self.wayBack) ?? HTML.empty
        let page = html.replacing(
            "<body>\n", with: "<body>\n\(way.text)\n", maxReplacements: 1)
        guard gift != nil else { return page }
        // Into the paper's own style sheet: a page is allowed one alone.
        return page.replacing("</style>", with: "\(Self.styleOfWayBack)\n</style>", maxReplacements: 1)
    }

    /// The paper may be in another language.
    private static func wayBack(to gift: String) -> HTML {
        """
        <nav class="back" aria-label="Back" lang="en" dir="ltr"><a href="\(gift)">Back to your gift</a></nav>
        """
    }

    private static let styleOfWayBack = """
        .back a { display: inline-block; padding: .4em 0; }
        @media print { .back { display: none; } }
        """

    private var publicMark: HTML {
        guard isPublicSimulation else { return .empty }
        return """
            <aside class="mark" aria-label="Public simulation"\(markLanguage)>Public simulation: use test cards and made-up names \
            only</aside>
            """
    }

    private var language: HTML { isArabic ? "dir=\"rtl\" lang=\"ar\"" : "lang=\"en\"" }
    private var markLanguage: HTML { isArabic ? " dir=\"ltr\" lang=\"en\"" : HTML.empty }

    /// A whole document.
    func page(_ title: String, _ body: HTML, reloadSeconds: Int? = nil) -> String {
        let reload: HTML =
            reloadSeconds.map { "<meta http-equiv=\"refresh\" content=\"\($0)\">" } ?? HTML.empty
        let document: HTML = """
            <!doctype html>
            <html \(language)>
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title)</title>
            \([banner?.meta ?? HTML.empty, reload, head])
            <style>\(HTML(stringLiteral: style))</style>
            </head>
            <body>
            <aside class="mark" aria-label="Test"\(markLanguage)>\(TestMark.sentence)</aside>
            \([publicMark])
            <main>
            \(body)
            </main>
            </body>
            </html>

            """
        return document.text
    }

    /// Who is given to: the logo or initials, the name as the directory has it, and a line about the gift.
    static func payee(_ organization: Organization, _ line: HTML) -> HTML {
        payee(organization.displayName, logo: organization.logo, line)
    }

    /// A header of somebody by name.
    static func payee(_ name: String, logo: String? = nil, _ line: HTML) -> HTML {
        """
        <header class="payee">
        \(Logo.sign(of: name, logo: logo))
        <div><h1>\(HTML.name(name))</h1><p class="quiet">\(line)</p></div>
        </header>
        """
    }
}
