import TimeKit
import Processor

extension Customer: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "address": .null, "balance": .integer(balance ?? 0), "created": .integer(created.seconds),
            "currency": .null,
            "default_source": .null, "delinquent": false, "description": .null, "email": JSONValue(email),
            "invoice_prefix": .text(invoicePrefix),
            "invoice_settings": [
                "custom_fields": .null, "default_payment_method": JSONValue(defaultPaymentMethod),
                "footer": .null, "rendering_options": .null,
            ],
            "livemode": false, "metadata": JSONValue(metadata), "name": JSONValue(name),
            "next_invoice_sequence": .integer((invoiceCount ?? 0) + 1), "phone": JSONValue(phone),
            "preferred_locales": [], "shipping": .null,
            "tax_exempt": "none", "test_clock": JSONValue(testClock),
        ]
    }
}
