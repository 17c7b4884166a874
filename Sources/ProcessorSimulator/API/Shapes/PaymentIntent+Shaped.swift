import TimeKit
import Processor
import TextKit

extension PaymentIntent: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        var fields: JSONObject = [
            "amount": .integer(amount), "amount_capturable": .integer(amountCapturable),
            "amount_details": ["tip": [:]], "amount_received": .integer(amountReceived),
            "application_fee_amount": JSONTree(applicationFeeAmount),
            "automatic_payment_methods": ["enabled": true, "allow_redirects": "never"],
            "canceled_at": JSONTree(canceledAt), "cancellation_reason": JSONTree(cancellationReason),
            "capture_method": .string(captureMethod.rawValue), "client_secret": .string(clientSecret),
            "confirmation_method": "automatic", "created": .integer(created.seconds),
            "currency": JSONTree(currency), "customer": JSONTree(customer),
            "description": JSONTree(description), "last_payment_error": .null,
            "latest_charge": JSONTree(latestCharge), "livemode": .bool(livemode),
            "metadata": JSONTree(metadata), "on_behalf_of": JSONTree(onBehalfOf),
            "payment_method": JSONTree(paymentMethod),
            "payment_method_options": ["card": ["request_three_d_secure": "automatic"]],
            "payment_method_types": ["card", "us_bank_account"], "receipt_email": JSONTree(receiptEmail),
            "setup_future_usage": JSONTree(setupFutureUsage), "shipping": .null,
            "statement_descriptor": JSONTree(statementDescriptor), "status": .string(status.rawValue),
            "transfer_group": JSONTree(transferGroup),

        ]
        if let destination {
            fields["transfer_data"] = ["destination": .string(destination)]
            if let transferAmount {
                fields["transfer_data"] = [
                    "destination": .string(destination), "amount": .integer(transferAmount),
                ]
            }
        }
        if let error = lastPaymentError { fields["last_payment_error"] = ErrorShape.lastError(error) }
        if status == .requiresAction { fields["next_action"] = nextAction(work) }
        if status == .processing { fields["processing"] = ["type": "card"] }
        return fields
    }

    /// Where the donor answers the bank's question.
    private func nextAction(_ work: Work) -> JSONTree {
        [
            "type": "redirect_to_url",
            "redirect_to_url": [
                "url": .string(PageLinks.challenge(of: self, at: work.configuration.pages)),
                "return_url": JSONTree(returnURL),
            ],
        ]
    }
}
