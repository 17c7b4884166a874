import Processor
import TextKit

/// A customer's exemption from taxes.
///
/// Source: Stripe API reference, "Customers", `tax_exempt`.
enum TaxExemption: String {
    case taxable = "none"
    case exempt
    /// The customer, not the seller, owes the tax.
    case reverse

    /// The `taxability_reason` of a tax that is zero because of the exemption. Nil if the customer is taxed.
    private var reason: String? {
        switch self {
        case .taxable: nil
        case .exempt: "customer_exempt"
        case .reverse: "reverse_charge"
        }
    }

    /// Returns a tax in Stripe's JSON format.
    func stripeJSON(_ tax: Invoice.Tax) -> JSONObject {
        var fields = tax.stripeJSON
        if tax.amount == 0, let reason { fields["taxability_reason"] = .string(reason) }
        return fields
    }
}

extension EngineTransaction {
    /// Returns the tax exemption of an invoice's customer. For a finalized invoice, this is the exemption at
    /// the time of the finalization.
    func exemption(of invoice: Invoice) throws -> TaxExemption {
        guard invoice.finalizedAt != nil else { return try exemption(ofCustomer: invoice.customer) }
        return try exemption(in: invoice.id, as: "customer_tax_exempt")
    }

    /// Returns the tax exemption of a customer. Without a customer, the payment is taxed.
    func exemption(ofCustomer id: String?) throws -> TaxExemption {
        try id.map { try exemption(in: $0, as: "tax_exempt") } ?? .taxable
    }

    private func exemption(in owner: String, as field: String) throws -> TaxExemption {
        try kept(for: owner)?[field]?.string.flatMap(TaxExemption.init) ?? .taxable
    }

    /// Stores the customer's tax exemption for an invoice that is being finalized. Later changes to the
    /// customer do not affect the invoice.
    func keep(_ exemption: TaxExemption, for invoice: Invoice) throws {
        guard exemption != .taxable else { return }
        var fields = try kept(for: invoice.id) ?? JSONObject()
        fields["customer_tax_exempt"] = .string(exemption.rawValue)
        try keep(fields, for: invoice.id)
    }
}
