import HTMLKit
import Processor
import ProcessorSimulator
import ServerKit

/// The page for paying or subscribing: `/pages/checkout/{session}`.
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
        let result: PagePayment
        do {
            result = try await request.processor.complete(
                checkoutSession: id, with: request.card, email: request.form["email"],
                amount: request.form["amount"], shippingRate: request.form["shipping_rate"])
        } catch {
            // Missing pages and server errors have their own error page. Other errors are shown above the form.
            if error.status >= 500 || error.status == 404 { throw error }
            result = .declined(error.message)
        }
        let view = try await request.processor.checkoutPage(id)
        switch result {
        case .complete: return .redirect(view.next ?? "/pages/checkout/\(id)")
        case .asks: return .redirect("/pages/checkout/\(id)")
        case .declined(let message):
            return page(id, view, complaint: message, form: request.form, status: 402)
        }
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
        let title = title(view)
        let body: HTML = """
            \(ProcessorPageLayout.complaint(complaint))
            \(view.total == nil ? "<p>Nothing is charged now.</p>" : table(view))
            \(ProcessorPageLayout.question(view.challenge))
            <form method="post" action="/pages/checkout/\(id)">
            \(amountField(view, form))
            \(shippingField(view, form))
            <label>E-mail
            <input type="email" name="email" value="\(form?["email"] ?? view.email ?? "")"></label>
            \(ProcessorPageLayout.cardFields(chosen: form?["method"]))
            <button>\(button(view)) (test)</button>
            </form>
            \(ProcessorPageLayout.link(view.cancel, "Go back"))
            """
        return ProcessorPageLayout.page(title, body, status: status)
    }

    private static func title(_ view: CheckoutView) -> String {
        if view.total == nil { return "Save a card" }
        return view.interval == nil ? "Pay" : "Subscribe"
    }

    private static func button(_ view: CheckoutView) -> String {
        guard let total = view.total, view.interval == nil, view.chosenAmount == nil,
            view.shippingOptions.count < 2
        else {
            return title(view)
        }
        return "Pay \(total)"
    }

    /// The field in which the customer chooses the amount, if the amount is not fixed.
    private static func amountField(_ view: CheckoutView, _ form: FormFields?) -> HTML {
        guard let amount = view.chosenAmount else { return .empty }
        return """
            <label>Amount
            <input name="amount" inputmode="decimal" required value="\(form?["amount"] ?? amount)"></label>
            """
    }

    /// The field in which the customer chooses a shipping rate, if there is a choice.
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
        guard let interval = view.interval else {
            return ProcessorPageLayout.table(view.lines, "Total", total)
        }
        let words = "Renews \(interval) until canceled."
        return ProcessorPageLayout.table(view.lines, view.isComplete ? "Paid" : "Due now", total)
            + "<p>\(words)</p>"
    }
}

/// The page of a payment link, which creates a Checkout page: `/pages/link/{link}`.
enum PaymentLinkPage {
    static let routes: [PageRoute] = [
        .get("/pages/link/{link}") { request in
            .redirect(
                "/pages/checkout/\(try await request.processor.open(paymentLink: request.path("link")))")
        }
    ]
}
