import Processor
import TextKit
import TimeKit

/// A Stripe object that is recorded but has no further effect, such as an Issuing card.
///
/// Such an object has an id, a status and the fields that requests have set. It moves no money.
struct RecordedObject: StoredObject {
    static let objectName = "recorded_object"
    var id: String
    var created: Timestamp
    /// The type in Stripe's JSON format, such as `issuing.card`.
    var type: String
    /// The id of the object to which this object belongs, or nil.
    var parent: String?
    /// All fields as JSON, except for the id and the type.
    var json: String

    /// The fields, except for the id and the type.
    var fields: JSONObject {
        get throws { try JSONTree(Array(json.utf8), atMost: .max).object ?? JSONObject() }
    }
}

extension RecordedObject: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        var object: JSONObject = ["object": type]
        for field in try fields.members { object.add(field.key, field.value) }
        return object
    }
}

extension EngineTransaction {
    /// Stores a new object. The caller emits its event.
    func record(_ type: String, prefix: String, _ fields: JSONObject, parent: String? = nil) throws
        -> RecordedObject
    {
        var fields = fields
        if fields["created"] != nil { fields["created"] = .integer(now.seconds) }
        let object = RecordedObject(
            id: try newID(prefix), created: now, type: type, parent: parent,
            json: String(decoding: fields.tree.bytes, as: UTF8.self))
        try put(object)
        return object
    }

    /// Stores an object's new fields, and emits an event if Stripe has an event of this type.
    ///
    /// - Parameter event: The last part of the event's type, such as `updated`, or nil for no event.
    @discardableResult
    func change(_ object: RecordedObject, to fields: JSONObject, event: String? = "updated") throws
        -> RecordedObject
    {
        var object = object
        object.json = String(decoding: fields.tree.bytes, as: UTF8.self)
        try put(object)
        if let event { try announce(object, event) }
        return object
    }

    /// Emits an event about an object that was just stored, if Stripe has events of this type.
    ///
    /// - Parameter event: The last part of the event's type, such as `created`.
    func announce(_ object: RecordedObject, _ event: String) throws {
        let isOfIssuing = object.type.hasPrefix("issuing.")
        let type = "\(isOfIssuing ? object.type.replacing(".", with: "_") : object.type).\(event)"
        if StripeSpec.eventTypes.contains(type) { try emit(type, encoded(object)) }
    }

    /// Returns the recorded object with this id and type, or nil.
    func recorded(_ type: String, _ id: String?) throws -> RecordedObject? {
        guard let object = try find(RecordedObject.self, id), object.type == type else { return nil }
        return object
    }

    /// Returns the recorded object with this id and type.
    ///
    /// - Parameter parameter: The name of the parameter with the id, or nil if the id is in the path.
    /// - Throws: `resource_missing` if the object does not exist.
    func named(_ type: String, _ id: String, by parameter: String? = nil) throws -> RecordedObject {
        guard let object = try recorded(type, id) else {
            throw ProcessorError.noSuch(type, id, parameter: parameter)
        }
        return object
    }

    /// Returns the object with this id, recorded or not, in Stripe's JSON format.
    ///
    /// - Parameters:
    ///   - type: The type that the object must have, such as `customer`.
    ///   - parameter: The name of the parameter with the id.
    /// - Throws: `resource_missing` if the object does not exist or has a different type.
    func stripeJSON(_ type: String, id: String, by parameter: String) throws -> JSONObject {
        guard let found = try stripeJSON(id: id), found["object"]?.string == type else {
            throw ProcessorError.noSuch(type, id, parameter: parameter)
        }
        return found
    }
}
