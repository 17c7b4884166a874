/// A donor's name and contact details, as entered with one gift.
///
/// The details belong only to that gift. Another gift with the same e-mail address can have a different name,
/// and an entered name or address does not prove anyone's identity.
public struct DonorDetails: Hashable, Sendable, Codable {
    /// The name, in any script.
    public var name: String
    /// The e-mail address as typed. The donor is identified by ``EmailAddress/key``.
    public var email: String
    /// The telephone number as typed, without invisible direction marks, or nil.
    public var phone: String?

    /// Checks the details that a donor entered.
    ///
    /// - Throws: ``DirectoryError`` with every problem. The error contains no part of the input except a
    ///   character that cannot be displayed.
    public init(name: String, email: String, phone: String? = nil) throws(DirectoryError) {
        var check = FieldCheck()
        let name = check.name(Self.withoutMarks(aroundName: name), of: "a donor")
        let address = EmailAddress(email)
        if address == nil {
            check.refuse(
                .malformed, .email, "this is not an e-mail address",
                reason: EmailAddress.flaw(of: email), remedy: "Enter an address such as name@example.org.")
        }
        let number = phone.map(Self.plainPhone).flatMap { phone in
            phone.isEmpty
                ? nil
                : check.display(
                    phone, .phone, atMost: Self.longestPhone, orSay: "this is not a phone number")
        }
        (self.name, self.email, self.phone) = try check.passed((name, address?.text ?? "", number))
    }

    /// The maximum length of a telephone number, in Unicode scalars. The limit leaves room for separators and
    /// an extension.
    static let longestPhone = 40

    /// Returns a telephone number without the bidirectional marks that are copied with it from contact lists
    /// and web pages. No-break spaces become spaces, and Unicode hyphens and dashes become ASCII hyphens.
    public static func plainPhone(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !scalar.properties.isBidiControl {
            switch scalar.value {
            case 0xA0, 0x2007, 0x202F: plain.append(" ")
            case 0x2010...0x2015, 0x2212, 0xFE58, 0xFE63, 0xFF0D: plain.append("-")
            default: plain.append(scalar)
            }
        }
        return String(plain)
    }

    /// Returns a name without the bidirectional controls at its start and end, which are copied from other
    /// programs. Controls inside the name stay, and are refused.
    public static func withoutMarks(aroundName text: String) -> String {
        let isMark = { (scalar: Unicode.Scalar) in scalar.properties.isBidiControl }
        guard text.unicodeScalars.contains(where: isMark) else { return text }
        let isOuter = { (scalar: Unicode.Scalar) in isMark(scalar) || scalar.properties.isWhitespace }
        let start = text.unicodeScalars.drop(while: isOuter)
        guard let last = start.lastIndex(where: { !isOuter($0) }) else { return "" }
        return String(start[...last])
    }
}
