import Processor
import TextKit

/// A fixed list of objects that exist in every account. No request changes them.
struct FixedObjects: Sendable {
    /// The path of the list.
    let path: String
    /// The value of the `object` field of each object in Stripe's JSON format.
    let type: String
    /// The objects, each with its id and its other fields.
    let objects: [(id: String, fields: JSONObject)]

    var routes: [Route] {
        [
            .get(path, simulates: Filters.part) { call in try call.part(of: objects.map(shown)) },
            .get(path + "/{id}") { call in try object(call.path()) },
        ]
    }

    /// Returns an object in Stripe's JSON format, or throws an error if no object has this id.
    func object(_ id: String, by parameter: String? = nil) throws -> JSONObject {
        guard let found = objects.first(where: { $0.id == id }) else {
            throw ProcessorError.noSuch(type, id, parameter: parameter)
        }
        return shown(found)
    }

    private func shown(_ object: (id: String, fields: JSONObject)) -> JSONObject {
        var shown: JSONObject = ["id": object.id, "object": type]
        for field in object.fields.members { shown.add(field.key, field.value) }
        return shown
    }
}
