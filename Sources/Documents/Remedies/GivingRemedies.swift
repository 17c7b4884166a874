import FailureKit
package import Giving
package import MoneyKit
import TimeKit

extension GivingError: CommandRemedied {
    package var commandRemedy: String {
        switch code {
        case .unknownOrganization: "`tapctl org list` shows all; `tapctl org add` makes one"
        case .organizationInactive: "`tapctl org edit \(found) --status active` opens it again"
        case .organizationNotPayable: "`tapctl org onboard \(found)` gives it an account at the processor"
        case .unknownFund where found.isEmpty:
            "`tapctl fund add` makes one, `tapctl fund reopen` opens one again; nothing was charged"
        case .unknownFund:
            "`tapctl fund list` shows all; nothing was charged, and no other fund was taken for it"
        case .fundClosed, .recurringNotOffered, .oneTimeNotOffered: "choose another fund: `tapctl fund list`"
        case .fundUnclear: "name it with --org and --fund in place of --url; it is never guessed"
        case .notFound: list.map { "`\($0)` shows what there is" } ?? remedy
        case .wrongCurrency, .malformedAmount, .ambiguousAmount, .amountTooSmall, .amountTooLarge,
            .invalidName, .invalidEmail, .invalidPhone, .invalidMethod, .cardNumber, .idempotencyConflict,
            .invalidKey, .wrongState:
            remedy
        }
    }

    /// The command that lists objects of the kind that was not found.
    private var list: String? {
        let lists = [
            ("gift", "tapctl gift list"), ("monthly gift", "tapctl recurring list"),
            ("donor", "tapctl donor list"), ("receipt", "tapctl receipt list"),
            ("payout", "tapctl payout list"),
        ]
        return lists.first { found == $0.0 || found.hasPrefix($0.0 + " ") }?.1
    }
}

extension DirectoryError: CommandRemedied {
    package var commandRemedy: String {
        if problems.count == 1, code == .notFound, field == .donor { return "`tapctl donor list` shows all." }
        return remedy
    }
}

extension UnfinishedGift: CommandRemedied {
    package var commandRemedy: String {
        "`tapctl payment reconcile` finds out and charges nothing twice; do not make the gift again"
    }
}

extension AdoptionError: CommandRemedied {
    package var commandRemedy: String {
        switch self {
        case .organizationNeeded: "name it with --org; `tapctl org list` shows all"
        case .unknownOrganization: "`tapctl org add` adds it, or name another one with --org"
        case .wrongAccount: "name the organization of that account with --org, or dismiss the charge"
        case .fundNeeded(let organization):
            "name it with --fund; `tapctl fund list --org \(organization)` shows all"
        case .unknownFund(let fund, let organization):
            "`tapctl fund add \(fund) --org \(organization) --name ...` adds it, or name another one with --fund"
        case .donorNeeded: "name the donor with --name and --email"
        case .otherProduct: "restore a newer backup that has it, or dismiss it with a reason"
        }
    }
}

extension BankError: CommandRemedied {
    package var commandRemedy: String {
        switch code {
        case .noDateColumn: "\(remedy): --date NAME"
        case .noAmountColumn: "\(remedy): --amount NAME"
        case .ambiguousDate: "\(remedy): --date-order dmy or --date-order mdy"
        case .ambiguousAmount: "\(remedy): --decimal point or --decimal comma"
        case .notATable, .unknownColumn, .malformedDate, .malformedAmount, .mixedDates, .mixedAmounts,
            .missingDate, .unknownCurrency, .unknownDirection, .noLines:
            remedy
        }
    }
}

extension ClosingError: CommandRemedied {
    package var commandRemedy: String {
        switch self {
        case .notOver: "close it on a day of the next month"
        case .notInOrder(_, let next): "`tapctl ledger close \(next.iso8601)` comes first"
        case .beforeFirst(_, let first): "months are closed in order, from \(first.iso8601) on"
        }
    }
}

extension MoneyError: CommandRemedied {
    package var commandRemedy: String { remedy }
}
