import Processor
import TimeKit

/// A tax id of a customer or of an account.
///
/// Source: Stripe API reference, "Tax IDs".
struct TaxID: StoredObject {
    /// The type of a tax id's owner.
    enum Holder: String, Codable {
        case customer, account
        case own = "self"
    }

    /// The result of verifying a tax id with the country that issued it.
    enum Verification: String, Codable {
        case pending, verified, unverified, unavailable
    }

    static let objectName = "tax_id"
    /// The id, `txi_…`.
    var id: String
    var created: Timestamp
    /// The type, such as `eu_vat`.
    var type: String
    var value: String
    var holder: Holder
    /// The id of the customer, or nil for an account's tax id.
    var customer: String?
    /// The id of the connected account in the request's `owner[account]`, or nil if the request did not
    /// contain this parameter.
    var ownerAccount: String?
    var verification: Verification

    var parent: String? { customer }

    /// The two-letter code of the country that issued the tax id. Nil if no single country issues ids of this
    /// type.
    var country: String? {
        let prefix = String(type == "eu_vat" ? value.prefix(2) : type.prefix(2)).uppercased()
        guard prefix.allSatisfy({ $0.isASCII && $0.isLetter }), prefix != "EU" else { return nil }
        return prefix == "EL" ? "GR" : prefix
    }
}
