/// A receipt's place in the series of its organization and year: `T-WoodlandsChurch-2026-000001`.
///
/// A series begins with 1 and has no gaps. `T-` stands before all that were issued for test money.
public struct ReceiptNumber: Hashable, Sendable {
    /// It was issued for test money.
    public let isTest: Bool
    /// The organization's id.
    public let organization: String
    /// The year in which it was issued, by the organization's clock; 1...9999.
    public let year: Int
    /// Its place in the series; 1 or more.
    public let position: Int64

    /// A place in a series.
    public init(isTest: Bool, organization: String, year: Int, position: Int64) {
        self.isTest = isTest
        self.organization = organization
        self.year = year
        self.position = position
    }

    /// Reads a number exactly as ``text`` writes it; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isTest = parts.first == "T" && parts.count > 3
        guard parts.count >= 3, let year = Int(parts[parts.count - 2]),
            let position = Int64(parts[parts.count - 1])
        else { return nil }
        self.init(
            isTest: isTest, organization: parts.dropFirst(isTest ? 1 : 0).dropLast(2).joined(separator: "-"),
            year: year, position: position)
        guard (1...9999).contains(year), position > 0, self.text.utf8.elementsEqual(text.utf8) else {
            return nil
        }
    }

    /// `T-WoodlandsChurch-2026-000001`: six digits, and more when they are needed.
    public var text: String {
        "\(isTest ? "T-" : "")\(organization)-\(year.padded(to: 4))-\(position.padded(to: 6))"
    }
}

extension ReceiptNumber: Codable {
    /// Reads its text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let number = ReceiptNumber(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(text) is no number of a receipt")
        }
        self = number
    }

    /// Writes its text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension BinaryInteger {
    fileprivate func padded(to width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
