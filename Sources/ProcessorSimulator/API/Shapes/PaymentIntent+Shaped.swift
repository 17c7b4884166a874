import TimeKit
import Processor

extension PaymentIntent: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        var fields: JSONObject = [
            "amount": .integer(amount), "amount_capturable": .integer(amountCapturable),
            "amount_details": ["tip": [:]], "amount_received": .integer(amountReceived),
            "application_fee_amount": JSONValue(applicationFeeAmount),
            "automatic_payment_methods": ["enabled": true, "allow_redirects": "never"],
            "canceled_at": JSONValue(canceledAt), "cancellation_reason": JSONValue(cancellationReason),
            "capture_method": .text(captureMethod.rawValue), "client_secret": .text(clientSecret),
            "confirmation_method": "automatic", "created": .integer(created.seconds),
            "currency": JSONValue(currency), "customer": JSONValue(customer),
            "description": JSONValue(description), "last_payment_error": .null,
            "latest_charge": JSONValue(latestCharge), "livemode": .bool(livemode),
            "metadata": JSONValue(metadata), "on_behalf_of": JSONValue(onBehalfOf),
            "payment_method": JSONValue(paymentMethod),
            "payment_method_options": ["card": ["request_three_d_secure": "automatic"]],
            "payment_method_types": ["card", "us_bank_account"], "receipt_email": JSONValue(receiptEmail),
            "setup_future_usage": JSONValue(setupFutureUsage), "shipping": .null,
            "statement_descriptor": JSONValue(statementDescriptor), "status": .text(status.rawValue),
            "transfer_group": JSONValue(transferGroup),

        ]
        if let destination {
            fields["transfer_data"] = ["destination": .text(destination)]
            if let transferAmount {
                fields["transfer_data"] = [
                    "destination": .text(destination), "amount": .integer(transferAmount),
                ]
            }
        }
        if let error = lastPaymentError { fields["last_payment_error"] = ErrorShape.lastError(error) }
        if status == .requiresAction { fields["next_action"] = nextAction(work) }
        if status == .processing { fields["processing"] = ["type": "card"] }
        return fields
    }

    /// Where the donor answers the bank's question.
    private func nextAction(_ work: Work) -> JSONValue {
        [
            "type": "redirect_to_url",
            "redirect_to_url": [
                "url": .text(PageLinks.challenge(of: self, at: work.configuration.pages)),
                "return_url": JSONValue(returnURL),
            ],
        ]
    }
}
