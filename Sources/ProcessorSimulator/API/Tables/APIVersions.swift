import Processor

/// The versions of Stripe's API that clients can request in the `Stripe-Version` header.
///
/// Source: Stripe documentation, "API versioning".
public enum APIVersions {
    /// The names of the releases that this processor simulates. Versions with the same release name are
    /// compatible with each other.
    ///
    /// Stripe's specification describes the `dahlia` release. The `endive` release is newer, and is used by
    /// stripe-python 16.1.0 (`_api_version.py`). A request with a parameter that exists only in `endive`
    /// fails with an error that contains the parameter's name.
    ///
    /// Source: Stripe documentation, "API versioning", "Monthly releases".
    public static let releases = ["dahlia", "endive"]

    /// Returns whether this processor simulates a version.
    public static func simulates(_ version: String) -> Bool {
        isVersion(version) && releases.contains { version.hasSuffix("." + $0) }
    }

    /// Returns the version in a `Stripe-Version` header, without beta suffixes. Returns nil if the header is
    /// malformed.
    public static func version(in header: String) -> String? {
        let version = String(header.prefix { $0 != ";" })
        return isVersion(version) ? version : nil
    }

    /// Returns whether a string has the form of a version, such as `2026-05-27.dahlia` or `2020-08-27`.
    static func isVersion(_ text: String) -> Bool {
        let halves = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let date = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard date.map(\.utf8.count) == [4, 2, 2],
            date.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return false }
        guard halves.count == 2 else { return true }
        return (1...20).contains(halves[1].utf8.count)
            && halves[1].utf8.allSatisfy { (0x61...0x7A).contains($0) }
    }

    /// The parameters that the newer release adds to the specification, keyed by operation.
    ///
    /// Source: the `params` classes of stripe-python 16.1.0, compared with Stripe's specification.
    private static let newer: [String: Set<String>] = [
        "POST /v1/payment_intents": ["allowed_payment_method_types"],
        "POST /v1/payment_intents/{intent}": ["allowed_payment_method_types"],
        "POST /v1/payment_intents/{intent}/confirm": ["allowed_payment_method_types"],
        "POST /v1/setup_intents": ["allowed_payment_method_types"],
        "POST /v1/setup_intents/{intent}": ["allowed_payment_method_types"],
        "POST /v1/setup_intents/{intent}/confirm": ["allowed_payment_method_types"],
        "POST /v1/checkout/sessions/{session}": ["payment_intent_data"],
        "POST /v1/invoiceitems/{invoiceitem}": ["invoicing_rules"],
        "POST /v1/payment_links/{payment_link}": [
            "application_fee_amount", "application_fee_percent", "consent_collection", "on_behalf_of",
            "shipping_options", "transfer_data",
        ],
        "POST /v1/products": ["tax_details"], "POST /v1/products/{id}": ["tax_details"],
        "POST /v1/subscription_items": ["current_trial"],
        "POST /v1/subscription_items/{item}": ["current_trial"],
        "POST /v1/subscription_schedules": ["pause_schedules"],
        "POST /v1/subscription_schedules/{schedule}": ["pause_schedules"],
        "POST /v1/subscriptions/{subscription}/resume": ["payment_behavior"],
    ]

    /// Throws an error if a form contains a parameter that is newer than the specification.
    static func checkNewer(_ form: FormNode, _ shapes: [ParameterShape], _ operation: String)
        throws(ProcessorError)
    {
        guard let names = newer[operation] else { return }
        for part in form.parts
        where names.contains(part.name) && !shapes.contains(where: { $0.name == part.name }) {
            throw .invalid(
                "parameter_not_simulated",
                "Stripe supports the parameter '\(part.name)' for \(operation) in versions after \(SimulatedProcessor.apiVersion), but this simulated processor does not support it yet.",
                parameter: part.name)
        }
    }
}
