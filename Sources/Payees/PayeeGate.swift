/// The rule that a payee cannot do anything until the payee's account is set up.
public struct PayeeGate: Hashable, Sendable {
    /// The environment variable that can turn the rule off.
    public static let variable = "ENABLE_STRIPE_CONNECT_REQUIREMENT"

    /// Whether the rule applies. It is turned off only in tests.
    public let isOn: Bool

    /// Creates a gate. By default, the rule applies.
    public init(isOn: Bool = true) { self.isOn = isOn }

    /// Creates a gate from environment variables. The values `false`, `0`, `no` and `off` turn the rule off.
    public init(environment: [String: String]) {
        let text = environment[Self.variable]?.lowercased() ?? ""
        isOn = !["false", "0", "no", "off"].contains(text)
    }

    /// A warning to show at startup, or nil if the rule is on.
    public var warning: String? {
        isOn
            ? nil
            : "\(Self.variable) is off: payees get jobs before their accounts are set up; use this only in tests"
    }
}
