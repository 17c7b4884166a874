import Bookings
import Contracts
import TextKit

// The products know their codes alone; their words are those of every other state.

extension ContractStatus {
    /// The word of `docs/glossary.md`.
    var word: String { StateWord.of(rawValue) }
}

extension Instalment.Status {
    /// The word of `docs/glossary.md`.
    var word: String { StateWord.of(rawValue) }
}

extension BookingJob.Status {
    /// The word of `docs/glossary.md`.
    var word: String { StateWord.of(rawValue) }
}
