import DisplayKit
import TextKit

/// Escapes control, bidirectional and invisible characters, so that untrusted text is safe to show.
///
/// For example, the right-to-left override appears as `\u{202e}`. A reader can still recognize the original
/// text.
package func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.misleadsTerminals) else { return text }
    var shown = ""
    for scalar in text.unicodeScalars {
        if scalar.misleadsTerminals {
            shown += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
            shown.unicodeScalars.append(scalar)
        }
    }
    return shown
}

extension Unicode.Scalar {
    /// Whether a terminal could display this scalar in a misleading way. True for control characters,
    /// bidirectional controls, line separators and other characters without a visible form.
    package var misleadsTerminals: Bool { isHidden }
}

/// Returns the bytes in lower-case hex, without spaces.
package func hexText(_ bytes: some Sequence<UInt8>) -> String { Hex.lower(bytes) }

/// Returns the UID in upper-case hex, without spaces.
package func uidText(_ uid: [UInt8]) -> String { Hex.upper(uid) }

/// Returns a count followed by its noun, such as `1 page` or `13 pages`.
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
