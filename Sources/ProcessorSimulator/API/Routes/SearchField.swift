import Processor
import TextKit

/// A field that a search query can contain.
///
/// Source: Stripe documentation, "Search", "Query fields" and "Field types".
struct SearchField: Hashable, Sendable {
    /// The type of a field, which determines its operators.
    enum Kind: Hashable, Sendable {
        /// A string that a search can match as a whole or in part.
        case text
        /// A string or a boolean that is compared as a whole.
        case token
        case number
    }

    var kind: Kind
    /// The path to the value in the object's JSON, such as `["last_finalization_error", "code"]`.
    var path: [String]

    init(_ kind: Kind, _ path: [String]) { (self.kind, self.path) = (kind, path) }

    /// Returns a field of a resource, such as `customers`. Returns nil if Stripe does not support searches by
    /// this field.
    static func named(_ name: String, of resource: String) -> SearchField? {
        if let path = paths[resource + "." + name] { return SearchField(.token, path) }
        if numbers[resource]?.contains(name) == true { return SearchField(.number, [name]) }
        if texts[resource]?.contains(name) == true {
            return SearchField(.text, name.split(separator: ".").map(String.init))
        }
        if tokens[resource]?.contains(name) == true { return SearchField(.token, [name]) }
        let steps = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if resource == "charges", steps.count == 3, steps[0] == "payment_method_details",
            ["last4", "exp_month", "exp_year", "brand", "fingerprint"].contains(steps[2])
        {
            return SearchField(.token, steps)
        }
        return nil
    }

    private static let numbers: [String: Set<String>] = [
        "charges": ["amount", "created"], "customers": ["created"], "invoices": ["created", "total"],
        "payment_intents": ["amount", "created"], "subscriptions": ["canceled_at", "created"],
    ]
    private static let texts: [String: Set<String>] = [
        "charges": ["billing_details.address.postal_code"], "customers": ["email", "name", "phone"],
        "invoices": ["number", "receipt_number"], "prices": ["lookup_key"],
        "products": ["description", "name", "url"],
    ]
    private static let tokens: [String: Set<String>] = [
        "charges": ["currency", "customer", "disputed", "refunded", "status"],
        "invoices": ["currency", "customer", "status"],
        "payment_intents": ["currency", "customer", "status"],
        "prices": ["active", "currency", "product", "type"],
        "products": ["active", "shippable"], "subscriptions": ["status"],
    ]
    /// The JSON paths of the fields whose paths differ from their names. Each key consists of the resource
    /// and the field's name.
    private static let paths: [String: [String]] = [
        "invoices.subscription": ["parent", "subscription_details", "subscription"],
        "invoices.last_finalization_error_code": ["last_finalization_error", "code"],
        "invoices.last_finalization_error_type": ["last_finalization_error", "type"],
    ]

    /// Checks that the field supports the operator and the value of a clause.
    func check(_ clause: SearchQuery.Clause) throws(ProcessorError) {
        let name = clause.isMetadata ? "metadata" : clause.field
        guard let value = clause.value else {
            guard clause.comparison == .equals else {
                throw SearchQuery.refused(
                    "Field `\(name)` can be compared with null only by using the operator `:`.")
            }
            return
        }
        switch (clause.comparison, kind) {
        case (.equals, .text), (.equals, .token): break
        case (.contains, .text):
            guard value.count >= 3 else {
                throw SearchQuery.refused(
                    "The operator `~` requires a value of at least 3 characters for the field `\(name)`.")
            }
        case (.contains, _):
            throw SearchQuery.refused("Field `\(name)` does not support the operator `~`.")
        case (_, .number):
            guard Int64(value) != nil else {
                throw SearchQuery.refused(
                    "Field `\(name)` is numeric, and must be compared with a whole number.")
            }
        default: throw SearchQuery.refused("Field `\(name)` does not support the operators `<` and `>`.")
        }
    }

    /// Returns whether an object in Stripe's JSON format matches a checked clause. Strings are compared
    /// case-insensitively.
    func matches(_ clause: SearchQuery.Clause, in object: JSONTree) -> Bool {
        isMatch(clause, Self.text(path.reduce(object) { $0[$1] })) != clause.isNegated
    }

    private func isMatch(_ clause: SearchQuery.Clause, _ found: String?) -> Bool {
        guard let wanted = clause.value else { return found == nil }
        guard let found else { return false }
        if kind == .number {
            guard let found = Int64(found), let wanted = Int64(wanted) else { return false }
            switch clause.comparison {
            case .equals: return found == wanted
            case .less: return found < wanted
            case .lessOrEqual: return found <= wanted
            case .greater: return found > wanted
            case .greaterOrEqual: return found >= wanted
            case .contains: return false
            }
        }
        let (one, other) = (found.lowercased(), wanted.lowercased())
        return clause.comparison == .contains ? one.contains(other) : one == other
    }

    private static func text(_ value: JSONTree) -> String? {
        switch value {
        case .string(let text): text
        case .number(let digits): digits
        case .bool(let bool): String(bool)
        default: nil
        }
    }
}
