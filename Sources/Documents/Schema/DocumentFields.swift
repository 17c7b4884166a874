/// The fields of a JSON document. Each field is declared once. The declaration determines both the field's
/// value in the document and its schema.
package struct DocumentFields<Value>: Sendable {
    private let name: String?
    private let rows: [Field<Value>]
    private let members: @Sendable (Value) -> [JSONValue.Member]

    /// Creates a table of fields, in the order of the document.
    ///
    /// - Parameters:
    ///   - object: The value of `object`, the first field. If nil, the document has no such field.
    ///   - name: The name of the schema in the OpenAPI document; by default, the value of `object`. A schema
    ///     without a name is repeated at each use.
    ///   - fields: The fields.
    package init(
        _ object: String? = nil, named name: String? = nil,
        @DocumentFieldsBuilder<Value> fields: () -> [Field<Value>]
    ) {
        rows = (object.map { [Field("object", is: $0)] } ?? []) + fields()
        self.name = name ?? object
        // The closure is created here, and not in the caller, so that it is specialized for the type of the value.
        let members = rows.map(\.member)
        self.members = { value in members.map { .init(key: $0.key, value: $0.json(value)) } }
    }

    private var described: [APIField] { rows.map(\.described) }

    /// The schema of documents with these fields.
    package var schema: APISchema { name.map { .named($0, described) } ?? .object(described) }

    /// Returns the JSON document of a value.
    package func document(of value: Value) -> JSONValue { .object(members(value)) }

    /// Returns these fields as fields of another type. Each value of the other type contains a value of type
    /// `Value`.
    ///
    /// - Parameter part: A function that returns the contained value.
    fileprivate func lifted<Whole>(_ part: @escaping @Sendable (Whole) -> Value) -> [Field<Whole>] {
        rows.map { row in Field<Whole>(row.described) { row.member.json(part($0)) } }
    }
}

/// A field of a JSON document: its key, schema and meaning, and the function that computes its content.
package struct Field<Value>: Sendable {
    fileprivate struct Member: Sendable {
        let key: String
        let json: @Sendable (Value) -> JSONValue
    }

    fileprivate let described: APIField
    fileprivate let member: Member

    fileprivate init(_ described: APIField, json: @escaping @Sendable (Value) -> JSONValue) {
        self.described = described
        member = Member(key: described.name, json: json)
    }

    /// Creates a field that has the schema of its content's type.
    package init<Content: DocumentValue>(
        _ key: String, _ meaning: String = "", _ content: @escaping @Sendable (Value) -> Content
    ) {
        self.init(key, Content.schema, meaning, content)
    }

    /// Creates a field with the given schema, which replaces the schema of the content's type.
    package init<Content: DocumentValue>(
        _ key: String, _ schema: APISchema, _ meaning: String = "",
        _ content: @escaping @Sendable (Value) -> Content
    ) {
        self.init(.required(key, schema, meaning)) { content($0).json }
    }

    /// Creates a field that contains the raw value of an enum case.
    package init<Content: RawRepresentable<String> & CaseIterable & Sendable>(
        _ key: String, _ meaning: String = "", _ content: @escaping @Sendable (Value) -> Content
    ) {
        self.init(key, .cases(of: Content.self), meaning) { content($0).rawValue }
    }

    /// Creates a field that contains the raw value of an enum case, or null.
    package init<Content: RawRepresentable<String> & CaseIterable & Sendable>(
        _ key: String, _ meaning: String = "", _ content: @escaping @Sendable (Value) -> Content?
    ) {
        self.init(key, .orNull(.cases(of: Content.self)), meaning) { content($0)?.rawValue }
    }

    /// Creates a field that contains another document.
    package init<Content>(
        _ key: String, _ meaning: String = "", as fields: DocumentFields<Content>,
        _ content: @escaping @Sendable (Value) -> Content
    ) {
        self.init(.required(key, fields.schema, meaning)) { fields.document(of: content($0)) }
    }

    /// Creates a field that contains a list of documents.
    package init<Content>(
        _ key: String, _ meaning: String = "", each fields: DocumentFields<Content>,
        _ content: @escaping @Sendable (Value) -> [Content]
    ) {
        self.init(.required(key, .list(of: fields.schema), meaning)) {
            .array(content($0).map(fields.document))
        }
    }

    /// Creates a field that contains an object with a count for each enum case.
    package init<Content: RawRepresentable<String> & CaseIterable & Hashable & Sendable>(
        _ key: String, _ meaning: String = "", counts: @escaping @Sendable (Value) -> [Content: Int]
    ) {
        let cases = Array(Content.allCases)
        let keys = cases.map { APIField.required($0.rawValue, .number(0 ... .max)) }
        self.init(.required(key, .object(keys), meaning)) { value in
            let counts = counts(value)
            return .object(cases.map { .init(key: $0.rawValue, value: .int(counts[$0] ?? 0)) })
        }
    }

    /// Creates a field with a constant string.
    package init(_ key: String, is text: String) {
        self.init(key, .text(of: [text])) { _ in text }
    }
}

/// A result builder that combines single fields and tables of fields into one table.
@resultBuilder package enum DocumentFieldsBuilder<Value> {
    package static func buildExpression(_ field: Field<Value>) -> [Field<Value>] { [field] }

    /// Includes all fields of another table.
    package static func buildExpression(_ fields: [Field<Value>]) -> [Field<Value>] { fields }

    package static func buildBlock(_ fields: [Field<Value>]...) -> [Field<Value>] { fields.flatMap(\.self) }
}

/// A type whose values can be written as JSON documents.
package protocol Documented: DocumentValue {
    static var fields: DocumentFields<Self> { get }
}

extension Documented {
    package static var schema: APISchema { fields.schema }
    package var json: JSONValue { document }
    package var document: JSONValue { Self.fields.document(of: self) }

    /// Returns the fields of this type's document as fields of another type's document.
    ///
    /// - Parameter part: A function that extracts a value of this type from a value of the other type.
    package static func fields<Whole>(
        of part: @escaping @Sendable (Whole) -> Self
    ) -> [Field<Whole>] {
        fields.lifted(part)
    }
}
