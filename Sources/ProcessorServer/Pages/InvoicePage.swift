import HTMLKit
import Processor
import ProcessorSimulator
import ServerKit

/// The page with an invoice, its payment form and its receipt: `/pages/invoice/{invoice}`.
enum InvoicePage {
    static let routes: [PageRoute] = [
        .get(path) { request in
            page(request.path("invoice"), try await request.processor.invoicePage(request.path("invoice")))
        },
        .post(path) { request in try await pay(request) },
        .get(path + "/pdf") { request in
            document(of: try await request.processor.invoicePage(request.path("invoice")))
        },
    ]

    private static let path = "/pages/invoice/{invoice}"

    private static func pay(_ request: PageCall) async throws -> ProcessorPageResponse {
        let id = request.path("invoice")
        let result = try await request.paid { () async throws(ProcessorError) in
            try await request.processor.pay(invoicePage: id, with: request.card)
        }
        guard case .declined(let message) = result else { return .redirect("/pages/invoice/\(id)") }
        return page(
            id, try await request.processor.invoicePage(id), complaint: message,
            chosen: request.form["method"], status: 402)
    }

    private static func page(
        _ id: String, _ view: InvoiceView, complaint: String? = nil, chosen: String? = nil, status: Int = 200
    ) -> ProcessorPageResponse {
        let body: HTML
        switch view.state {
        case .open:
            return ProcessorPageLayout.page(
                "Invoice \(view.number)",
                summary: """
                    <p class="quiet">\(view.merchant)</p>
                    \(ProcessorPageLayout.heading("Invoice \(view.number)", view.total, due(view)))
                    \(facts(view, "Amount due", hasDue: false))
                    """,
                form: """
                    \(ProcessorPageLayout.complaint(complaint ?? view.problem))
                    \(ProcessorPageLayout.question(view.challenge))
                    <form method="post" action="/pages/invoice/\(id)">
                    \(ProcessorPageLayout.cardFields(chosen: chosen, isRefused: (complaint ?? view.problem) != nil))
                    <button class="full">Pay \(view.total)</button>
                    </form>
                    """, status: status)
        case .processing:
            body =
                "<p>A payment is being processed. This can take a few days.</p>\(facts(view, "Amount due"))"
        case .void: body = "<p>This invoice is void. No payment is due.</p>\(facts(view, "Total"))"
        case .paid(let receipt):
            return ProcessorPageLayout.page(
                "Receipt for invoice \(view.number)",
                "\(ProcessorPageLayout.complaint(complaint))\(words(of: receipt))\(facts(view, "Paid"))",
                status: status)
        }
        return ProcessorPageLayout.page("Invoice \(view.number)", body, status: status)
    }

    /// Returns the PDF document of an invoice. If the invoice is paid, the document is its receipt.
    private static func document(of view: InvoiceView) -> ProcessorPageResponse {
        var isPaid = false
        if case .paid = view.state { isPaid = true }
        var lines = [
            isPaid ? "Receipt for invoice \(view.number)" : "Invoice \(view.number)", "",
            "For \(view.customer)", "Issued \(view.date)",
        ]
        if view.due != nil { lines.append(due(view)) }
        if let description = view.description { lines += ["", description] }
        lines += [""] + view.lines.map { "\($0.description): \($0.amount)" }
        let sum = isPaid ? "Paid" : view.state == .void ? "Total (void)" : "Amount due"
        lines += [
            "", "\(sum): \(view.total)", "",
            "Test document from a simulated processor: no real money is involved.",
        ]
        let name = view.number.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        return .pdf(TextPDF(lines: lines).bytes, name: "invoice-\(name).pdf")
    }

    /// Returns the due date, such as `Due December 30, 2026`. The text is empty if the invoice has none.
    private static func due(_ view: InvoiceView) -> String {
        view.due.map { "Due \($0)\(view.isOverdue ? " (overdue)" : "")" } ?? ""
    }

    /// Returns the section of the page with the invoice's customer, dates, lines and total.
    ///
    /// - Parameters:
    ///   - sum: The label of the total, such as `Paid`.
    ///   - hasDue: Whether the section contains the due date.
    private static func facts(_ view: InvoiceView, _ sum: String, hasDue: Bool = true) -> HTML {
        let dueLine: HTML = hasDue && view.due != nil ? "<br>\(due(view))" : .empty
        let about: HTML = view.description.map { "<p>\($0)</p>" } ?? .empty
        return """
            <p>For \(view.customer)<br>Issued \(view.date)\(dueLine)</p>
            \(about)
            \(ProcessorPageLayout.table(view.lines, sum, view.total))
            """
    }

    /// Returns a sentence with the date of the payment, the payment method and, if there is one, the charge's
    /// id.
    private static func words(of receipt: InvoiceView.Receipt) -> HTML {
        let how =
            receipt.isElsewhere
            ? "by other means"
            : receipt.method.map { "with \($0)" }
                ?? (receipt.charge == nil ? "without a charge" : "from a bank account")
        let charge = receipt.charge.map { ", charge \($0)" } ?? ""
        return "<p>Paid on <span class=\"whole\">\(receipt.date)</span> \(how + charge).</p>"
    }
}
