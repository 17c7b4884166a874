import Processor
import TextKit

/// One operation of Stripe's API: where it stands, which parameters it acts on, and what it does.
struct Route: Sendable {
    /// The verb of a request.
    enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case delete = "DELETE"
    }

    var method: Method
    /// As in Stripe's description: `/v1/refunds/{refund}`.
    var pattern: String
    /// The parameters that it acts on, `transfer_data[destination]`; a name stands for all its parts.
    var simulates: Set<String>
    /// The parameters that are kept and shown as given, and from which nothing follows here.
    var keeps: Set<String>
    /// A page with the client secret may ask for it, with a publishable key.
    var isPublic = false
    /// What it does.
    var answer: @Sendable (Call) throws -> JSONTree

    /// `POST /v1/refunds/{refund}`
    var operation: String { "\(method.rawValue) \(pattern)" }
}

/// Routes that read.
extension Route {
    /// Retrieves the object that the path names.
    static func one<Noun: Shaped>(_ pattern: String, _ kind: Noun.Type, _ name: String? = nil) -> Route {
        .get(pattern) { call in try call.shown(call.noun(kind, name)) }
    }

    /// Lists objects, newest first.
    ///
    /// - Parameters:
    ///   - fields: Parameters that filter, and the stored field of each.
    ///   - fixed: What the listed objects have in common.
    ///   - hasAccounts: Whether objects belong to the platform or to a connected account.
    static func list<Noun: Shaped>(
        _ pattern: String, _ kind: Noun.Type, by fields: [String: String] = [:],
        where fixed: ListFilter = [:],
        hasAccounts: Bool = false, parameters: Set<String> = Filters.list
    ) -> Route {
        .get(pattern, simulates: parameters.union(fields.keys)) { call in
            try call.listed(
                kind, of: hasAccounts ? call.account : nil, where: call.filter(fields).merging(fixed) { $1 })
        }
    }

    /// Lists all objects that belong to the one in the path, newest first.
    static func children<Noun: Shaped, Owner: Shaped>(
        _ pattern: String, _ kind: Noun.Type, of owner: Owner.Type
    ) -> Route {
        .get(pattern, simulates: Filters.part) { call in
            let nouns = try call.work.children(kind, of: call.noun(owner).id)
            return try call.work.list(call.work.page(nouns, call.listQuery()), at: call.address)
        }
    }

    /// Searches objects.
    ///
    /// - Parameter fields: What can be searched besides metadata.
    static func search<Noun: Shaped>(
        _ path: String, _ kind: Noun.Type, by fields: [String: @Sendable (Noun) -> String?],
        metadata: @escaping @Sendable (Noun) -> Metadata
    ) -> Route {
        .get(path + "/search", simulates: Filters.search) { call in
            try SearchQuery(call).page(of: kind, fields: fields, metadata: metadata)
        }
    }
}

extension Route {
    static func get(

        _ pattern: String, simulates: Set<String> = [], isPublic: Bool = false,
        _ answer: @escaping @Sendable (Call) throws -> JSONTree
    ) -> Route {
        Route(
            method: .get, pattern: pattern, simulates: simulates, keeps: [], isPublic: isPublic,
            answer: answer)
    }

    static func post(
        _ pattern: String, simulates: Set<String> = [], keeps: Set<String> = [], isPublic: Bool = false,
        _ answer: @escaping @Sendable (Call) throws -> JSONTree
    ) -> Route {
        Route(
            method: .post, pattern: pattern, simulates: simulates, keeps: keeps, isPublic: isPublic,
            answer: answer)
    }

    static func delete(
        _ pattern: String, simulates: Set<String> = [],
        _ answer: @escaping @Sendable (Call) throws -> JSONTree
    ) -> Route {
        Route(method: .delete, pattern: pattern, simulates: simulates, keeps: [], answer: answer)
    }
}

extension Route {
    /// The parameters that every operation takes.
    private static let everywhere: Set<String> = ["expand"]

    /// Refuses a parameter that Stripe has and that nothing here acts on or keeps: silence would be a lie.
    func checkSimulated(_ values: JSONObject, in owner: String? = nil) throws {
        for field in values.members {
            let name = owner.map { "\($0)[\(field.key)]" } ?? field.key
            if simulates.contains(name) || keeps.contains(name) || Self.everywhere.contains(name) { continue }
            let prefix = name + "["
            if simulates.contains(where: { $0.hasPrefix(prefix) })
                || keeps.contains(where: { $0.hasPrefix(prefix) })
            {
                switch field.value {
                case .object(let parts):
                    try checkSimulated(JSONObject(parts), in: name)
                    continue
                case .array(let elements):
                    for element in elements { try element.object.map { try checkSimulated($0, in: name) } }
                    continue
                case .null: continue
                default: break
                }
            }
            throw ProcessorError.invalid(
                "parameter_not_simulated",
                "Stripe has the parameter '\(name)' for \(operation); this simulated processor does not simulate it yet.",
                parameter: name)
        }
    }
}
