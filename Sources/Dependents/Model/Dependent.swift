public import MoneyKit
public import TimeKit

/// A person in a guardian's care, and the one service whose fee is to be paid.
///
/// The due date is stored. The days until it are counted each time they are shown, because a stored number would be
/// wrong after midnight.
public struct Dependent: Hashable, Sendable, Identifiable {
    /// The id, such as `dep_husam`: 1 to 64 ASCII letters, digits, `_` and `-`.
    public let id: String
    /// The name, in any script; 1 to 100 visible scalars.
    public let name: String
    /// The relationship to the guardian, as it is shown.
    public let relationship: String
    /// The service to be provided.
    public let serviceType: String
    /// The last day on which the fee can be paid without being late.
    public let due: CalendarDate
    /// The fee in halalas, or nil if it is unknown. It is never guessed.
    public let fee: Money?

    /// Creates a dependent.
    ///
    /// - Throws: ``DependentError`` with code `invalid`, which names the first invalid field.
    public init(
        id: String, name: String, relationship: String, serviceType: String, due: CalendarDate, fee: Money?
    ) throws(DependentError) {
        guard (1...64).contains(id.utf8.count), id.unicodeScalars.allSatisfy(\.isPlain) else {
            throw DependentError(.invalid, "id: must be 1 to 64 letters, digits, _ or -")
        }
        for (field, text) in [
            ("name", name), ("relationship", relationship), ("service_type", serviceType),
        ] where !Self.isShowable(text) {
            throw DependentError(.invalid, "\(field): is empty, too long, or has invisible characters")
        }
        if let fee, fee.currency != .sar || fee.minorUnits <= 0 {
            throw DependentError(.invalid, "fee: must be a positive amount in SAR")
        }
        self.id = id
        self.name = name
        self.relationship = relationship
        self.serviceType = serviceType
        self.due = due
        self.fee = fee
    }

    /// Returns false for a text with invisible characters, which could reorder the text around them or hide a line.
    private static func isShowable(_ text: String) -> Bool {
        (1...100).contains(text.unicodeScalars.count) && text.contains { !$0.isWhitespace }
            && !text.unicodeScalars.contains { $0.properties.isBidiControl || $0.isUnseen }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is allowed in an id.
    var isPlain: Bool {
        isASCII && (properties.isAlphabetic || ("0"..."9") ~= self || self == "_" || self == "-")
    }

    /// Whether the scalar is invisible. The joiners of Persian and Indic names are allowed, although they are format
    /// characters.
    fileprivate var isUnseen: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        case .format: self != "\u{200C}" && self != "\u{200D}"
        default: false
        }
    }
}

extension Dependent: Codable {
    private enum Key: String, CodingKey {
        case id, name, relationship, fee
        case serviceType = "service_type"
        case due = "due_date"
    }

    /// Decodes a dependent and validates it like the initializer.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        guard let due = CalendarDate(iso8601: try container.decode(String.self, forKey: .due)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .due, in: container, debugDescription: "must be a date such as 2026-01-31")
        }
        try self.init(
            id: try container.decode(String.self, forKey: .id),
            name: try container.decode(String.self, forKey: .name),
            relationship: try container.decode(String.self, forKey: .relationship),
            serviceType: try container.decode(String.self, forKey: .serviceType), due: due,
            fee: try container.decodeIfPresent(Money.self, forKey: .fee))
    }

    /// Encodes the date as `2026-01-31`, and the fee as minor units and currency. An unknown fee is left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(relationship, forKey: .relationship)
        try container.encode(serviceType, forKey: .serviceType)
        try container.encode(due.iso8601, forKey: .due)
        try container.encodeIfPresent(fee, forKey: .fee)
    }
}
