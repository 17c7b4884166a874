import Processor
import TextKit

/// A payment method as it is named in a request: the id that a wallet or form was given, or the name of a test method.
///
/// A mistyped test name is found here, before anything is kept. Whether an id exists, the processor knows.
public enum PaymentMethodName {
    /// Checks the name of a payment method.
    ///
    /// - Throws: ``PaymentError`` with code `unknownMethod`, and the test method that was meant if one is near.
    public static func check(_ name: String) throws(PaymentError) {
        guard !isID(name), !known.contains(name) else { return }
        throw .unknownMethod(isShown(name) ? name : "", suggestion: suggestion(for: name))
    }

    /// The test method that was meant by a name that is none; nil if none is near.
    public static func suggestion(for name: String) -> String? {
        let typed = name.prefix(100).lowercased().map { "-. ".contains($0) ? "_" : $0 }
        let words = String(typed).split(separator: "_")
        let bare = words.drop { ["pm", "tok", "card"].contains($0) }.joined(separator: "_")
        let isToken = words.first == "tok"
        guard let near = NearestWord.of(bare, among: TestMethodName.cards + [bankAccount]) else { return nil }
        return near == bankAccount ? TestMethodName.bankAccount : isToken ? "tok_\(near)" : "pm_card_\(near)"
    }

    /// Ids end with letters and digits, one of them a digit, without a further underscore: `pm_1PqRst…`.
    private static func isID(_ name: String) -> Bool {
        guard let prefix = ["pm_", "tok_"].first(where: name.hasPrefix), name.utf8.count <= 100 else {
            return false
        }
        let rest = name.utf8.dropFirst(prefix.utf8.count)
        return rest.allSatisfy { isDigit($0) || isLetter($0) } && rest.contains(where: isDigit)
    }

    /// What looks like a card number, or is no word, is not shown again.
    private static func isShown(_ name: String) -> Bool {
        name.utf8.count <= 60 && name.utf8.filter(isDigit).count < 12
            && name.utf8.allSatisfy { isDigit($0) || isLetter($0) || "_- ".utf8.contains($0) }
    }

    private static let known = Set(TestMethodName.all + TestMethodName.cards.map { "tok_\($0)" })
    private static let bankAccount = "usBankAccount_success"

    private static func isDigit(_ octet: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet)
    }

    private static func isLetter(_ octet: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(octet | 0x20)
    }
}
