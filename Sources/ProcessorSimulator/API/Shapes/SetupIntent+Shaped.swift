import Processor
import TimeKit

extension SetupIntent: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        var fields: JSONObject = [
            "automatic_payment_methods": ["enabled": true, "allow_redirects": "never"],
            "cancellation_reason": JSONValue(cancellationReason), "client_secret": .text(clientSecret),
            "created": .integer(created.seconds), "customer": JSONValue(customer),
            "description": JSONValue(description), "livemode": false, "metadata": JSONValue(metadata),
            "on_behalf_of": JSONValue(onBehalfOf), "payment_method": JSONValue(paymentMethod),
            "payment_method_options": ["card": ["request_three_d_secure": "automatic"]],
            "payment_method_types": ["card", "us_bank_account"], "status": .text(status.rawValue),
            "usage": .text(usage),
        ]
        if let lastError { fields["last_setup_error"] = ErrorShape.lastError(lastError) }
        if status == .requiresAction { fields["next_action"] = nextAction(work) }
        return fields
    }

    /// Where the donor answers the bank's question.
    private func nextAction(_ work: Work) -> JSONValue {
        let url = PageLinks.challenge(of: id, clientSecret, at: work.configuration.pages)
        return [
            "type": "redirect_to_url",
            "redirect_to_url": ["url": .text(url), "return_url": JSONValue(returnURL)],
        ]
    }
}
