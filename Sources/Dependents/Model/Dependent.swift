import DisplayKit
public import MoneyKit
public import TimeKit

/// A person in a guardian's care, with one service and its fee.
///
/// The due date is stored. The remaining days are computed each time they are shown, because a stored number
/// would be wrong after midnight.
public struct Dependent: Hashable, Sendable {
    /// The dependent's id, such as `dep_husam`. It consists of 1 to 64 characters: ASCII letters, digits, `_`
    /// and `-`.
    public let id: String
    /// The dependent's name, in any script, at most 100 Unicode scalars. Like all text of a dependent, the
    /// name is checked when a person enters it, but not when it is read from storage.
    public let name: String
    /// The dependent's relationship to the guardian, as displayed.
    public let relationship: String
    /// The service to be provided.
    public let serviceType: String
    /// The due date of the fee. A payment after this day is late.
    public let due: CalendarDate
    /// The fee in halalas, or nil if the fee is unknown.
    public let fee: Money?

    /// Creates a dependent.
    ///
    /// - Throws: ``DependentError`` with code `invalid` and a reason that names the first invalid field.
    public init(
        id: String, name: String, relationship: String, serviceType: String, due: CalendarDate, fee: Money?
    ) throws(DependentError) {
        try self.init(
            storedID: id, name: Self.displayed(name, "name"),
            relationship: Self.displayed(relationship, "relationship"),
            serviceType: Self.displayed(serviceType, "service_type"), due: due, fee: fee)
    }

    /// Creates a dependent whose text was checked by this or an earlier version of the program.
    private init(
        storedID id: String, name: String, relationship: String, serviceType: String, due: CalendarDate,
        fee: Money?
    ) throws(DependentError) {
        guard (1...64).contains(id.utf8.count), id.unicodeScalars.allSatisfy(\.isPlain) else {
            throw DependentError(
                .invalid, "the id must consist of 1 to 64 letters, digits, underscores or hyphens")
        }
        if let fee, fee.currency != .sar || fee.minorUnits <= 0 {
            throw DependentError(.invalid, "the fee must be a positive amount in SAR")
        }
        self.id = id
        self.name = name
        self.relationship = relationship
        self.serviceType = serviceType
        self.due = due
        self.fee = fee
    }

    /// Returns the dependent with its text normalized for display.
    ///
    /// - Throws: ``DependentError`` with code `invalid` and a reason that names the first invalid field.
    public func displayed() throws(DependentError) -> Dependent {
        try Dependent(
            id: id, name: name, relationship: relationship, serviceType: serviceType, due: due, fee: fee)
    }

    /// Returns a string normalized for display, or throws an error that names the field.
    static func displayed(
        _ text: String, _ field: String, most: Int = DisplayText.longestName
    ) throws(DependentError) -> String {
        do throws(DisplayTextError) {
            return try DisplayText(text, atMost: most).text
        } catch {
            throw DependentError(.invalid, "\(field): it \(error.summary)")
        }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is allowed in a dependent's id.
    var isPlain: Bool {
        isASCII && (properties.isAlphabetic || ("0"..."9") ~= self || self == "_" || self == "-")
    }
}

extension Dependent: Codable {
    private enum Key: String, CodingKey {
        case id, name, relationship, fee
        case serviceType = "service_type"
        case due = "due_date"
    }

    /// Decodes a dependent, and validates the id and the fee. Call ``displayed()`` for a dependent that a
    /// person entered.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        guard let due = CalendarDate(iso8601: try container.decode(String.self, forKey: .due)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .due, in: container, debugDescription: "must be a date such as 2026-01-31")
        }
        try self.init(
            storedID: container.decode(String.self, forKey: .id),
            name: container.decode(String.self, forKey: .name),
            relationship: container.decode(String.self, forKey: .relationship),
            serviceType: container.decode(String.self, forKey: .serviceType), due: due,
            fee: container.decodeIfPresent(Money.self, forKey: .fee))
    }

    /// Encodes the date as `2026-01-31`, and the fee as minor units and currency. An unknown fee is omitted.
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
