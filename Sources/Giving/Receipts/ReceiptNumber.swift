import TimeKit

/// The number of a receipt, such as `T-WoodlandsChurch-2026-000001`.
///
/// Each organization numbers its receipts for each year from 1, without gaps. The prefix `T-` marks receipts
/// for test money.
///
/// If a backup is restored or the end of the database log is lost, the numbers of some issued receipts may be
/// unknown. The organization's next receipts are then numbered from 1 in a new segment, such as
/// `T-WoodlandsChurch-2026-R1-000001`, so that no receipt number is issued twice.
public struct ReceiptNumber: Hashable, Sendable {
    /// Whether the receipt was issued for test money.
    public let isTest: Bool
    /// The organization's id.
    public let organization: String
    /// The year in which the receipt was issued, in the organization's time zone, 1...9999.
    public let year: Int
    /// The segment's number: 0 for the first segment, and ``ReceiptSegment/number`` for a later segment.
    public let segment: Int
    /// The receipt's position in the segment, starting at 1.
    public let position: Int64

    /// Creates a receipt number from its components.
    public init(isTest: Bool, organization: String, year: Int, segment: Int = 0, position: Int64) {
        self.isTest = isTest
        self.organization = organization
        self.year = year
        self.segment = segment
        self.position = position
    }

    /// Parses a receipt number. Returns nil if the text does not have exactly the format of ``text``.
    public init?(_ text: String) {
        var parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let position = parts.popLast().flatMap({ Int64($0) }) else { return nil }
        var segment = 0
        if let last = parts.last, last.first == "R" {
            guard let number = Int(last.dropFirst()), number > 0 else { return nil }
            segment = number
            parts.removeLast()
        }
        let isTest = parts.first == "T" && parts.count > 2
        guard parts.count >= 2, let year = parts.popLast().flatMap({ Int($0) }) else { return nil }
        self.init(
            isTest: isTest, organization: parts.dropFirst(isTest ? 1 : 0).joined(separator: "-"),
            year: year, segment: segment, position: position)
        guard (1...9999).contains(year), position > 0, self.text.utf8.elementsEqual(text.utf8) else {
            return nil
        }
    }

    /// The receipt number as text, such as `T-WoodlandsChurch-2026-000001`. The position is written with at
    /// least six digits.
    public var text: String {
        let segment = segment == 0 ? "" : "R\(segment)-"
        return
            "\(isTest ? "T-" : "")\(organization)-\(year.padded(to: 4))-\(segment)\(position.padded(to: 6))"
    }
}

extension ReceiptNumber: Codable {
    /// Decodes the receipt number from its text.
    public init(from decoder: any Decoder) throws {
        self = try decoder.value("receipt number") { ReceiptNumber($0) }
    }

    /// Encodes the receipt number as text.
    public func encode(to encoder: any Encoder) throws {
        try text.encode(to: encoder)
    }
}

extension BinaryInteger {
    fileprivate func padded(to width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
