import TapServer

/// A product's pages, as a browser without a socket sees them.
extension ProductPages {
    /// Opens a page, and what it redirects to.
    func open(_ target: String) async -> Page { await page(PageRequest("GET", target), at: target) }

    /// Sends a form, and opens what it leads to.
    func send(_ target: String, _ fields: [String: String]) async -> Page {
        await page(PageRequest("POST", target, form: Visitor.encoded(fields)), at: target)
    }

    private func page(_ request: PageRequest, at target: String) async -> Page {
        switch await answer(request) {
        case .page(let status, let html): Page(status: status, html: html, target: target)
        case .redirect(let address): await open(address)
        default: Page(status: 405, html: "", target: target)
        }
    }
}
