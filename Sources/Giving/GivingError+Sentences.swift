import DisplayKit
import MoneyKit

extension GivingError {
    /// A clause that describes what happened, without a period.
    public var summary: String {
        switch code {
        case .unknownOrganization: "no organization is called \"\(found)\""
        case .organizationInactive: "\(found) is not accepting gifts"
        case .organizationNotPayable: "\(found) cannot be paid yet"
        case .unknownFund where found.isEmpty: "no fund was specified"
        case .unknownFund: "there is no fund \"\(found)\""
        case .fundClosed: "the fund \"\(found)\" is closed"
        case .fundUnclear: "the fund in the URL is unclear"
        case .recurringNotOffered: "the fund \"\(found)\" does not accept monthly gifts"
        case .oneTimeNotOffered: "the fund \"\(found)\" accepts only monthly gifts"
        case .wrongCurrency: "gifts cannot be made in \(found)"
        case .malformedAmount where isBetweenChargeSteps: "\(found) cannot be charged or refunded"
        case .malformedAmount, .ambiguousAmount: amountError?.summary ?? "\"\(found)\" is not an amount"
        case .amountTooSmall: "\(found) is below the minimum gift"
        case .amountTooLarge: "\(found) is above the maximum gift"
        case .invalidName: "the donor's name cannot be used"
        case .invalidEmail: "the e-mail address cannot be used"
        case .invalidPhone: "the phone number cannot be used"
        case .invalidMethod where found.isEmpty: "the payment method cannot be used"
        case .invalidMethod: "\"\(found)\" is not a payment method"
        case .cardNumber: "card numbers are not accepted here"
        case .idempotencyConflict: "this idempotency key was used for a different gift"
        case .invalidKey: "the idempotency key cannot be used"
        case .notFound: "there is no \(found)"
        case .wrongState: "this action is not possible for \(found)"
        }
    }

    /// A clause that explains the cause. Empty if the summary is sufficient.
    public var reason: String { wanted }

    /// The next step for the caller, as a clause. Empty if the summary or the reason is sufficient.
    public var remedy: String {
        switch code {
        case .unknownOrganization: "list the organizations, or add one"
        case .organizationInactive: "ask the organization for another way to give"
        case .organizationNotPayable: "complete the setup of the organization's account at the processor"
        case .unknownFund where found.isEmpty: "add a fund, or reopen a closed fund; nothing was charged"
        case .unknownFund:
            "choose one of the organization's funds; nothing was charged"
        case .fundClosed, .recurringNotOffered, .oneTimeNotOffered: "choose another fund"
        case .fundUnclear: "specify both the organization and the fund"
        case .wrongCurrency: "omit the currency"
        case .malformedAmount where isBetweenChargeSteps: "choose another amount"
        case .malformedAmount, .ambiguousAmount: amountError?.remedy ?? "write an amount such as 50 or 50.00"
        case .amountTooSmall, .amountTooLarge: "choose another amount"
        case .invalidName where flaw == nil && !wanted.isEmpty:
            "enter only a name, with a space after each period"
        case .invalidName:
            "enter a name of 1 to \(DisplayText.longestName) visible characters"
        case .invalidEmail: "enter an address like someone@example.org"
        case .invalidPhone: flaw?.remedy ?? "use only digits, spaces and . + ( ) -"
        case .invalidMethod:
            suggestion.map { "did you mean \($0)?" }
                ?? "use one of the processor's test methods, such as pm_card_visa"
        case .cardNumber:
            "remove the card number, which was not stored; to pay, use a test method such as pm_card_visa"
        case .idempotencyConflict: "use a new key for a new gift"
        case .invalidKey: "use 1 to 255 printable characters"
        case .notFound: "check the id"
        case .wrongState: ""
        }
    }
}
