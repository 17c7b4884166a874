import Processor
import TextKit

/// The expansion of a response: ids are replaced with the objects that they identify, as the request's
/// `expand` parameter specifies.
///
/// The validity of a path depends only on the schema of the response, not on the objects in the response.
///
/// Source: Stripe API reference, "Expanding responses"; Stripe's API description, `x-expandableFields`.
struct Expansion {
    static let deepest = 4
    let work: EngineTransaction

    init(_ work: EngineTransaction) { self.work = work }

    /// Checks the paths of a request, such as `latest_charge.balance_transaction`.
    ///
    /// - Parameter schemas: The schemas of the response.
    /// - Throws: ``ProcessorError`` with status 400 for a path that is too deep or contains a field that
    ///   cannot be expanded.
    static func check(_ paths: [String], _ schemas: [Substring]) throws(ProcessorError) {
        for path in paths {
            let steps = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            try require(
                steps.count <= deepest, "property_expansion_max_depth",
                "You cannot expand more than \(deepest) levels of a property. Property: \(path.prefix(200))",
                parameter: "expand")
            var reached = schemas
            for step in steps {
                reached = reached.flatMap { StripeSpec.targets(of: $0, step) }
                try require(
                    !reached.isEmpty, "This property cannot be expanded (\(path.prefix(200))).",
                    parameter: "expand")
            }
        }
    }

    /// Returns the schemas of a response to an operation that is missing from Stripe's specification. The
    /// schemas are derived from the response's `object` fields.
    static func schemas(of response: JSONObject) -> [Substring] {
        let type = response["object"]?.string ?? ""
        guard type == "list" else { return [type[...]] }
        return [("*" + (response["data"]?.elements.first?["object"].string ?? ""))[...]]
    }

    /// Returns a JSON value in which the fields at these paths are expanded. ``check(_:_:)`` must have
    /// accepted the paths.
    func expand(_ value: JSONTree, _ paths: [String], _ schemas: [Substring]) throws -> JSONTree {
        try paths.reduce(value) { value, path in
            try expand(value, path.split(separator: ".").map(String.init)[...], schemas)
        }
    }

    private func expand(_ value: JSONTree, _ steps: ArraySlice<String>, _ schemas: [Substring]) throws
        -> JSONTree
    {
        guard let step = steps.first else { return value }
        switch value {
        case .array(let elements): return .array(try elements.map { try expand($0, steps, schemas) })
        case .object(let members):
            var object = JSONObject(members)
            let type = object["object"]?.string.map { Substring($0) }
            let own = type.flatMap { schemas.contains($0) ? [$0] : nil } ?? schemas
            let reached = own.flatMap { StripeSpec.targets(of: $0, step) }
            // An object that an earlier path expanded is kept.
            let isWhole =
                object[step]?.object != nil && !["total_details", "fixed_amount"].contains(step)
            guard !reached.isEmpty,
                let part = try (isWhole ? nil : included(steps, of: object)) ?? object[step]
            else { return value }
            // A string is never an id.
            object[step] = reached == ["="] ? part : try expand(whole(part), steps.dropFirst(), reached)
            return object.tree
        default: return value
        }
    }

    /// Replaces an id, or each id in a list, with the object that it identifies. Returns any other value
    /// unchanged.
    private func whole(_ value: JSONTree) throws -> JSONTree {
        switch value {
        case .string(let id): try work.stripeJSON(id: id)?.tree ?? value
        case .array(let elements): .array(try elements.map(whole))
        default: value
        }
    }
}
