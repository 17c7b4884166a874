import ArgumentParser
import Processor

extension Account.OnboardingOutcome {
    /// As it is typed.
    ///
    /// - Throws: What there is.
    init(typed text: String) throws {
        guard let outcome = Self(rawValue: text) else {
            throw ValidationError("There is: \(Self.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        self = outcome
    }
}
