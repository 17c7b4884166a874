package import Contracts
package import Documents
import MoneyKit

/// The terms of a contract that can be entered. All missing and invalid ones are reported at once.
extension APIField {
    package static let contract: [APIField] = [
        .maybe("org", .text(), "who does the work; needed where the key reaches several"),
        .maybe("payee_name", .text(), "the organization's name unless said"),
        .entered("payer_name", .text()),
        .entered("payer_email", .text(), "where the payment link goes"),
        .entered("title", .text()),
        .entered("description", .text(), "at most 10,000 characters", mostOctets: 40_000),
        .entered("start_date", .text(), "2026-01-31"), .entered("end_date", .text(), "2026-01-31"),
        .entered(
            "deliverables", .list(of: .text()), "1 to 100, each of at most 500 characters", mostOctets: 2_000),
        .entered("total_minor", .number(1 ... .max), "what the work is worth"),
        .maybe("currency", .text(), "ISO 4217; usd unless said"),
        .entered("structure", .text(of: PaymentStructure.Kind.allCases.map(\.rawValue)), "when it is paid"),
        .maybe(
            "milestones",
            .list(
                of: .object([
                    .always("title", .text()),
                    .maybe("description", .text(), "at most 2,000 characters", mostOctets: 8_000),
                    .always("share_basis_points", .number(1...10_000), "all together 10,000"),
                ])), "with the structure milestones: 1 to 100"),
        .maybe("release_after_days", .number(0...365), "else the payer releases what is held"),
        .maybe("funds_before", .truth, "a milestone may be paid before its work is done; true unless said"),
        .maybe("send", .truth, "send it to the payer at once, and open the payment link"),
    ]
}

extension APIFields {
    /// Returns the entered terms of a contract. The directory provides its payee.
    ///
    /// - Throws: ``APIError`` if milestones are given for another structure.
    package func contractForm() throws(APIError) -> ContractForm {
        var form = ContractForm()
        (form.payeeName, form.payerName) = (text("payee_name"), text("payer_name"))
        (form.payerEmail, form.title) = (text("payer_email"), text("title"))
        (form.description, form.deliverables) = (text("description"), texts("deliverables") ?? [])
        (form.startDate, form.endDate) = (text("start_date"), text("end_date"))
        form.currency = text("currency") ?? "usd"
        let currency = form.currency.flatMap { try? Currency($0) }
        // Without a valid currency, only the number is passed on, and the currency is refused.
        form.total = number("total_minor").map { minor in
            currency.map { Money(minor, $0).typedText } ?? String(minor)
        }
        form.structure = try structure()
        form.releaseAfterDays = number("release_after_days").map(Int.init)
        form.fundsBefore = truth("funds_before") ?? true
        return form
    }

    private func structure() throws(APIError) -> PaymentStructure? {
        let milestones = objects("milestones")?.map {
            Milestone(
                $0.needed("title"), description: $0.text("description"),
                share: BasisPoints($0.number("share_basis_points") ?? 0))
        }
        let kind = text("structure").flatMap(PaymentStructure.Kind.init(rawValue:))
        if let kind, kind != .milestones, milestones != nil {
            throw .field(
                "unknownField", "milestones", "stands beside another structure",
                remedy: "Leave it out, or give the structure \"milestones\".")
        }
        return switch kind {
        case .upfront: .upfront
        case .milestones: .milestones(milestones ?? [])
        case .afterCompletion: .afterCompletion
        case nil: nil
        }
    }
}
