package import Contracts
import Documents
import MoneyKit

extension APIFields {
    /// Returns the terms of a contract from the request. The directory provides its payee.
    ///
    /// - Throws: ``APIError`` if milestones are given for another structure.
    package func contractForm() throws(APIError) -> ContractForm {
        var form = ContractForm()
        let currency = try? Currency(text("currency") ?? form.currency ?? "")
        // Without a valid currency, only the number is passed on, and the currency is refused.
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
                remedy: "Omit it, or set structure to \"milestones\".")
        }
        return switch kind {
        case .upfront: .upfront
        case .milestones: .milestones(milestones ?? [])
        case .afterCompletion: .afterCompletion
        case nil: nil
        }
    }
}
