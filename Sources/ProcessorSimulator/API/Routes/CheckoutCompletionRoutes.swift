import Processor

/// `/_tapctl/checkout/sessions/…`: what a person does on a Checkout page, for programs that have no browser.
///
/// Source: Stripe CLI, `stripe trigger checkout.session.completed`, which confirms the page by a request of its own.
enum CheckoutCompletionRoutes {
    static let all: [Route] = [
        .post("/_tapctl/checkout/sessions/{session}/complete/{method}") { call in
            let id = call.path("session")
            let result = try call.work.complete(
                checkoutSession: id, with: call.path("method"), email: nil)
            if case .declined(let message) = result {
                throw Executed(
                    ProcessorError(.card, status: 402, code: "card_declined", message: message))
            }
            return try call.shown(call.work.inPath(CheckoutSession.self, id))
        }
    ]
}
