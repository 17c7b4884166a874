import Foundation
import ProcessorSimulator
import TextKit

/// A filter that masks secrets and card numbers in the text that the home page shows to developers.
enum Redaction {
    static let mask = "***"
    /// The maximum length of displayed text, in characters. Longer text is truncated.
    static let longest = 6_000
    /// The number of characters that are removed from the end of truncated text, because they may be the
    /// beginning of a secret.
    private static let unsafeEnd = 200

    /// The fields whose values are masked, in addition to a top-level field `key`. Only the last part of a
    /// nested name is compared, such as `number` in `card[number]`.
    private static let secretFields: Set<String> = [
        "account_number", "client_secret", "cvc", "id_number", "number", "password", "secret", "ssn_last_4",
    ]

    /// Returns the fields of a form as text, one per line, with secrets masked.
    ///
    /// - Parameter isCut: Whether the form was truncated.
    static func form(_ bytes: [UInt8], isCut: Bool) -> String {
        let lines = bytes.split(separator: UInt8(ascii: "&")).map { pair -> String in
            let halves = pair.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
            )
            .map(FormURLEncoding.readable)
            let last = halves[0].split { "[]".contains($0) }.last.map(String.init) ?? ""
            let value = halves.count == 2 ? halves[1] : ""
            let isSecret = halves[0] == "key" || secretFields.contains(last.lowercased())
            return "\(halves[0])=\(isSecret && !value.isEmpty ? mask : value)"
        }
        return shown(lines.joined(separator: "\n"), isCut: isCut)
    }

    /// Returns JSON as text, with indentation and with secrets masked. Truncated or invalid JSON is not
    /// indented.
    ///
    /// - Parameter isCut: Whether the JSON was truncated.
    static func json(_ bytes: [UInt8], isCut: Bool) -> String {
        let tree = isCut ? nil : try? JSONTree(bytes)
        return shown(tree?.text ?? String(decoding: bytes, as: UTF8.self), isCut: isCut)
    }

    private static func shown(_ text: String, isCut: Bool) -> String {
        guard isCut || text.count > longest else { return redacted(text) }
        return String(redacted(String(text.prefix(longest))).dropLast(unsafeEnd)) + "…"
    }

    /// Returns a text with secrets and card numbers masked. The last four digits of a card number remain
    /// visible.
    ///
    /// Masks webhook signing secrets, client secrets, the tokens in page URLs, and all API keys except
    /// publishable keys.
    static func redacted(_ text: String) -> String {
        text.replacing(#/\b((?:sk|rk|ek)_(?:test|live)_|whsec_)\w+/#) { "\($0.output.1)\(mask)" }
            .replacing(#/_secret_\w+/#) { _ in "_secret_\(mask)" }
            .replacing(#/([?&](?:secret|token)=|/pages/onboarding/)[\w%-]+/#) { "\($0.output.1)\(mask)" }
            .replacing(#/\b[0-9](?:[ -]?[0-9]){12,18}\b/#) { match in
                let digits = match.output.filter { $0.isASCII && $0.isNumber }
                return CardNumbers.passesLuhn(digits)
                    ? "\(mask)\(digits.suffix(4))" : String(match.output)
            }
    }
}
