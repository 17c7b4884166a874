import Foundation
import InvocationRouter

/// Returns a visible name of 1 to 64 scalars in Unicode NFC; nil if ``textFlaw(_:)`` finds a flaw.
func shownText(_ text: String) -> String? {
    textFlaw(text) == nil ? normalized(text) : nil
}

/// Returns the reason why a text cannot be a visible name, as a phrase after "the seat"; nil if it can.
///
/// Surrounding white space is ignored.
func textFlaw(_ text: String) -> String? {
    let text = normalized(text)
    let scalars = text.unicodeScalars
    if scalars.isEmpty { return "is empty" }
    for (index, scalar) in scalars.enumerated() where String(scalar).escapedForDisplay() != String(scalar) {
        let place = "at character \(index + 1)"
        switch scalar {
        case "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}":
            return "has a line break \(place)"
        case "\t": return "has a tab \(place)"
        default:
            let digits = String(scalar.value, radix: 16, uppercase: true)
            let code = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            return "has an invisible character \(place): U+\(code)"
        }
    }
    return scalars.count > 64 ? "has \(scalars.count) characters; the maximum is 64" : nil
}

private func normalized(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
}
