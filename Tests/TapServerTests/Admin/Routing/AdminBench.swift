import DatabaseKit
import DigestKit
import Foundation
import Giving
import HTMLKit
import MoneyKit
import PaymentCore
import ProcessorSimulator
import ServerKit
import SimulationKit
import StaffAccess
import Synchronization
import TagRegistry
import TapServer
import Testing
import TimeKit

/// The pages of organizations' people over a ``SiteBench``: `owner@`, `treasurer@`, `tags@` and `reader@` of
/// `Grace`, `hope@`, who is treasurer of `Hope`, and `both@`, who owns both.
struct AdminBench: Sendable {
    let bench: SiteBench
    let admin: AdminController
    let staff: StaffService

    static let password = "a sentence of one's own"

    static func with<Value>(
        settings: AdminSettings = AdminSettings(), live: LiveSettings = LiveSettings(),
        faults: [ProcessorFaultPlan.Rule] = [], mail: (any Mail)? = nil,
        _ body: (AdminBench) async throws -> Value
    ) async throws -> Value {
        try await SiteBench.with(faults: faults, mail: mail) { bench in
            let random = Mutex(SeededGenerator(seed: 11))
            let draw: @Sendable () -> UInt64 = { random.withLock { $0.next() } }
            let staff = StaffService(
                database: bench.file, clock: bench.clock.wallClock, random: draw,
                cost: ScryptCost(rounds: 2, blockSize: 1, parallelism: 1),
                factors: FactorSettings(clock: bench.clock.wallClock) { _ in
                    AESGCMKey([UInt8](repeating: 5, count: AESGCMKey.byteCount))
                })
            let admin = AdminController(
                giving: bench.giving, staff: staff, seats: SeatRegistry(bench.file), settings: settings,
                live: live.counting(bench.file), random: draw)
            for (name, role, organizations) in [
                ("owner", StaffRole.owner, ["Grace"]), ("treasurer", .treasurer, ["Grace"]),
                ("tags", .tags, ["Grace"]), ("reader", .readOnly, ["Grace"]), ("hope", .treasurer, ["Hope"]),
                ("both", .owner, ["Grace", "Hope"]),
            ] {
                let address = try #require(StaffAddress("\(name)@example.org"))
                _ = try await staff.add(address, role, organizations: organizations, password: password)
            }
            return try await body(AdminBench(bench: bench, admin: admin, staff: staff))
        }
    }

    /// A gift that is paid, and available for a payout at once.
    @discardableResult
    func give(
        _ amount: String = "50.00", to organization: String = "Grace", fund: String? = nil,
        name: String = "A Donor", email: String = "donor@example.org", covers: Bool = false,
        method: String = "pm_card_bypassPending", tap: String? = nil
    ) async throws -> Gift {
        try await bench.giving.give(
            GiftRequest(
                organization: organization, fund: fund, amount: .text(amount), coversFee: covers,
                method: method,
                name: name, email: email, tap: tap))
    }

    /// The available balance goes to the bank; the time is a minute after the last gift.
    func payOut(_ organization: String) async throws -> PayeePayout? {
        bench.clock.advance(seconds: 60)
        let account = try #require(try await bench.file.read { try $0.organization(organization)?.account })
        return try await bench.giving.payments.payOut(to: account).first
    }

    /// A browser that has signed in.
    func browser(_ name: String) async throws -> StaffBrowser {
        var browser = StaffBrowser(site: admin)
        let page = try await browser.signIn("\(name)@example.org", Self.password)
        try #require(!page.says("<h1>Sign in</h1>"))
        return browser
    }
}

/// A browser that knows no script, and keeps one cookie.
struct StaffBrowser: Sendable {
    let site: AdminController
    var cookie: String?
    /// The cookie that a browser keeps after its first sign-in, with its attributes.
    private(set) var browserCookie: String?
    /// The network address from which it sends, or nil.
    var client: String?

    /// Opens a page, and what it redirects to.
    func open(_ target: String) async throws -> Page {
        try await page(
            of: await site.answer(PageRequest("GET", target, client: client, cookies: cookies)), at: target
        )
        .page
    }

    /// Searches as the page's form does: with the fields of an encoded query in the body.
    func search(_ target: String, _ query: String) async throws -> Page {
        let token = try await open("/admin").hidden["csrf"] ?? ""
        let request = PageRequest(
            "POST", target, form: "\(query)&\(Visitor.encoded(["csrf": token]))", client: client,
            cookies: cookies)
        return try await page(of: await site.answer(request), at: target).page
    }

    /// Sends a form.
    func post(_ target: String, _ fields: [String: String]) async throws -> Page {
        let request = PageRequest(
            "POST", target, form: Visitor.encoded(fields), client: client, cookies: cookies)
        return try await page(of: await site.answer(request), at: target).page
    }

    /// Sends a form with a file, as browsers encode it.
    ///
    /// - Parameter isCut: Whether the end of the form is missing.
    func upload(
        _ target: String, _ fields: [String: String], file: [UInt8], isCut: Bool = false
    ) async throws -> Page {
        var body: [UInt8] = []
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            body += "--xYz\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8
        }
        body += "--xYz\r\nContent-Disposition: form-data; name=\"file\"; filename=\"bank.csv\"\r\n".utf8
        body += "Content-Type: text/csv\r\n\r\n".utf8 + file + Array((isCut ? "" : "\r\n--xYz--\r\n").utf8)
        var request = PageRequest("POST", target, client: client, cookies: cookies)
        request.upload = MultipartBody(contentType: "multipart/form-data; boundary=xYz", bytes: body)
        return try await page(of: await site.answer(request), at: target).page
    }

    /// Opens the page to sign in, and sends its form.
    mutating func signIn(_ email: String, _ password: String) async throws -> Page {
        let asked = await site.answer(PageRequest("GET", "/admin/sign-in", client: client, cookies: cookies))
        let first = try await page(of: asked, at: "/admin/sign-in")
        cookie = first.cookie ?? cookie
        let fields = ["email": email, "password": password, "csrf": first.page.hidden["csrf"] ?? ""]
        return try await send("/admin/sign-in", fields)
    }

    /// Sends a form, and keeps the cookie of the response.
    mutating func send(_ target: String, _ fields: [String: String]) async throws -> Page {
        let answer = await site.answer(
            PageRequest("POST", target, form: Visitor.encoded(fields), client: client, cookies: cookies))
        guard case .setting(let kept, let rest) = answer else {
            return try await page(of: answer, at: target).page
        }
        cookie = kept.text.prefix { $0 != ";" }.description
        if case .setting(let other, _) = rest { browserCookie = other.text }
        return try await page(of: rest, at: target).page
    }

    /// The headers that it sends.
    var cookies: Cookies {
        let kept = browserCookie.map { "; \($0.prefix { $0 != ";" })" } ?? ""
        return Cookies((cookie ?? "") + kept)
    }

    private func page(of answer: PageResponse, at target: String) async throws -> (
        page: Page, cookie: String?
    ) {
        switch answer {
        case .page(let status, let document):
            return (Page(status: status, html: document.text, target: target), nil)
        case .redirect(let address): return (try await open(address), nil)
        case .file(let status, _, let content):
            return (Page(status: status, html: content, target: target), nil)
        case .bytes(_, let content):
            return (Page(status: 200, html: String(decoding: content, as: UTF8.self), target: target), nil)
        case .download(_, _, let export):
            return (Page(status: 200, html: try await export.whole(), target: target), nil)
        case .retry(_, let answer), .saving(_, let answer), .clearing(let answer):
            return try await page(of: answer, at: target)
        case .setting(let kept, let rest):
            return (try await page(of: rest, at: target).page, kept.text.prefix { $0 != ";" }.description)
        case .events: return (Page(status: 200, html: "", target: target), nil)
        case .notAllowed: return (Page(status: 405, html: "", target: target), nil)
        }
    }
}

extension ExportStream {
    /// The whole file.
    func whole() async throws -> String { try await reduce(into: "") { $0 += $1 } }
}

extension LiveSettings {
    /// The same, looking only where something was committed.
    func counting(_ file: DatabaseFile) -> LiveSettings {
        var settings = self
        settings.version = { try await file.version() }
        return settings
    }
}
