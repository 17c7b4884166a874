import ProcessorSimulator

/// Makes a Checkout page for whoever opens a payment link: `/pages/link/{link}`.
enum PaymentLinkPage {
    static let routes: [PageRoute] = [
        .get("/pages/link/{link}") { request in
            .redirect(
                "/pages/checkout/\(try await request.processor.open(paymentLink: request.path("link")))")
        }
    ]
}
