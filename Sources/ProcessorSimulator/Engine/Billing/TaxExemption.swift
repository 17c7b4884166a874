import Processor
import TextKit

/// A customer's exemption from taxes.
///
/// Source: Stripe API reference, "Customers", `tax_exempt`.
enum TaxExemption: String, Hashable {
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
    func stripeJSON(_ tax: Invoice.Tax) -> JSONTree {
        guard tax.amount == 0, let reason, var fields = tax.stripeJSON.object else { return tax.stripeJSON }
        fields["taxability_reason"] = .string(reason)
        return fields.tree
    }
}

extension EngineTransaction {
    /// Returns the tax exemption of an invoice's customer. For a finalized invoice, this is the exemption at
    /// the time of the finalization.
    func exemption(of invoice: Invoice) throws -> TaxExemption {
        let (owner, name) =
            invoice.finalizedAt == nil
            ? (invoice.customer, "tax_exempt") : (invoice.id, "customer_tax_exempt")
        guard let text = try kept(for: owner)?[name]?.string else { return .taxable }
        return TaxExemption(rawValue: text) ?? .taxable
    }

    /// Stores the customer's tax exemption for an invoice that is being finalized. Later changes to the
    /// customer do not affect the invoice.
    func keepExemption(of invoice: Invoice) throws {
        let exemption = try exemption(of: invoice)
        guard exemption != .taxable else { return }
        var fields = try kept(for: invoice.id) ?? JSONObject()
        fields["customer_tax_exempt"] = .string(exemption.rawValue)
        try keep(fields, for: invoice.id)
    }
}
