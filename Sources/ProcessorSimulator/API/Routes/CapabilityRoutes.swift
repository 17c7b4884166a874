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
            return .list(shown, at: call.address)
        },
        .get(one) { call in
            let account = try call.object(Account.self, "account")
            return try call.shown(
                Capability(call.capabilityName(), of: account, call.work.profile(of: account.id)))
        },
        .post(one, simulates: ["requested"]) { call in
            let account = try call.object(Account.self, "account")
            let name = try call.capabilityName()
            let profile = try call.work.profileOrNew(of: account)
            guard let isRequested = call["requested"].bool else {
                return try call.shown(Capability(name, of: account, profile))
            }
            try require(
                simulated.contains(name) || !isRequested, "parameter_not_simulated",
                "Stripe supports the capability '\(name)', but this simulated processor does not support it yet.",
                parameter: "requested")
            let submitted: JSONTree = [
                "capabilities": .object([.init(name, ["requested": .bool(isRequested)])])
            ]
            let reviewed = try call.work.submit(submitted.fields, of: profile)
            return try call.shown(
                Capability(name, of: reviewed, call.work.profile(of: account.id)))
        },
    ]

    private static let path = "/v1/accounts/{account}/capabilities"
    private static let one = "/v1/accounts/{account}/capabilities/{capability}"
    fileprivate static let simulated = ["card_payments", "transfers"]

    /// The names of all capabilities in Stripe's specification.
    fileprivate static let known = Set(
        StripeSpec.parameters(of: "POST /v1/accounts").first { $0.name == "capabilities" }?.parts
            .map(\.name) ?? [])
}

extension Call {
    /// Returns the name of the capability in the path.
    fileprivate func capabilityName() throws -> String {
        let name = path("capability")
        guard CapabilityRoutes.known.contains(name) else {
            throw ProcessorError.noSuch(Capability.objectName, name)
        }
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
