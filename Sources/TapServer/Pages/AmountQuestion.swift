import MoneyKit
import ServerKit

/// An amount that can be read in two ways, and the buttons by which a person says which one is meant.
///
/// A reading counts only while the field still holds the text that it reads.
struct AmountQuestion: Hashable, Sendable {
    /// As it was typed.
    let typed: String
    /// What it can mean, the greatest first.
    let readings: [Money]

    /// Nil if there is nothing to ask.
    init?(_ typed: String?, _ readings: [Money]) {
        guard let typed, !readings.isEmpty else { return nil }
        (self.typed, self.readings) = (typed, readings)
    }

    /// What was typed can be read in two ways, in a sentence.
    var complaint: String {
        let shown = readings.map(\.shown).joined(separator: " or ")
        return readings.count > 1
            ? "\"\(typed)\" can mean \(shown). Please choose which one, or write it another way."
            : "\"\(typed)\" may mean \(shown), or have a digit too many. Please choose, or write it another way."
    }

    /// The fields; they belong to the form of the text.
    var fields: HTML {
        let choices = readings.map { money -> HTML in
            """
            <label><input type="radio" name="reading" value="\(money.typedText)"><span>\(money.shown)</span></label>
            """
        }
        return """
            <fieldset><legend>By “\(typed)” I mean</legend>
            <div class="amounts">
            \(choices)
            </div>
            \(HTML.hidden("asked", typed))
            </fieldset>
            """
    }
}

extension FormFields {
    /// The amount that was typed into a field, or the reading of it that was chosen since.
    func amount(_ name: String) -> String? {
        guard let reading = self["reading"], let asked = self["asked"], self[name] == asked else {
            return self[name]
        }
        return reading
    }
}
