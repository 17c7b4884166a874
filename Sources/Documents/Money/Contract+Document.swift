package import Contracts
import Giving
package import MoneyKit
import TextKit
import TimeKit

/// A contract with its amounts and its open payment link, if there is one.
package struct LinkedContract: Documented {
    private let contract: Contract
    private let link: String?
    private let breakdown: ContractBreakdown

    fileprivate init(_ contract: Contract, link: String?) throws {
        self.contract = contract
        self.link = link
        breakdown = try contract.terms.breakdown()
    }

    private var terms: ContractTerms { contract.terms }

    private var instalments: [(instalment: Instalment, terms: ContractTerms)] {
        contract.instalments.map { ($0, terms) }
    }

    package static let fields = DocumentFields<LinkedContract>("contract") {
        Field("id") { $0.contract.id }
        Field("status") { $0.contract.status }
        Field("title") { $0.terms.title }
        Field("description") { $0.terms.description }
        Field("payee", "the payee's account") { $0.terms.payee }
        Field("payee_name", "the payee's name") { $0.terms.payeeName }
        Field("payer_name") { $0.terms.payer.name }
        Field("payer_email") { $0.terms.payer.email }
        Field("start_date") { $0.terms.startDate }
        Field("end_date") { $0.terms.endDate }
        Field("deliverables", "the agreed deliverables") { $0.terms.deliverables }
        Field("structure") { $0.terms.structure.kind }
        Field(
            "release_after_days", .orNull(.number(0...365)),
            "the number of days after completion until held money is released; null if the payer releases it"
        ) {
            $0.terms.releaseAfterDays
        }
        Field("currency") { $0.terms.total.currency.code }
        Field("total_minor", "the value of the work") { $0.breakdown.minorUnits(.value) }
        Field("surcharge_minor", "the surcharge that the payer pays") { $0.breakdown.minorUnits(.surcharge) }
        Field("payer_pays_minor") { $0.breakdown.minorUnits(.payerPays) }
        Field("platform_fee_minor", "the platform's fee, deducted from the payee's amount") {
            $0.breakdown.minorUnits(.platformFee)
        }
        Field("payee_receives_minor") { $0.breakdown.minorUnits(.payeeReceives) }
        Field("settled_minor", "the part of the total that was released or refunded") {
            $0.contract.progress.closed.minorUnits
        }
        Field("parts_settled", "the number of parts that were released or refunded") {
            $0.contract.progress.count
        }
        Field("parts") { $0.contract.progress.of }
        Field("signed_by_payer", "when the payer accepted the contract or made the first payment") {
            $0.contract.payerAcceptedAt
        }
        Field("signed_by_payee") { $0.contract.payeeAcceptedAt }
        Field(
            "milestones", "the separately paid parts (one if there are no milestones); empty for a draft",
            each: instalment
        ) {
            $0.instalments
        }
        Field("allowed", "the actions that the status allows") { $0.contract.allowed.map(\.rawValue) }
        Field("link", "the open payment link, shown only to API keys that may change the contract") {
            $0.link
        }
        Field("created") { $0.contract.created }
    }

    private static let instalment = DocumentFields<(instalment: Instalment, terms: ContractTerms)> {
        Field("number", .number(1 ... .max)) { $0.instalment.number }
        Field("title") { $0.instalment.milestone(in: $0.terms)?.title ?? $0.terms.title }
        Field("description", "the milestone's description, or null") {
            $0.instalment.milestone(in: $0.terms)?.description
        }
        Field(
            "share_basis_points", .number(1...10_000),
            "the share of the total; 10,000 if everything is paid at once"
        ) {
            $0.instalment.milestone(in: $0.terms)?.share.rawValue ?? 10_000
        }
        Field("amount_minor", "the part's share of the total") { $0.instalment.amount.minorUnits }
        Field("status") { $0.instalment.status }
        Field("paid_minor", "the charged amount") { $0.instalment.paidMinor }
        Field("refunded_minor", "the refunded amount") { $0.instalment.refundedMinor }
        Field("payment", "the id of the latest payment") { $0.instalment.payment }
        Field("paid") { $0.instalment.paidAt }
        Field("completed") { $0.instalment.completedAt }
    }
}

extension Contract {
    /// Returns the JSON document of the contract.
    ///
    /// - Parameter link: The open payment link, or nil.
    package func document(link: String? = nil) throws -> JSONValue {
        try LinkedContract(self, link: link).document
    }
}

extension Contract.Progress {
    /// The number of closed installments and the total number of installments, such as `2 of 5`.
    package var counted: String { "\(count) of \(of)" }

    /// Returns a description of the progress, with the amount and the number of closed installments, such as
    /// `25,000.00 USD of 50,000.00 USD settled, 1 of 2`.
    package func shown(of total: Money) -> String { "\(closed.shown) of \(total.shown) settled, \(counted)" }
}

extension Instalment {
    /// Returns the milestone to which this installment belongs, or nil if the contract is paid in one
    /// payment.
    package func milestone(in terms: ContractTerms) -> Milestone? {
        terms.structure.milestones.dropFirst(number - 1).first
    }
}

extension ContractForm {
    /// The fields of a request that creates a contract. All missing and invalid fields are reported together.
    package static let fields: [RequestField<ContractForm>] = [
        RequestField(
            .optional(
                "org", .text(),
                "the organization that does the work; required if the API key can access several organizations"
            )),
        RequestField(
            .optional("payee_name", .text(), "default: the organization's name"), sets: \.payeeName),
        RequestField(.entered("payer_name", .text()), sets: \.payerName),
        RequestField(
            .entered("payer_email", .text(), "the address to which the payment link is sent"),
            sets: \.payerEmail),
        RequestField(.entered("title", .text()), sets: \.title),
        RequestField(
            .entered("description", .text(), "at most 10,000 characters", maxBytes: 40_000),
            sets: \.description),
        RequestField(.entered("start_date", .text(), "2026-01-31"), sets: \.startDate),
        RequestField(.entered("end_date", .text(), "2026-01-31"), sets: \.endDate),
        RequestField(
            .entered(
                "deliverables", .list(of: .text()), "1 to 100 items of at most 500 characters each",
                maxBytes: 2_000), sets: \.deliverables),
        RequestField(
            .entered("total_minor", .number(1 ... .max), "the value of the work"), setsAmount: \.total),
        RequestField(.optional("currency", .text(), "ISO 4217; default: usd"), sets: \.currency),
        RequestField(.entered("structure", .cases(of: PaymentStructure.Kind.self), "the payment schedule")),
        RequestField(
            .optional(
                "milestones",
                .list(
                    of: .object([
                        .required("title", .text()),
                        .optional("description", .text(), "at most 2,000 characters", maxBytes: 8_000),
                        .required(
                            "share_basis_points", .number(1...10_000),
                            "the shares of all milestones must add up to 10,000"),
                    ])), "1 to 100 milestones; only if the structure is milestones")),
        RequestField(
            .optional(
                "release_after_days", .number(0...365),
                "the number of days after completion until held money is released; if omitted, the payer releases it"
            ),
            sets: \.releaseAfterDays, inScenarios: true),
        RequestField(
            .optional(
                "funds_before", .bool,
                "whether a milestone may be paid before its work is done; default: true"),
            sets: \.fundsBefore),
        RequestField(
            .optional(
                "send", .bool,
                "whether to send the contract to the payer and activate the payment link immediately")),
    ]
}
