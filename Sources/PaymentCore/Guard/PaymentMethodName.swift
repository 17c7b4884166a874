import Processor
import TextKit

/// The name of a payment method in a request: either an id that the processor issued, or the name of a test
/// method.
///
/// A misspelled test name is detected here, before anything is saved. Only the processor can detect an
/// unknown id.
public enum PaymentMethodName {
    /// Checks the name of a payment method.
    ///
    /// - Throws: ``PaymentError`` with code `unknownMethod`. The error suggests the most similar test method,
    ///   if there is one.
    public static func check(_ name: String) throws(PaymentError) {
        guard !isID(name), !known.contains(name) else { return }
        throw .unknownMethod(isShown(name) ? name : "", suggestion: suggestion(for: name))
    }

    /// Returns the test method most similar to an unknown name, or nil.
    public static func suggestion(for name: String) -> String? {
        let typed = name.prefix(100).lowercased().map { "-. ".contains($0) ? "_" : $0 }
        let words = String(typed).split(separator: "_")
        let bare = words.drop { ["pm", "tok", "card"].contains($0) }.joined(separator: "_")
        let isToken = words.first == "tok"
        guard let near = NearestWord.of(bare, among: suggested) else { return nil }
        return near == bankAccount ? TestMethodName.bankAccount : isToken ? "tok_\(near)" : "pm_card_\(near)"
    }

    /// Returns whether a name is an id, such as `pm_1PqRst…`. The part after `pm_` or `tok_` consists of
    /// letters and digits, with at least one digit.
    private static func isID(_ name: String) -> Bool {
        guard let prefix = ["pm_", "tok_"].first(where: name.hasPrefix), name.utf8.count <= 100 else {
            return false
        }
        let rest = name.utf8.dropFirst(prefix.utf8.count)
        return rest.allSatisfy { isDigit($0) || isLetter($0) } && rest.contains(where: isDigit)
    }

    /// Returns whether an error message may quote the name. A quoted name consists of at most 60 letters,
    /// digits, underscores, dashes and spaces. It has fewer than 12 digits, so that a card number is never
    /// quoted.
    private static func isShown(_ name: String) -> Bool {
        name.utf8.count <= 60 && name.utf8.filter(isDigit).count < 12
            && name.utf8.allSatisfy { isDigit($0) || isLetter($0) || "_- ".utf8.contains($0) }
    }

    private static let known = Set(TestMethodName.all + TestMethodName.cards.map { "tok_\($0)" })
    /// The names that can be suggested. Short names such as country codes are omitted, because they are
    /// similar to too many misspelled names.
    private static let suggested = TestMethodName.cards.filter { $0.count > 3 } + [bankAccount]
    private static let bankAccount = "usBankAccount_success"

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
