import MoneyKit
import Processor
import TextKit

/// The route that returns the bank account for transfers to a customer's cash balance.
///
/// Source: Stripe API reference, "Funding Instructions".
enum FundingInstructions {
    static let route = Route.post(
        "/v1/customers/{customer}/funding_instructions",
        simulates: [
            "bank_transfer[type]", "bank_transfer[requested_address_types]", "currency", "funding_type",
        ]
    ) { call in
        let customer = try call.customerInPath()
        let type = call["bank_transfer"]["type"].string ?? ""
        let currency = try call.requiredCurrency()
        try require(
            CashTransaction.transferTypes[currency.code] == type,
            "The bank transfer type `\(type)` is not supported for the currency \(currency).",
            parameter: "bank_transfer[type]")
        try require(
            currency == .usd, "parameter_not_simulated",
            "Only instructions for us_bank_transfer are simulated.", parameter: "bank_transfer[type]")
        return [
            "object": "funding_instructions",
            "bank_transfer": [
                "country": "US", "financial_addresses": [address(of: customer)], "type": type,
            ] as JSONObject,
            "currency": currency, "funding_type": "bank_transfer", "livemode": false,
        ]
    }

    /// Returns the details of a customer's virtual bank account, such as its account and routing numbers. The
    /// account number depends only on the customer's id.
    private static func address(of customer: Customer) -> JSONObject {
        let number = (ObjectIdentifiers.number(in: customer.id) ?? 0) % 100_000_000
        let digits = String(number)
        let postal: JSONTree = [
            "city": "South San Francisco", "country": "US", "line1": "354 Oyster Point Boulevard",
            "line2": .null, "postal_code": "94080", "state": "CA",
        ]
        return [
            "aba": [
                "account_holder_address": postal, "account_holder_name": "TAPKIT SIMULATION",
                "account_number": "1111" + String(repeating: "0", count: 8 - digits.count) + digits,
                "account_type": "checking", "bank_address": postal, "bank_name": "STRIPE TEST BANK",
                "routing_number": BankNumbers.routing,
            ] as JSONObject,
            "supported_networks": ["ach", "domestic_wire_us"], "type": "aba",
        ]
    }
}
