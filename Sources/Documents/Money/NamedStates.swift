package import Plans
import TextKit

// The product libraries define only the codes of states. The words come from the same table as for all other states.

extension PlanStatus.View {
    /// The human-readable word for the state, as listed in `docs/glossary.md`.
    package var word: String { StateWord.of(rawValue) }
}
