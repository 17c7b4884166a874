package import Bookings
package import Contracts
package import Plans
import TextKit

// The product libraries define only codes. Their words are the same as those of all other states.

extension ContractStatus {
    /// The word in `docs/glossary.md`.
    package var word: String { StateWord.of(rawValue) }
}

extension Instalment.Status {
    /// The word in `docs/glossary.md`.
    package var word: String { StateWord.of(rawValue) }
}

extension PlanStatus.View {
    /// The word in `docs/glossary.md`.
    package var word: String { StateWord.of(rawValue) }
}

extension BookingJob.Status {
    /// The word in `docs/glossary.md`.
    package var word: String { StateWord.of(rawValue) }
}
