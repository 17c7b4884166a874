import TimeKit
import Processor
import TextKit

/// Replaces ids with the objects that they identify, as the `expand` parameter of a request specifies.
///
/// Source: Stripe API reference, "Expanding responses".
struct Expansion {
    static let deepest = 4
    private let work: EngineTransaction

    init(_ work: EngineTransaction) { self.work = work }

    /// Returns a JSON value in which the fields at these paths, such as `latest_charge.balance_transaction`, are
    /// expanded.
    ///
    /// - Throws: Status 400 for a path that is too deep or ends at a field that cannot be expanded.
    func expand(_ value: JSONTree, _ paths: [String]) throws -> JSONTree {
        try paths.reduce(value) { value, path in
            let steps = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            guard steps.count <= Self.deepest else {
                throw ProcessorError.invalid(
                    "You cannot expand more than \(Self.deepest) levels of a property: \(path).",
                    parameter: "expand")
            }
            return try expand(value, steps[...], path)
        }
    }

    private func expand(_ value: JSONTree, _ steps: ArraySlice<String>, _ path: String) throws -> JSONTree {
        guard let step = steps.first else { return value }
        switch value {
        case .null: return value
        case .array(let elements): return .array(try elements.map { try expand($0, steps, path) })
        case .object(let members):
            var object = JSONObject(members)
            let shape = object["object"]?.string.flatMap(StripeSpec.shape)
            switch try included(step, of: object) ?? object[step] {
            case .string(let id):
                guard shape?.expands(step) ?? true, let whole = try work.stripeJSON(id: id) else {
                    throw cannot(path)
                }
                object[step] = try expand(whole, steps.dropFirst(), path)
            case .array(let elements) where elements.allSatisfy({ $0.string != nil }):
                guard shape?.expands(step) ?? true else { throw cannot(path) }
                object[step] = .array(
                    try elements.map {
                        try expand(work.stripeJSON(id: $0.string ?? "") ?? $0, steps.dropFirst(), path)
                    })
            case .some(let part) where part.object != nil || !part.elements.isEmpty:
                object[step] = try expand(part, steps.dropFirst(), path)
            case .some, nil:
                // This object lacks the field, but other objects of the same type may have it.
                guard shape?.expands(step) ?? false else { throw cannot(path) }
            }
            return object.tree
        default: throw cannot(path)
        }
    }

    /// Returns the value of a field that Stripe includes only if the request expands it.
    private func included(_ step: String, of object: JSONObject) throws -> JSONTree? {
        guard let id = object["id"]?.string else { return nil }
        switch (object["object"]?.string ?? "", step) {
        case (Charge.objectName, "refunds"):
            return try work.list(
                ListPage(work.children(Refund.self, of: id).reversed(), hasMore: false),
                at: "/v1/charges/\(id)/refunds")
        case (Customer.objectName, "subscriptions"):
            let living = try work.children(Subscription.self, of: id).filter { !$0.status.isFinal }
            return try work.list(
                ListPage(living.reversed(), hasMore: false), at: "/v1/customers/\(id)/subscriptions")
        case (Customer.objectName, "tax_ids"): return try work.taxIDs(ofCustomer: id)
        case (Invoice.objectName, "payments"): return try work.find(Invoice.self, id)?.payments
        case (Invoice.objectName, "confirmation_secret"):
            guard let intentID = try work.find(Invoice.self, id)?.paymentIntent,
                let intent = try work.find(PaymentIntent.self, intentID)
            else { return nil }
            return ["client_secret": .string(intent.clientSecret), "type": "payment_intent"]
        case (CheckoutSession.objectName, "line_items"):
            return try work.find(CheckoutSession.self, id).map { try $0.lineItems(work) }
        case (Quote.objectName, "line_items"):
            return try work.find(Quote.self, id).map { try $0.lineItems(work) }
        case (PaymentLink.objectName, "line_items"):
            return try work.find(PaymentLink.self, id).map { try $0.lineItems(work) }
        default: return nil
        }
    }

    private func cannot(_ path: String) -> ProcessorError {
        .invalid("This property cannot be expanded (\(path)).", parameter: "expand")
    }
}
