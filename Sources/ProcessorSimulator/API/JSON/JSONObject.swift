/// The fields of a JSON object, each name once, in order.
struct JSONObject: Hashable, Sendable {
    private(set) var fields: [Field] = []

    /// One field.
    struct Field: Hashable, Sendable {
        var name: String
        var value: JSONValue
    }

    init() {}

    init(_ fields: [(String, JSONValue)]) {
        self.fields.reserveCapacity(fields.count)
        for (name, value) in fields { self.fields.append(Field(name: name, value: value)) }
    }

    /// The value of a field; set to nil, the field is not there.
    subscript(name: String) -> JSONValue? {
        get { fields.first { $0.name == name }?.value }
        set {
            guard let place = fields.firstIndex(where: { $0.name == name }) else {
                if let newValue { fields.append(Field(name: name, value: newValue)) }
                return
            }
            if let newValue { fields[place].value = newValue } else { fields.remove(at: place) }
        }
    }

    /// Adds a field that is not there yet.
    mutating func add(_ name: String, _ value: JSONValue) { fields.append(Field(name: name, value: value)) }

    /// Gives the field at a place another value.
    mutating func set(_ value: JSONValue, at place: Int) { fields[place].value = value }

    /// Puts the fields of another object over these: nested objects are put over one another, null wipes.
    mutating func lay(_ other: JSONObject) {
        for field in other.fields {
            if case .object(let part) = field.value, case .object(var own)? = self[field.name] {
                own.lay(part)
                self[field.name] = .object(own)
            } else {
                self[field.name] = field.value
            }
        }
    }
}

extension JSONObject {
    /// The fields that another object has otherwise; of objects in both, the parts that differ; null for what it has more.
    func differing(from other: JSONObject) -> JSONObject {
        var differing = JSONObject()
        for field in fields where other[field.name] != field.value {
            if case .object(let part) = field.value, case .object(let otherPart)? = other[field.name] {
                differing[field.name] = .object(part.differing(from: otherPart))
            } else {
                differing[field.name] = field.value
            }
        }
        for field in other.fields where self[field.name] == nil { differing[field.name] = .null }
        return differing
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral fields: (String, JSONValue)...) { self.init(fields) }
}
