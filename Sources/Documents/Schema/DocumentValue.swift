package import TimeKit

/// A type whose values can be written as JSON values. All values of the type have the same schema.
package protocol DocumentValue: SendableMetatype {
    static var schema: APISchema { get }
    var json: JSONValue { get }
}

extension APISchema {
    /// Returns the schema of a string that must be the raw value of one of the enum's cases.
    package static func cases<Case: RawRepresentable<String> & CaseIterable>(of type: Case.Type) -> APISchema
    {
        .text(of: type.allCases.map(\.rawValue))
    }
}

extension String: DocumentValue {
    package static var schema: APISchema { .text() }
    package var json: JSONValue { .string(self) }
}

extension Int: DocumentValue {
    package static var schema: APISchema { .number() }
    package var json: JSONValue { .int(self) }
}

extension Int64: DocumentValue {
    package static var schema: APISchema { .number() }
    package var json: JSONValue { .int(Int(self)) }
}

extension Bool: DocumentValue {
    package static var schema: APISchema { .bool }
    package var json: JSONValue { .bool(self) }
}

extension Timestamp: DocumentValue {
    package static var schema: APISchema { .text() }
    package var json: JSONValue { .string(iso8601) }
}

extension CalendarDate: DocumentValue {
    package static var schema: APISchema { .text() }
    package var json: JSONValue { .string(iso8601) }
}

extension Optional: DocumentValue where Wrapped: DocumentValue {
    package static var schema: APISchema { .orNull(Wrapped.schema) }
    package var json: JSONValue { map(\.json) ?? .null }
}

extension Array: DocumentValue where Element: DocumentValue {
    package static var schema: APISchema { .list(of: Element.schema) }
    package var json: JSONValue { .array(map(\.json)) }
}
