import ArgumentParser
import Giving

extension CardNumber {
    /// - Throws: Where a text could hold the number of a card: neither the books nor a log may have it.
    static func refuse(in text: String?) throws {
        guard let text, stands(in: text) else { return }
        throw ValidationError("This could be the number of a card, which is never kept.")
    }
}
