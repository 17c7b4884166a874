import Processor
import TextKit

/// The Stripe products whose objects are only recorded.
enum RecordedProducts {
    static let all: [RecordedResource] =
        TerminalRecords.all + IssuingRecords.all + IdentityRecords.all + TaxRecords.all + TreasuryRecords.all
        + BankRecords.all

    static let routes: [Route] =
        all.flatMap(\.routes) + TerminalRecords.links + IssuingRecords.transactions + TaxRecords.transactions
        + TreasuryRecords.helpers + IssuingRecords.bundles.routes + IdentityRecords.reportTypes.routes
        + TaxRecords.codes.routes + BankRecords.owners

    /// The type of the objects with each id prefix.
    static let kinds: [String: any StripeRepresentable.Type] = Dictionary(
        all.map { ($0.prefix, RecordedObject.self as any StripeRepresentable.Type) }
    ) { first, _ in first }
}

/// A list of objects that every account has and that no request changes.
struct FixedObjects: Sendable {
    /// The path of the list.
    let path: String
    /// The type of the objects in Stripe's JSON format.
    let type: String
    /// The ids of the objects, and their other fields.
    let objects: [(id: String, fields: JSONObject)]

    var routes: [Route] {
        [
            .get(path, simulates: Filters.part) { call in try call.part(of: objects.map(shown), at: path) },
            .get(path + "/{id}") { call in try object(call.path()) },
        ]
    }

    /// Returns an object in Stripe's JSON format, or throws an error if no object has this id.
    func object(_ id: String, by parameter: String? = nil) throws -> JSONTree {
        guard let found = objects.first(where: { $0.id == id }) else {
            throw ProcessorError.noSuch(type, id, parameter: parameter)
        }
        return shown(found)
    }

    private func shown(_ object: (id: String, fields: JSONObject)) -> JSONTree {
        var shown: JSONObject = ["id": object.id, "object": JSONTree.string(type)]
        for field in object.fields.members { shown.add(field.key, field.value) }
        return shown.tree
    }
}
