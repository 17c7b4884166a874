import Giving
import HTMLKit

/// The elements that all pages share. They work without scripts, and include the notice that no real money
/// moves.
struct PageFrame: Hashable {
    /// Whether anyone can open the site. If so, each page has a second notice, which says that the site is a
    /// public simulation.
    var isPublicSimulation = false
    /// Whether the page is in Arabic, which is read from right to left. The test notice is in English on
    /// every page.
    var isArabic = false
    /// The banner for opening the App Clip, which iPhones show above the page; nil for no banner.
    var banner: ClipBanner?
    /// An additional element of the document's head.
    var head = HTML.empty
    /// The path of the page's script; nil if the page has no script.
    var script: String?
    /// The style sheet of the page.
    var style = PageStyle.sheet
    /// A header above the main content. If it is not empty, the page begins with a link that skips the
    /// header.
    var header = HTML.empty

    /// Returns the page of a receipt or statement, with navigation above it. The navigation is not printed.
    /// It is marked as English, because the document may be in another language. The document itself states
    /// whether it is a test, regardless of the server's settings.
    ///
    /// - Parameters:
    ///   - paper: The receipt or statement.
    ///   - path: The path to which the link above the document leads.
    ///   - words: The text of this link.
    ///   - pdf: The path of the document as a PDF file; nil for no link.
    ///   - signOut: The form that ends the session; empty if no one is signed in.
    func paper(
        _ paper: HTMLDocument, backTo path: String, _ words: HTML, pdf: String? = nil, signOut: HTML = .empty
    ) -> PageResponse {
        var page = paper
        let file = pdf.map { path -> HTML in " <a href=\"\(path)\" download>Download PDF</a>" } ?? .empty
        page.body = """
            <nav class="back" aria-label="Back" lang="en" dir="ltr"><a href="\(path)">\(words)</a>\([file, signOut])</nav>
            \(paper.body)
            """
        page.style = Self.styleWithWayBack
        return .page(status: 200, page)
    }

    private static let styleWithWayBack = PrintedPage.styleSheet(
        adding: """
            .back a { display: inline-block; padding: .4em 1em .4em 0; }
            .back a { color: inherit; }
            .back form { display: inline; }
            .back button { font: inherit; min-height: 44px; padding: .3em .8em; background: none; border: 1px solid; border-radius: .6em; }
            @media screen and (max-width: 34em) {
            .table table, .table thead, .table tbody, .table tfoot { display: block; }
            .table tr { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); border-bottom: 1px solid #999; }
            .table tfoot { border-top: 2px solid; } .table tbody tr:last-child { border: 0; }
            .table th, .table td { border: 0; padding: .1em 0; font-size: .85em; overflow-wrap: anywhere; }
            .table .amount { white-space: normal; }
            .table tr > :nth-child(1) { grid-column: 1 / 3; }
            .table tr > :nth-child(2) { grid-column: 3 / 5; text-align: right; }
            .table tfoot td:first-child { display: none; }
            .table tfoot td:nth-child(2) { grid-column: 1 / 5; text-align: left; }
            }
            @media print { .back { display: none; } }
            """)

    private var skipLink: HTML {
        header.text.isEmpty ? .empty : "<a class=\"skip\" href=\"#content\">Skip to content</a>"
    }

    private var skipTarget: HTML { header.text.isEmpty ? .empty : " id=\"content\" tabindex=\"-1\"" }

    private var publicMark: HTML {
        guard isPublicSimulation else { return .empty }
        return """
            <aside class="mark" aria-label="Public simulation"\(markLanguage)>Public simulation: use test cards and made-up names \
            only</aside>
            """
    }

    /// The notice on each page. Receipts, statements and e-mails contain ``TestMark/sentence`` instead.
    static let testMark: HTML = "Test mode: no real charges"

    private var markLanguage: HTML { isArabic ? " dir=\"ltr\" lang=\"en\"" : HTML.empty }

    /// Returns a complete document.
    func page(_ title: String, _ body: HTML, reloadSeconds: Int? = nil) -> HTMLDocument {
        let reload: HTML =
            reloadSeconds.map { "<meta http-equiv=\"refresh\" content=\"\($0)\">" } ?? .empty
        var document = HTMLDocument(
            language: isArabic ? "ar" : "en", title: title, head: [banner?.meta ?? .empty, reload, head],
            style: style,
            body: """
                \(skipLink)<aside class="mark" aria-label="Test"\(markLanguage)>\(Self.testMark)</aside>
                \([publicMark, header])
                <main\(skipTarget)>
                \(body)
                </main>
                """)
        document.isRightToLeft = isArabic
        document.script = script
        return document
    }

    func answer(_ page: some PageContent, status: Int? = nil) -> PageResponse {
        var document = self.page(page.title, page.body, reloadSeconds: page.reloadSeconds)
        document.isRestorable = page.isRestorable
        return .page(status: status ?? page.statusCode, document)
    }

    /// Returns a header for the organization: its logo or initials, its name from the directory, and a line
    /// about the gift. A page with this header has the organization's color.
    static func payee(_ organization: Organization, _ line: HTML) -> HTML {
        payee(organization.displayName, logo: organization.logo, line).inColor(organization.color)
    }

    /// Returns a header with a payee's name, the payee's logo or initials, and a line of text.
    static func payee(_ name: String, logo: String? = nil, _ line: HTML) -> HTML {
        """
        <header class="payee">
        \(Logo.sign(of: name, logo: logo))
        <div><h1>\(.name(name))</h1><p class="quiet">\(line)</p></div>
        </header>
        """
    }
}

/// The content of a page. ``PageFrame`` adds the elements that all pages share.
protocol PageContent: Sendable {
    var title: String { get }
    var body: HTML { get }
    var statusCode: Int { get }
    /// The number of seconds after which a browser reloads the page; nil if the page never reloads by itself.
    var reloadSeconds: Int? { get }
    /// Whether a browser may show its stored copy of the page after "Back", without another request.
    var isRestorable: Bool { get }
}

extension PageContent {
    var statusCode: Int { 200 }
    var reloadSeconds: Int? { nil }
    var isRestorable: Bool { false }
}

/// A page with a form. `complaint` is the reason that the form was refused; nil if it was not refused.
protocol FormPage: PageContent {
    var complaint: String? { get }
}

extension FormPage {
    var statusCode: Int { complaint == nil ? 200 : 422 }
}

/// A controller whose pages all have the same frame.
protocol FramedPages {
    var frame: PageFrame { get }
}

extension FramedPages {
    func page(_ page: some PageContent, status: Int? = nil) -> PageResponse {
        frame.answer(page, status: status)
    }

    func page(_ problem: ProblemPage) -> PageResponse { frame.answer(problem) }
}

/// The banner that iOS shows above a page to open the App Clip.
///
/// Source: Apple, "Supporting invocations from your website and the Messages app": `app-clip-bundle-id`,
/// `app-id`, `app-clip-display=card` (iOS 15).
public struct ClipBanner: Hashable, Sendable {
    /// The bundle identifier of the App Clip. It consists of letters, digits, hyphens and dots, so it cannot
    /// break the comma-separated list in the meta tag.
    public var clipBundle: String
    /// The App Store id of the full app; nil if there is no app. Older devices open the App Store instead of
    /// the App Clip.
    public var appStoreID: UInt64?

    public init(clipBundle: String, appStoreID: UInt64?) {
        self.clipBundle = clipBundle
        self.appStoreID = appStoreID
    }

    var meta: HTML {
        let app = appStoreID.map { "app-id=\($0), " } ?? ""
        let content = "\(app)app-clip-bundle-id=\(clipBundle), app-clip-display=card"
        return "<meta name=\"apple-itunes-app\" content=\"\(content)\">"
    }
}
