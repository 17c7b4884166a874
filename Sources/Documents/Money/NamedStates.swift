package import Bookings
package import Contracts
package import Plans
import TextKit

// The product libraries define only the codes of states. The words come from the same table as for all other states.

extension ContractStatus {
    /// The human-readable word for the state, as listed in `docs/glossary.md`.
    package var word: String { StateWord.of(rawValue) }
}

extension Instalment.Status {
    /// The human-readable word for the state, as listed in `docs/glossary.md`.
    package var word: String { StateWord.of(rawValue) }
}

extension PlanStatus.View {
    /// The human-readable word for the state, as listed in `docs/glossary.md`.
    package var word: String { StateWord.of(rawValue) }
}

extension BookingJob.Status {
    /// The human-readable word for the state, as listed in `docs/glossary.md`.
    package var word: String { StateWord.of(rawValue) }
}
