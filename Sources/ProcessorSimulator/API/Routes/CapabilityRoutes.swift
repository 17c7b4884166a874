import Processor
import TextKit

/// The routes of `/v1/accounts/{account}/capabilities`.
///
/// Source: Stripe API reference, "Capabilities".
enum CapabilityRoutes {
    static let all: [Route] = [
        .get(path) { call in
            let account = try call.object(Account.self)
            let profile = try call.work.profile(of: account.id)
            let shown = try simulated.map { Capability($0, of: account, profile) }.filter(\.isRequested)
                .map { try call.work.stripeJSON($0) }
            return [
                "object": "list", "url": .string(call.address), "has_more": false, "data": .array(shown),
            ]
        },
        .get(one) { call in
            let account = try call.object(Account.self, "account")
            return try call.shown(
                Capability(name(call), of: account, call.work.profile(of: account.id)))
        },
        .post(one, simulates: ["requested"]) { call in
            let account = try call.object(Account.self, "account")
            let name = try name(call)
            let profile = try call.work.profileOrNew(of: account)
            guard let isRequested = call["requested"].bool else {
                return try call.shown(Capability(name, of: account, profile))
            }
            guard simulated.contains(name) || !isRequested else {
                throw ProcessorError.invalid(
                    "parameter_not_simulated",
                    "Stripe supports the capability '\(name)', but this simulated processor does not support it yet.",
                    parameter: "requested")
            }
            let submitted: JSONTree = [
                "capabilities": .object([.init(name, ["requested": .bool(isRequested)])])
            ]
            let reviewed = try call.work.submit(submitted.object ?? [:], of: profile)
            return try call.shown(
                Capability(name, of: reviewed, call.work.profile(of: account.id)))
        },
    ]

    private static let path = "/v1/accounts/{account}/capabilities"
    private static let one = "/v1/accounts/{account}/capabilities/{capability}"
    fileprivate static let simulated = ["card_payments", "transfers"]

    /// The names of all capabilities in Stripe's specification.
    private static let known = Set(
        StripeSpec.parameters(of: "POST /v1/accounts").first { $0.name == "capabilities" }?.parts
            .map(\.name) ?? [])

    /// Returns the name of the capability in the path.
    private static func name(_ call: Call) throws -> String {
        let name = call.path("capability")
        guard known.contains(name) else { throw ProcessorError.noSuch(Capability.objectName, name) }
        return name
    }
}

extension Capability {
    /// Creates an account's capability in its current state.
    ///
    /// An account without a profile was not created through the API. Its `card_payments` and `transfers`
    /// capabilities count as requested.
    init(_ name: String, of account: Account, _ profile: AccountProfile?) {
        let state: Account.Capability =
            switch name {
            case "transfers": account.transfers
            case "card_payments": account.cardPayments
            default: .inactive
            }
        let isRequested = profile?.requested.contains(name) ?? CapabilityRoutes.simulated.contains(name)
        self.init(
            id: name, created: account.created, account: account.id, isRequested: isRequested,
            status: state, currentlyDue: isRequested ? account.currentlyDue : [],
            pendingVerification: isRequested ? account.pendingVerification : [])
    }
}
