import TimeKit
import Processor
import TextKit

extension Customer: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "address": .null, "balance": .integer(balance ?? 0), "created": .integer(created.seconds),
            "currency": .null,
            "default_source": .null, "delinquent": false, "description": .null, "email": JSONTree(email),
            "invoice_prefix": .string(invoicePrefix),
            "invoice_settings": [
                "custom_fields": .null, "default_payment_method": JSONTree(defaultPaymentMethod),
                "footer": .null, "rendering_options": .null,
            ],
            "livemode": false, "metadata": JSONTree(metadata), "name": JSONTree(name),
            "next_invoice_sequence": .integer((invoiceCount ?? 0) + 1), "phone": JSONTree(phone),
            "preferred_locales": [], "shipping": .null,
            "tax_exempt": "none", "test_clock": JSONTree(testClock),
        ]
    }
}
