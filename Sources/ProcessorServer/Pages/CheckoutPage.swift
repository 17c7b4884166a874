import HTMLKit
import Processor
import ProcessorSimulator
import ServerKit

/// The page on which a customer pays, subscribes or saves a card: `/pages/checkout/{session}`.
enum CheckoutPage {
    static let routes: [PageRoute] = [
        .get(path) { request in
            page(request.path("session"), try await request.processor.checkoutPage(request.path("session")))
        },
        .post(path) { request in try await pay(request) },
    ]

    private static let path = "/pages/checkout/{session}"

    private static func pay(_ request: PageCall) async throws -> ProcessorPageResponse {
        let id = request.path("session")
        let result = try await request.paid { () async throws(ProcessorError) in
            guard try await !lacksEmail(request) else {
                return .declined("Your e-mail address is missing. Enter it, and try again.")
            }
            return try await request.processor.complete(
                checkoutSession: id, with: request.card, email: request.form["email"],
                holder: request.form["holder"], amount: request.form["amount"],
                shippingRate: request.form["shipping_rate"])
        }
        let view = try await request.processor.checkoutPage(id)
        switch result {
        case .complete: return .redirect(view.next ?? "/pages/checkout/\(id)")
        case .asks: return .redirect("/pages/checkout/\(id)")
        case .declined(let message):
            return page(id, view, complaint: message, form: request.form, status: 402)
        }
    }

    /// Returns whether the customer submitted an empty e-mail field although the address is unknown. A
    /// request without the field does not come from the page, and needs no address.
    private static func lacksEmail(_ request: PageCall) async throws(ProcessorError) -> Bool {
        guard request.form.typed("email") != nil, request.form["email"] == nil else { return false }
        return try await request.processor.checkoutPage(request.path("session")).email == nil
    }

    private static func page(
        _ id: String, _ view: CheckoutView, complaint: String? = nil, form: FormFields? = nil,
        status: Int = 200
    ) -> ProcessorPageResponse {
        if view.isComplete {
            let thanks =
                view.thanks
                ?? (view.total == nil
                    ? "Thank you. The test card is saved." : "Thank you. The test payment is complete.")
            return ProcessorPageLayout.page(
                "Done", "<p>\(thanks)</p>\(table(view))\(ProcessorPageLayout.link(view.next, "Continue"))")
        }
        guard view.isOpen else {
            return ProcessorPageLayout.page(
                "Expired",
                "<p>This page has expired. Nothing was paid.</p>\(ProcessorPageLayout.link(view.cancel, "Go back"))",
                status: 410)
        }
        let summary: HTML = """
            \(back(view))
            \(ProcessorPageLayout.heading(title(view), view.total, words(view)))
            \(view.total == nil ? .empty : table(view))
            """
        let card = ProcessorPageLayout.cardFields(
            chosen: form?["method"], holder: form?["holder"] ?? "", isRefused: complaint != nil)
        let content: HTML = """
            \(ProcessorPageLayout.complaint(complaint))
            \(ProcessorPageLayout.question(view.challenge))
            <form method="post" action="/pages/checkout/\(id)">
            \(amountField(view, form))
            \(shippingField(view, form))
            <label>E-mail
            <input type="email" name="email" autocomplete="email" required value="\(form?["email"] ?? view.email ?? "")"></label>
            \(card)
            <button class="full">\(button(view))</button>
            </form>
            """
        return ProcessorPageLayout.page(title(view), summary: summary, form: content, status: status)
    }

    private static func title(_ view: CheckoutView) -> String {
        if view.total == nil { return "Save a card for \(view.merchant)" }
        return view.interval == nil ? "Pay \(view.merchant)" : "Subscribe to \(view.merchant)"
    }

    private static func button(_ view: CheckoutView) -> String {
        guard let total = view.total else { return "Save card" }
        if view.interval != nil { return "Subscribe" }
        return view.chosenAmount == nil && view.shippingOptions.count < 2 ? "Pay \(total)" : "Pay"
    }

    /// Returns the text below the amount, such as the interval of a subscription. The text is empty for a
    /// one-time payment.
    private static func words(_ view: CheckoutView) -> String {
        if view.total == nil { return "Nothing is charged now." }
        return view.interval.map { "Due now. Renews \($0) until canceled." } ?? ""
    }

    private static func back(_ view: CheckoutView) -> HTML {
        ProcessorPageLayout.link(view.cancel, "← Back to \(view.merchant)")
    }

    /// Returns the form field in which the customer enters the amount. Returns empty HTML if the amount is
    /// fixed.
    private static func amountField(_ view: CheckoutView, _ form: FormFields?) -> HTML {
        guard let amount = view.chosenAmount else { return .empty }
        return """
            <label>Amount
            <input name="amount" inputmode="decimal" required value="\(form?["amount"] ?? amount)"></label>
            """
    }

    /// Returns the form field in which the customer chooses a shipping rate. Returns empty HTML if there are
    /// fewer than two rates.
    private static func shippingField(_ view: CheckoutView, _ form: FormFields?) -> HTML {
        guard view.shippingOptions.count > 1 else { return .empty }
        let options = view.shippingOptions.map { option -> HTML in
            let isChosen = form?["shipping_rate"].map { $0 == option.rate } ?? option.isChosen
            return """
                <option value="\(option.rate)"\(isChosen ? " selected" : "")>\(option.description)</option>
                """
        }
        return "<label>Shipping <select name=\"shipping_rate\">\(options)</select></label>"
    }

    private static func table(_ view: CheckoutView) -> HTML {
        guard let total = view.total else { return .empty }
        let sum = view.isComplete ? "Paid" : view.interval == nil ? "Total" : "Due now"
        return ProcessorPageLayout.table(view.lines, sum, total)
    }
}

/// The route of a payment link's URL, `/pages/link/{link}`. The server creates a Checkout session for each
/// request, and redirects the customer to the session's page.
enum PaymentLinkPage {
    static let routes: [PageRoute] = [
        .get("/pages/link/{link}") { request in
            .redirect(
                "/pages/checkout/\(try await request.processor.open(paymentLink: request.path("link")))")
        }
    ]
}
