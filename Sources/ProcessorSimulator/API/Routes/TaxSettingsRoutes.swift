import Processor
import TextKit
import TimeKit

/// The tax settings of an account. The settings are stored but have no effect, because the processor does not
/// calculate taxes automatically.
///
/// Source: Stripe API reference, "Tax Settings".
struct TaxSettings: StoredObject {
    static let objectName = "tax.settings"
    /// The id of the stored object. API responses do not contain this id.
    var id: String
    var created: Timestamp
    var taxBehavior: String?
    var taxCode: String?
    /// The address of the head office, or nil.
    var address: JSONTree?
}

/// The routes of `/v1/tax/settings`.
enum TaxSettingsRoutes {
    static let all: [Route] = [
        .get(settings) { call in shown(try call.taxSettings()) },
        .post(settings, simulates: ["defaults", "head_office"]) { call in
            var settings =
                try call.taxSettings()
                ?? TaxSettings(id: call.work.newID("taxset"), created: call.work.now)
            let defaults = call["defaults"]
            settings.taxBehavior = defaults["tax_behavior"].string ?? settings.taxBehavior
            settings.taxCode = defaults["tax_code"].string ?? settings.taxCode
            if let address = call["head_office"]["address"].object {
                settings.address = try checked(address)
            }
            return shown(try call.work.put(settings).object)
        },
    ]

    private static let settings = "/v1/tax/settings"

    private static func checked(_ given: JSONObject) throws -> JSONTree {
        let country = given["country"]?.string ?? ""
        guard country.utf8.count == 2, country.allSatisfy({ $0.isASCII && $0.isUppercase }) else {
            throw ProcessorError.invalid(
                "The country of the head office must be a two-letter code in capital letters, such as US.",
                parameter: "head_office[address][country]")
        }
        let names = ["city", "country", "line1", "line2", "postal_code", "state"]
        return JSONObject(names) { given[$0] ?? .null }.tree
    }

    /// Returns settings in Stripe's JSON format. The status is `pending` until the address of the head office
    /// is set.
    private static func shown(_ settings: TaxSettings?) -> JSONObject {
        let address = settings?.address
        return [
            "object": "tax.settings",
            "defaults": [
                "provider": "stripe", "tax_behavior": settings?.taxBehavior,
                "tax_code": settings?.taxCode,
            ] as JSONObject,
            "head_office": address.map { ["address": $0] as JSONObject }, "livemode": false,
            "status": address == nil ? "pending" : "active",
            "status_details": address == nil
                ? ["pending": ["missing_fields": ["head_office"]]] as JSONTree : ["active": [:]],
        ]
    }
}

extension Call {
    fileprivate func taxSettings() throws -> TaxSettings? {
        try work.list(TaxSettings.self, ListQuery(limit: 1)).data.first
    }
}
