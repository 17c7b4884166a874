/// A field of a request, and the destination of its value in a form.
package struct RequestField<Form>: Sendable {
    package typealias Path<Content> = any WritableKeyPath<Form, Content> & Sendable
    package typealias Setter<Content> = @Sendable (inout Form, Content) -> Void

    /// The destination of a field's value. Except for `elsewhere`, the destination is a function that stores
    /// the value in the form.
    package enum Target: Sendable {
        case text(Setter<String>)
        case texts(Setter<[String]>)
        case number(Setter<Int64>)
        case bool(Setter<Bool>)
        /// An amount: a number of minor units in the request, and a decimal string in the form.
        case amount(Setter<String>)
        case amounts(Setter<[String]>)
        /// The value is not stored in the form. The caller reads it from the request.
        case elsewhere
    }

    /// The field's key, schema and meaning.
    package let described: APIField
    package let target: Target
    /// Whether scenario files can also set this field, under the same key.
    package let isInScenarios: Bool

    private init(_ described: APIField, _ target: Target, inScenarios: Bool = false) {
        self.described = described
        self.target = target
        isInScenarios = inScenarios
    }

    /// Creates a field whose value the caller reads from the request.
    package init(_ described: APIField) { self.init(described, .elsewhere) }

    package init(_ described: APIField, sets path: Path<String?>, inScenarios: Bool = false) {
        self.init(described, .text { $0[keyPath: path] = $1 }, inScenarios: inScenarios)
    }

    package init(_ described: APIField, sets path: Path<[String]>) {
        self.init(described, .texts { $0[keyPath: path] = $1 })
    }

    package init(_ described: APIField, sets path: Path<Int?>, inScenarios: Bool = false) {
        self.init(described, .number { $0[keyPath: path] = Int($1) }, inScenarios: inScenarios)
    }

    package init(_ described: APIField, sets path: Path<Int64?>) {
        self.init(described, .number { $0[keyPath: path] = $1 })
    }

    package init(_ described: APIField, sets path: Path<Bool>, inScenarios: Bool = false) {
        self.init(described, .bool { $0[keyPath: path] = $1 }, inScenarios: inScenarios)
    }

    package init(_ described: APIField, setsAmount path: Path<String?>) {
        self.init(described, .amount { $0[keyPath: path] = $1 })
    }

    package init(_ described: APIField, setsAmounts path: Path<[String]?>) {
        self.init(described, .amounts { $0[keyPath: path] = $1 })
    }
}
