import Processor
import TextKit
import TimeKit

extension SetupIntent: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        var fields: JSONObject = [
            "automatic_payment_methods": ["enabled": true, "allow_redirects": "never"],
            "cancellation_reason": JSONTree(cancellationReason), "client_secret": .string(clientSecret),
            "created": .integer(created.seconds), "customer": JSONTree(customer),
            "description": JSONTree(description), "livemode": false, "metadata": JSONTree(metadata),
            "on_behalf_of": JSONTree(onBehalfOf), "payment_method": JSONTree(paymentMethod),
            "payment_method_options": ["card": ["request_three_d_secure": "automatic"]],
            "payment_method_types": ["card", "us_bank_account"], "status": .string(status.rawValue),
            "usage": .string(usage),
        ]
        if let lastError { fields["last_setup_error"] = ErrorShape.lastError(lastError) }
        if status == .requiresAction { fields["next_action"] = nextAction(work) }
        return fields
    }

    /// Where the donor answers the bank's question.
    private func nextAction(_ work: Work) -> JSONTree {
        let url = PageLinks.challenge(of: id, clientSecret, at: work.configuration.pages)
        return [
            "type": "redirect_to_url",
            "redirect_to_url": ["url": .string(url), "return_url": JSONTree(returnURL)],
        ]
    }
}
