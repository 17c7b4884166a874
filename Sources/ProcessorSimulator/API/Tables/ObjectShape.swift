import TextKit

/// What Stripe's description says of the fields of one object.
struct ObjectShape: Sendable {
    var fields: [Field]

    /// One field.
    struct Field: Sendable {
        var name: String
        var isRequired: Bool
        var isNullable: Bool
        var isExpandable: Bool
    }

    /// Whether a field holds the id of another object, which may be asked for whole.
    func expands(_ name: String) -> Bool { fields.first { $0.name == name }?.isExpandable ?? false }

    /// The object of these fields, with null for each that may be null and was not named, as Stripe does.
    func complete(_ known: JSONObject) -> JSONObject {
        var object = known
        for name in nullNames where object[name] == nil { object[name] = .null }
        return object
    }

    private let nullNames: [String]

    init(fields: [Field]) {
        self.fields = fields
        nullNames = fields.filter(\.isNullable).map(\.name)
    }
}
