import FailureKit
package import Giving
package import MoneyKit
import TimeKit

extension GivingError: CommandRemedied {
    package var commandRemedy: String {
        switch code {
        case .unknownOrganization: "`tapctl org list` shows all organizations; `tapctl org add` adds one"
        case .organizationInactive: "use `tapctl org edit \(found) --status active` to reactivate it"
        case .organizationNotPayable:
            "use `tapctl org onboard \(found)` to set up the organization's account at the processor"
        case .unknownFund where found.isEmpty:
            "`tapctl fund add` adds a fund, and `tapctl fund reopen` reopens one; nothing was charged"
        case .unknownFund:
            "`tapctl fund list` shows all funds; nothing was charged"
        case .fundClosed, .recurringNotOffered, .oneTimeNotOffered:
            "choose another fund; `tapctl fund list` shows all funds"
        case .fundUnclear: "use --org and --fund instead of --url; the fund is never guessed"
        case .notFound: listing ?? remedy
        case .wrongCurrency, .malformedAmount, .ambiguousAmount, .amountTooSmall, .amountTooLarge,
            .invalidName, .invalidEmail, .invalidPhone, .invalidMethod, .cardNumber, .idempotencyConflict,
            .invalidKey, .wrongState:
            remedy
        }
    }

    /// A clause that names the command for listing objects of the kind that was not found. Nil if there is no
    /// such command.
    private var listing: String? {
        let lists = [
            ("gift", "tapctl gift list"), ("monthly gift", "tapctl recurring list"),
            ("donor", "tapctl donor list"), ("receipt", "tapctl receipt list"),
            ("payout", "tapctl payout list"),
        ]
        return lists.first { found == $0.0 || found.hasPrefix($0.0 + " ") }
            .map { "`\($0.1)` shows all \($0.0)s" }
    }
}

extension DirectoryError: CommandRemedied {
    package var commandRemedy: String {
        if problems.count == 1, code == .notFound, field == .donor {
            return "`tapctl donor list` shows all donors."
        }
        if problems.count == 1, code == .notFound, field == .organization {
            return "`tapctl org list` shows all organizations; `tapctl org add` adds one."
        }
        if problems.count == 1, code == .missing, field == .name {
            return "Use --name to set the name by which donors know the organization."
        }
        return remedy
    }
}

extension UnfinishedGift: CommandRemedied {
    package var commandRemedy: String {
        "do not repeat the gift; `tapctl payment reconcile` finds its outcome and never charges a gift twice"
    }
}

extension AdoptionError: CommandRemedied {
    package var commandRemedy: String {
        switch self {
        case .organizationNeeded:
            "use --org to set the organization; `tapctl org list` shows all organizations"
        case .unknownOrganization:
            "use `tapctl org add` to add this organization, or --org to choose a different organization"
        case .wrongAccount:
            "use --org to specify the organization that received the charge, "
                + "or use `tapctl payment dismiss` to exclude the charge from the books"
        case .fundNeeded(let organization):
            "use --fund to set the fund; `tapctl fund list --org \(organization)` shows all funds"
        case .unknownFund(let fund, let organization):
            "use `tapctl fund add \(fund) --org \(organization) --name ...` to add this fund, or --fund to choose a different fund"
        case .donorNeeded: "use --name and --email to set the donor"
        case .otherProduct:
            "restore a newer backup that contains the payment, "
                + "or use `tapctl payment dismiss` to exclude the charge from the books"
        }
    }
}

extension BankError: CommandRemedied {
    package var commandRemedy: String {
        switch code {
        case .noDateColumn: Self.column("--date")
        case .noAmountColumn: Self.column("--amount")
        case .ambiguousDate:
            "use --date-order dmy if the day comes first, or --date-order mdy if the month comes first"
        case .ambiguousAmount: "use --decimal point or --decimal comma to specify the decimal mark"
        case .notATable, .unknownColumn, .malformedDate, .malformedAmount, .mixedDates, .mixedAmounts,
            .missingDate, .unknownCurrency, .unknownDirection, .noLines:
            remedy
        }
    }

    private static func column(_ option: String) -> String {
        "use \(option) with a column name from the file; "
            + "if the file has no column names, add them as its first line"
    }
}

extension ClosingError: CommandRemedied {
    package var commandRemedy: String {
        switch self {
        case .notOver: "wait until the month has ended"
        case .notInOrder(_, let next): "run `tapctl ledger close \(next.iso8601)` first"
        case .beforeFirst(_, let first): "start with `tapctl ledger close \(first.iso8601)`"
        }
    }
}

extension MoneyError: Remedied {}
