import HTMLKit
import Processor
import ProcessorSimulator
import ServerKit

/// The page on which a customer manages subscriptions, the card and invoices: `/pages/portal/{session}`.
enum PortalPage {
    static let routes: [PageRoute] = [
        .get(path) { request in try await page(request) },
        .post(path + "/cancel") { request in try await change(request, ends: true) },
        .post(path + "/keep") { request in try await change(request, ends: false) },
        .post(path + "/card") { request in
            do {
                try await request.processor.portal(request.path("session"), changesTo: request.card)
            } catch let error as ProcessorError where error.status == 402 || error.status == 400 {
                return try await page(request, complaint: error.message)
            }
            return .redirect("/pages/portal/\(request.path("session"))")
        },
    ]

    private static let path = "/pages/portal/{session}"

    private static func change(_ request: PageCall, ends: Bool) async throws -> ProcessorPageResponse {
        try await request.processor.portal(
            request.path("session"), ends: ends, subscription: request.form["subscription"] ?? "")
        return .redirect("/pages/portal/\(request.path("session"))")
    }

    private static func page(_ request: PageCall, complaint: String? = nil) async throws
        -> ProcessorPageResponse
    {
        let id = request.path("session")
        let view = try await request.processor.portalPage(id)
        let body: HTML = """
            \(ProcessorPageLayout.complaint(complaint))
            <p>\(view.customer)</p>
            \(subscriptions(view, id))
            \(card(view, id, isRefused: complaint != nil))
            \(invoices(view))
            \(ProcessorPageLayout.link(view.returnURL, "Go back"))
            """
        return ProcessorPageLayout.page(view.headline, body, status: complaint == nil ? 200 : 402)
    }

    private static func subscriptions(_ view: PortalView, _ id: String) -> HTML {
        let rows = view.subscriptions.map { one -> HTML in
            let end =
                !one.isLiving ? "" : one.ends ? ", ends on \(one.periodEnd)" : ", renews on \(one.periodEnd)"
            let words = "\(one.description): \(one.status)\(end)"
            return "<tr><td>\(words)</td><td>\(button(one, view, id))</td></tr>"
        }
        return rows.isEmpty ? "<p>No subscriptions.</p>" : "<table>\(rows)</table>"
    }

    private static func button(_ one: PortalView.Subscription, _ view: PortalView, _ id: String) -> HTML {
        guard view.cancels, one.isLiving else { return .empty }
        let (verb, words) = one.ends ? ("keep", "Keep subscription") : ("cancel", "Cancel subscription")
        return """
            <form method="post" action="/pages/portal/\(id)/\(verb)">
            <input type="hidden" name="subscription" value="\(one.id)">\
            <button class="quiet" aria-label="\(words): \(one.description)">\(words)</button></form>
            """
    }

    private static func card(_ view: PortalView, _ id: String, isRefused: Bool) -> HTML {
        let known: HTML = view.card.map { "<p>Card: \($0)</p>" } ?? "<p>No card.</p>"
        guard view.updatesMethod else { return known }
        return """
            <h2>Card</h2>
            \(known)
            <form method="post" action="/pages/portal/\(id)/card">
            \(ProcessorPageLayout.cardFields(isRefused: isRefused))
            <button>Update card</button>
            </form>
            """
    }

    private static func invoices(_ view: PortalView) -> HTML {
        guard let invoices = view.invoices else { return .empty }
        let rows = invoices.map { one -> HTML in
            let link: HTML =
                "<a class=\"whole\" href=\"\(one.address)\">\(one.number)</a>"
            let words = "\(one.amount), \(one.status)"
            return "<tr><td>\(link)<br>\(one.date)</td><td>\(words)</td></tr>"
        }
        let list: HTML = rows.isEmpty ? "<p>None.</p>" : "<table>\(rows)</table>"
        return "<h2>Invoices</h2>\(list)"
    }
}
