import FailureKit
package import Giving
import PaymentCore

extension CommandError {
    package init(_ error: AdoptionError) {
        switch error {
        case .organizationNeeded(let account):
            self.init(
                .refused, code: "organizationNeeded",
                "it is not known which organization the charge belongs to",
                reason: account.map { "no organization has the account \($0)" }
                    ?? "it went to no connected account",
                remedy: "name it with --org; `tapctl org list` shows all")
        case .unknownOrganization(let name):
            self.init(
                .notFound, code: "unknownOrganization", "the books have no organization \(name)",
                remedy: "`tapctl org add` adds it, or name another one with --org")
        case .wrongAccount(let organization, let account):
            self.init(
                .refused, code: "wrongAccount", "the charge did not go to \(organization)",
                reason: account.map { "it went to \($0)" } ?? "it went to no connected account",
                remedy: "name the organization of that account with --org, or dismiss the charge")
        case .fundNeeded(let organization):
            self.init(
                .refused, code: "fundNeeded", "it is not known which fund the charge is for",
                reason: "its metadata do not say it",
                remedy: "name it with --fund; `tapctl fund list --org \(organization)` shows all")
        case .unknownFund(let fund, let organization):
            self.init(
                .notFound, code: "unknownFund", "\(organization) has no fund \(fund)",
                remedy:
                    "`tapctl fund add \(fund) --org \(organization) --name ...` adds it, or name another one with --fund"
            )
        case .donorNeeded:
            self.init(
                .refused, code: "donorNeeded", "it is not known who gave",
                reason: "the processor has no customer for the charge, or one without a name or an address",
                remedy: "name the donor with --name and --email")
        case .otherProduct(let kind):
            self.init(
                .refused, code: "otherProduct", "the charge is not a gift",
                reason: "its metadata say: \(kind)",
                remedy: "restore a newer backup that has it, or dismiss it with a reason")
        }
    }
}
