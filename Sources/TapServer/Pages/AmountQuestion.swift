import HTMLKit
import MoneyKit
import ServerKit

/// A question about an ambiguous amount, with buttons for its possible meanings.
///
/// The choice has an effect only if the amount field still contains the same text when the form is submitted.
struct AmountQuestion: Hashable {
    /// The text as typed.
    let typed: String
    /// The possible amounts, largest first.
    let readings: [Money]

    /// Creates the question about a typed amount. Returns nil if no amount was typed, or if the amount is
    /// unambiguous and `readings` is therefore empty.
    init?(_ typed: String?, _ readings: [Money]) {
        guard let typed, !readings.isEmpty else { return nil }
        (self.typed, self.readings) = (typed, readings)
    }

    /// The message that explains why the amount is ambiguous.
    var complaint: String {
        let shown = readings.map(\.shown).joined(separator: " or ")
        return readings.count > 1
            ? "\"\(typed)\" can mean \(shown). Please choose one, or type the amount in a different way."
            : "\"\(typed)\" may mean \(shown), or have an extra digit. Please confirm this amount, or type "
                + "it in a different way."
    }

    /// The form fields for choosing the meaning of the amount. They belong in the form that contains the
    /// amount field.
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
            \(.hidden("asked", typed))
            </fieldset>
            """
    }
}

extension FormFields {
    /// Returns the chosen meaning of an ambiguous amount. Returns the amount as typed if no meaning was
    /// chosen, or if the amount was changed afterwards. Returns nil if the field is missing or empty.
    func amount(_ name: String) -> String? {
        guard let reading = self["reading"], let asked = self["asked"], self[name] == asked else {
            return self[name]
        }
        return reading
    }
}
