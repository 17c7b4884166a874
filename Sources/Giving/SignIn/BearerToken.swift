/// A secret by which whoever holds it is known: 128 random bits. What is kept is its hash alone.
public struct BearerToken: Hashable, Sendable {
    /// 32 hexadecimal digits, in lower case.
    public let text: String

    /// What a request sends; nil where it is none.
    public init?(_ text: String?) {
        guard let text, text.utf8.count == 32, text.utf8.allSatisfy(Self.isDigit) else { return nil }
        self.text = text
    }

    /// A new one out of 64 random bits a call, which nobody can guess.
    public init(random: () -> UInt64) {
        text = [random(), random()].map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        .joined()
    }

    /// What is kept: SHA-256 in hexadecimal digits. As random as it is, the token cannot be found from it.
    var hash: String { Fingerprint.of([text]) }

    private static func isDigit(_ octet: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(octet)
    }
}

extension BearerToken: CustomStringConvertible {
    /// Never the token: it may not stand in a log.
    public var description: String { "BearerToken" }
}
