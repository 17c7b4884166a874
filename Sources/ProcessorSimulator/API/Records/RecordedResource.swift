import Processor
import TextKit
import TimeKit

/// A Stripe resource whose objects are only recorded, such as the cards of Stripe Issuing.
///
/// The routes to create, retrieve, update, list and delete its objects are derived from Stripe's
/// specification. A new object has the fields of its ``RecordTemplate`` and those that the request sets.
struct RecordedResource: Sendable {
    /// The type of the objects, such as `issuing.card`.
    let type: String
    /// The prefix of the ids, such as `ic`.
    let prefix: String
    /// The path of the collection, such as `/v1/issuing/cards`.
    let path: String
    /// The path of the operation that creates an object, if it differs from ``path``. Stripe creates such objects
    /// only in test mode.
    var creationPath: String?
    /// The fields of a new object that differ from the template.
    var initial: JSONObject = [:]
    /// The parameters that contain the id of another object.
    var references: [Reference] = []
    /// The parameters that are accepted although the response has no field of the same name.
    var uses: Set<String> = []
    /// Completes the fields of a new object.
    var complete: Completion = { _, _ in }
    /// Completes the fields of an object that a request updates.
    var completeUpdate: Completion = { _, _ in }
    /// Makes the changes that need the id of the new object.
    var whenCreated: @Sendable (Call, RecordedObject) throws -> Void = { _, _ in }
    /// Additional operations on an object, such as those that change its status.
    var actions: [Action] = []

    /// A function that changes an object's fields as a request requires.
    typealias Completion = @Sendable (Call, inout JSONObject) throws -> Void

    /// A parameter that contains the id of another object.
    struct Reference: Sendable {
        let parameter: String
        let type: String
        /// Whether the response's field with the same name as the parameter contains the whole referenced
        /// object instead of its id.
        var isWhole = false
    }

    /// An additional operation on an object, such as a change of its status.
    struct Action: Sendable {
        /// The path, with a placeholder for the object's id.
        let path: String
        /// The statuses that allow the operation. If empty, every status allows it.
        var from: Set<String> = []
        /// The parameters that are accepted in addition to the metadata.
        var uses: Set<String> = []
        /// The fields that the operation changes, with their new values.
        var changes: JSONObject = [:]
        /// The last part of the event's type.
        var event = "updated"
        /// Whether the operation's `metadata` parameter changes the object's metadata.
        var takesMetadata = true
        /// Makes the changes that depend on the request, after ``changes`` has been applied.
        var complete: Completion = { _, _ in }
    }
}

extension RecordedResource {
    /// The routes of the resource.
    var routes: [Route] {
        var all = StripeSpec.operations.compactMap(route).sorted { $0.operation < $1.operation }
        if let path = creationPath {
            all.append(.post(path, simulates: simulates("POST \(path)")) { try $0.shown(create($0)) })
        }
        return all + actions.map(route)
    }

    /// Returns the route of an operation on the collection or on one of its objects, or nil for other operations.
    private func route(_ operation: String) -> Route? {
        let words = operation.split(separator: " ").map(String.init)
        guard let method = Route.Method(rawValue: words[0]), words[1].hasPrefix(path) else { return nil }
        let rest = words[1].dropFirst(path.count)
        let isOne = rest.hasPrefix("/{") && rest.hasSuffix("}") && !rest.dropFirst().contains("/")
        guard rest.isEmpty || isOne else { return nil }
        let simulated = simulates(operation)
        switch (method, isOne) {
        case (.get, false): return .get(words[1], simulates: simulated.union(Filters.list), list)
        case (.post, false): return .post(words[1], simulates: simulated) { try $0.shown(create($0)) }
        case (.get, true): return .get(words[1]) { try $0.shown(object($0)) }
        case (.post, true): return .post(words[1], simulates: simulated, update)
        case (.delete, true): return .delete(words[1], delete)
        case (.delete, false): return nil
        }
    }

    private func route(_ action: Action) -> Route {
        let metadata = action.takesMetadata ? ["metadata"] : []
        let simulated = StripeSpec.parameterNames(of: "POST \(action.path)").intersection(metadata)
        return .post(action.path, simulates: simulated.union(action.uses)) { call in
            let object = try object(call)
            var fields = try object.fields
            let status = fields["status"]?.string ?? ""
            try require(
                action.from.isEmpty || action.from.contains(status),
                "This operation requires the status \(action.from.sorted().joined(separator: " or ")), but the status of \(object.id) is \(status)."
            )
            fields.lay(action.changes)
            if action.takesMetadata { try layMetadata(call, over: &fields) }
            try action.complete(call, &fields)
            return try call.shown(call.work.change(object, to: fields, event: action.event))
        }
    }

    /// Returns the names of an operation's parameters that this resource stores or uses.
    private func simulates(_ operation: String) -> Set<String> {
        let template = RecordTemplate.object(type)
        return StripeSpec.parameterNames(of: operation).filter { template[$0] != nil || uses.contains($0) }
    }

    /// Creates an object from a request.
    private func create(_ call: Call) throws -> RecordedObject {
        var fields = RecordTemplate.object(type)
        fields.lay(initial)
        try lay(call, over: &fields)
        try complete(call, &fields)
        let object = try call.work.record(type, prefix: prefix, fields)
        try whenCreated(call, object)
        let finished = try call.work.recorded(type, object.id) ?? object
        try call.work.announce(finished, "created")
        return finished
    }

    private func object(_ call: Call) throws -> RecordedObject { try call.work.named(type, call.path()) }

    private func update(_ call: Call) throws -> JSONObject {
        let object = try object(call)
        var fields = try object.fields
        try lay(call, over: &fields)
        try completeUpdate(call, &fields)
        return try call.shown(call.work.change(object, to: fields))
    }

    private func delete(_ call: Call) throws -> JSONObject {
        let object = try object(call)
        try call.work.wipe(object.id)
        return ["id": object.id, "object": type, "deleted": true]
    }

    private func list(_ call: Call) throws -> JSONObject {
        let filters = call.parameters.members.filter {
            !Filters.list.contains($0.key) && $0.key != "expand" && !$0.value.isNull
        }
        return try call.scanned(RecordedObject.self, where: ["type": type]) { object in
            let fields = try object.fields
            return filters.allSatisfy { filter in
                (filter.key == "status" && filter.value == "all")
                    || Self.matches(fields[filter.key] ?? .null, filter.value)
            }
        }
    }

    /// Returns whether a field matches a filter. The filter is a value, an id, the bounds `gt`, `gte`, `lt`
    /// and `lte`, or an object whose nested values must all match.
    private static func matches(_ value: JSONTree, _ filter: JSONTree) -> Bool {
        guard let parts = filter.object else { return value == filter || value["id"] == filter }
        return parts.members.allSatisfy { part in
            guard let number = value.integer, let bound = part.value.integer else {
                return matches(value[part.key], part.value)
            }
            return switch part.key {
            case "gt": number > bound
            case "gte": number >= bound
            case "lt": number < bound
            case "lte": number <= bound
            default: false
            }
        }
    }

    /// Sets the fields that the request contains. Throws an error if the request refers to an object that
    /// does not exist.
    private func lay(_ call: Call, over fields: inout JSONObject) throws {
        RecordTemplate.lay(call.parameters, over: &fields, at: type)
        try layMetadata(call, over: &fields)
        for reference in references {
            guard let id = call[reference.parameter].string else { continue }
            let found = try call.work.stripeJSON(reference.type, id: id, by: reference.parameter)
            fields[reference.parameter] = reference.isWhole ? found.tree : .string(id)
        }
    }

    private func layMetadata(_ call: Call, over fields: inout JSONObject) throws {
        guard call.has("metadata"), let old = fields["metadata"] else { return }
        fields["metadata"] = try call.metadata(over: old.metadata).tree
    }
}
