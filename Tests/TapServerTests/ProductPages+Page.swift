import HTMLKit
import ServerKit
import TapServer

/// A product's pages, as a browser without a socket sees them.
extension ProductPages {
    /// Opens a page, and what it redirects to.
    ///
    /// - Parameter jar: What the browser keeps; without one it keeps no cookies.
    func open(_ target: String, keeping jar: CookieJar? = nil) async -> Page {
        await page(PageRequest("GET", target, cookies: Cookies(jar?.header ?? "")), at: target, keeping: jar)
    }

    /// Sends a form, and opens what it leads to.
    func send(_ target: String, _ fields: [String: String], keeping jar: CookieJar? = nil) async -> Page {
        let request = PageRequest(
            "POST", target, form: Visitor.encoded(fields), cookies: Cookies(jar?.header ?? ""))
        return await page(request, at: target, keeping: jar)
    }

    private func page(_ request: PageRequest, at target: String, keeping jar: CookieJar?) async -> Page {
        await page(of: await answer(request), at: target, keeping: jar)
    }

    private func page(of answer: PageResponse, at target: String, keeping jar: CookieJar?) async -> Page {
        switch answer {
        case .page(let status, let document):
            return Page(status: status, html: document.text, target: target)
        case .redirect(let address): return await open(address, keeping: jar)
        case .setting(let cookie, let answer):
            jar?.take(cookie.text)
            return await page(of: answer, at: target, keeping: jar)
        default: return Page(status: 405, html: "", target: target)
        }
    }
}
