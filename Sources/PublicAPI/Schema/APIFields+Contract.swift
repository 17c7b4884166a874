package import Contracts
import Documents
import MoneyKit

extension APIFields {
    /// Returns the terms of a contract from the request. The payee is not included, because the directory
    /// provides it.
    ///
    /// - Throws: ``APIError`` if the request has milestones for a payment structure that does not use
    ///   milestones.
    package func contractForm() throws(APIError) -> ContractForm {
        var form = ContractForm()
        let currency = try? Currency(text("currency") ?? form.currency ?? "")
        // If the currency is invalid, amounts stay in minor units, and the currency is refused later.
        fill(&form, by: ContractForm.fields, in: currency)
        form.structure = try structure()
        return form
    }

    private func structure() throws(APIError) -> PaymentStructure? {
        let milestones = objects("milestones")?.map {
            Milestone(
                $0.needed("title"), description: $0.text("description"),
                share: BasisPoints($0.number("share_basis_points") ?? 0))
        }
        let kind = code("structure", of: PaymentStructure.Kind.self)
        if let kind, kind != .milestones, milestones != nil {
            throw .field(
                "unknownField", "milestones", "does not apply to this structure",
                remedy: "Omit the field, or set structure to \"milestones\".")
        }
        return switch kind {
        case .upfront: .upfront
        case .milestones: .milestones(milestones ?? [])
        case .afterCompletion: .afterCompletion
        case nil: nil
        }
    }
}
