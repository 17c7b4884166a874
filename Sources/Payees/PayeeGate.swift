/// Whether a payee does nothing before its account is set up.
public struct PayeeGate: Hashable, Sendable {
    /// The variable that may switch it off.
    public static let variable = "ENABLE_STRIPE_CONNECT_REQUIREMENT"

    /// It is switched off for tests alone.
    public let isOn: Bool

    /// On, unless said.
    public init(isOn: Bool = true) { self.isOn = isOn }

    /// What an environment decides: `false`, `0`, `no` and `off` switch it off.
    public init(environment: [String: String]) {
        let text = environment[Self.variable]?.lowercased() ?? ""
        isOn = !["false", "0", "no", "off"].contains(text)
    }

    /// What to say on start; nil where the gate is that of real money.
    public var warning: String? {
        isOn
            ? nil
            : "\(Self.variable) is off: payees get jobs before their accounts are set up; use this only in tests"
    }
}
