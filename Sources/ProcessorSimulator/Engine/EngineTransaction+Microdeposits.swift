import Processor
import TimeKit

/// The values that a customer enters to verify a bank account: either the amounts of two microdeposits, or
/// the code in the descriptor of a single microdeposit.
///
/// Source: Stripe documentation, "Accept an ACH Direct Debit payment", "Test microdeposit amounts and
/// descriptor codes"; Stripe Support, "Verify a new ACH Direct Debit customer using micro-deposits".
enum Microdeposits: Hashable {
    case amounts([Int64])
    case descriptorCode(String)

    /// The result of a verification.
    enum Outcome {
        case verified, mismatch, exhausted, late
    }

    /// The result that Stripe defines for these test values.
    var outcome: Outcome {
        switch self {
        case .amounts(let amounts):
            switch amounts.sorted() {
            case [32, 45]: .verified
            case [10, 11]: .exhausted
            case [40, 41]: .late
            default: .mismatch
            }
        case .descriptorCode(let code):
            switch code.uppercased() {
            case "SM11AA": .verified
            case "SM33CC": .exhausted
            case "SM44DD": .late
            default: .mismatch
            }
        }
    }

    /// The number of failed verifications after which the bank account can no longer be verified.
    var mostFailures: Int {
        switch self {
        case .amounts: 3
        case .descriptorCode: 10
        }
    }

    /// Returns the error for a failed verification.
    func error(_ outcome: Outcome) -> ProcessorError {
        let prefix = "payment_method_microdeposit_verification_"
        let isAmounts = if case .amounts = self { true } else { false }
        return switch outcome {
        case .exhausted:
            .invalid(
                prefix + "attempts_exceeded",
                "You have exceeded the number of allowed verification attempts.")
        case .late:
            .invalid(
                prefix + "timeout",
                "The microdeposits were not verified within 10 days: the payment method must be provided again."
            )
        case .mismatch, .verified:
            isAmounts
                ? .invalid(
                    prefix + "amounts_mismatch",
                    "The amounts provided do not match the amounts that were sent to the bank account.",
                    parameter: "amounts")
                : .invalid(
                    prefix + "descriptor_code_mismatch",
                    "The code provided does not match the descriptor of the microdeposit that was sent to the bank account.",
                    parameter: "descriptor_code")
        }
    }
}

extension EngineTransaction {
    /// Returns the time when the microdeposits to a bank account arrive. Returns nil if the setup intent does
    /// not need microdeposits.
    func microdepositArrival(of intent: SetupIntent, _ method: PaymentMethod) -> Timestamp? {
        guard intent.needsMicrodeposits == true, method.kind == .usBankAccount else { return nil }
        return now.adding(seconds: 86_400)
    }

    /// Verifies the microdeposits that were sent to the bank account of a setup intent, and completes the
    /// setup. Throws an error if the submitted values are wrong.
    func verify(_ deposits: Microdeposits, of intent: SetupIntent) throws -> SetupIntent {
        guard intent.status == .requiresAction, intent.microdepositArrival != nil else {
            throw Executed(
                .unexpectedState(
                    of: intent,
                    "You cannot verify the microdeposits for this SetupIntent because it is not waiting for verification."
                )
            )
        }
        var intent = intent
        var outcome = deposits.outcome
        guard outcome != .verified else { return try attempt(intent, challenged: true) }
        let failures = (intent.failedVerifications ?? 0) + 1
        if failures >= deposits.mostFailures { outcome = .exhausted }
        intent.failedVerifications = outcome == .mismatch ? failures : nil
        var error = deposits.error(outcome)
        error.setupIntent = intent.id
        if outcome == .mismatch {
            try put(intent)
        } else {
            try fail(&intent, error)
        }
        throw Executed(error, savesRefusal: true)
    }
}
