import HTMLKit
import Processor
import ProcessorSimulator
import TextKit
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
            \(ProcessorPageLayout.link(view.returnURL, "← Back to \(view.merchant)"))
            """
        return ProcessorPageLayout.page(view.headline, body, status: complaint == nil ? 200 : 402)
    }

    private static func subscriptions(_ view: PortalView, _ id: String) -> HTML {
        let rows = view.subscriptions.map { one -> HTML in
            """
            <div class="item">
            <p><strong>\(one.description)</strong><br>\(words(one))</p>
            \(button(one, view, id))
            </div>
            """
        }
        return rows.isEmpty ? "<p>No subscriptions.</p>" : "\(rows)"
    }

    /// Returns the status of a subscription and the end of its billing period, such as
    /// `Renews on December 30, 2026`.
    private static func words(_ one: PortalView.Subscription) -> String {
        let word = StateWord.of(one.status)
        let status = word.prefix(1).uppercased() + word.dropFirst()
        guard one.isLiving else { return status }
        let end = "\(one.ends ? "Ends" : "Renews") on \(one.periodEnd)"
        return one.status == "active" ? end : "\(status). \(end)"
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
        let known: HTML = view.card.map { "<p>\($0)</p>" } ?? "<p>No card.</p>"
        guard view.updatesMethod else { return known }
        return """
            <h2>Card</h2>
            \(known)
            <details\(isRefused ? " open" : "")>
            <summary>\(view.card == nil ? "Add a card" : "Use another card")</summary>
            <form method="post" action="/pages/portal/\(id)/card">
            \(ProcessorPageLayout.cardFields(isRefused: isRefused))
            <button>Update card</button>
            </form>
            </details>
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
