import Foundation
public import Giving
import TextKit
public import TimeKit

/// A plain-text e-mail.
public struct EmailMessage: Hashable, Sendable {
    /// A unique id: letters, digits and `_`.
    public var id: String
    /// The sender's address without a name, such as `no-reply@give.example.org`.
    public var from: String
    /// The recipient's address.
    public var to: String
    /// The subject, in any script.
    public var subject: String
    /// The time when the e-mail was written.
    public var date: Timestamp
    /// The text, one element for each line.
    public var lines: [String]

    public init(id: String, from: String, to: String, subject: String, date: Timestamp, lines: [String]) {
        self.id = id
        self.from = from
        self.to = to
        self.subject = subject
        self.date = date
        self.lines = lines
    }

    /// The message as sent: header, empty line and text. Each line ends with CR and LF.
    ///
    /// A non-ASCII address is encoded as UTF-8 in the header, and a non-ASCII subject as encoded words.
    ///
    /// Source: RFC 5322 §2.1, §3.6; RFC 2045 §6.2 (7bit, quoted-printable); RFC 3834 §5 (Auto-Submitted); RFC
    /// 6532 §3.2.
    public var message: String {
        let lines = self.lines.map(Self.unbroken)
        let isASCII = lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
        let text = isASCII ? lines : lines.flatMap(QuotedPrintable.lines)
        let domain = from.split(separator: "@").last.map(String.init) ?? "localhost"
        let subject = EncodedWords.lines(ofHeader: "Subject", Self.unbroken(self.subject))
        let header =
            ["From: \(from)", "To: \(to)"] + subject + [
                "Date: \(Self.text(of: date))",
                "Message-ID: <\(id)@\(domain)>", "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
                "Content-Type: text/plain; charset=utf-8",
                "Content-Transfer-Encoding: \(isASCII ? "7bit" : "quoted-printable")",
            ]
        return (header.map(Self.unbroken) + [""] + text).map { $0 + "\r\n" }.joined()
    }

    /// Splits a string into lines of at most 72 characters, broken between words. A word longer than 72
    /// characters is not split.
    static func lines(of text: String) -> [String] {
        text.split(separator: " ").reduce(into: []) { lines, word in
            if let last = lines.last, last.count + 1 + word.count <= 72 {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
    }

    /// Returns the line without control characters, because a line break in a header field would start
    /// another field. Characters that reverse the direction of text are replaced with U+FFFD.
    private static func unbroken(_ line: String) -> String {
        let line = line.withoutOverrides
        // Nearly all lines contain no control characters.
        guard line.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return line }
        return String(
            String.UnicodeScalarView(line.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    }

    /// Returns a time in the format of e-mail headers, such as `Sat, 31 Jan 2026 15:00:00 +0000` (RFC 5322
    /// §3.3).
    private static func text(of time: Timestamp) -> String {
        let date = time.date
        let (day, month) = (days[date.weekday.rawValue - 1], months[date.month - 1])
        return "\(day), \(date.day) \(month) \(date.year) \(LocalCalendar.utc.clock(time)) +0000"
    }

    private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

/// A service that accepts e-mails for delivery. ``LimitedMail`` adds them to an ``EmailOutbox``, from which
/// ``EmailDelivery`` delivers them to a mail server.
public protocol Mail: Sendable {
    /// Stores an e-mail for delivery, or withholds it if a limit has been reached. Unless it is withheld, the
    /// e-mail is durably stored when this call returns.
    ///
    /// - Throws: An error if the e-mail could not be stored.
    func send(_ letter: EmailMessage) async throws

    /// Returns whether the limits allow another e-mail to an address.
    ///
    /// - Parameter waiting: The number of e-mails to the address that are already waiting to be stored. They
    ///   count toward the limits.
    func accepts(_ address: EmailAddress, waiting: Int) -> Bool
}

extension Mail {
    /// Returns true, because there is no limit.
    public func accepts(_ address: EmailAddress, waiting: Int) -> Bool { true }
}

/// The quoted-printable encoding, which represents text as ASCII lines of at most 76 characters.
///
/// Source: RFC 2045 §6.7.
enum QuotedPrintable {
    /// The maximum length of a line in bytes, including the `=` at the end of a continued line.
    private static let mostInLine = 76

    /// Encodes one line of text. The result has several lines if the encoded text is too long for one line.
    static func lines(of line: String) -> [String] {
        let bytes = Array(line.utf8)
        var lines = [""]
        for (index, byte) in bytes.enumerated() {
            let isLast = index == bytes.count - 1
            let sign = sign(of: byte, isLast: isLast)
            if lines[lines.count - 1].utf8.count + sign.utf8.count > mostInLine - (isLast ? 0 : 1) {
                lines[lines.count - 1] += "="
                lines.append("")
            }
            lines[lines.count - 1] += sign
        }
        return lines
    }

    /// Returns a byte as text, either unchanged or encoded as in `=C3`. A space at the end of a line is
    /// encoded, because some mail servers remove it.
    private static func sign(of byte: UInt8, isLast: Bool) -> String {
        let isPlain = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=")
        if isPlain || byte == 0x20 && !isLast { return String(UnicodeScalar(byte)) }
        return "=" + Hex.upper([byte])
    }
}
