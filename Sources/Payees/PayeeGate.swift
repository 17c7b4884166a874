/// The rule that payees cannot get jobs, see earnings or receive payouts until their accounts are set up.
public struct PayeeGate: Hashable, Sendable {
    /// The environment variable that can turn the rule off.
    public static let variable = "ENABLE_STRIPE_CONNECT_REQUIREMENT"

    /// Whether the rule is on. Turn it off only in tests.
    public let isOn: Bool

    /// Creates the rule. By default, it is on.
    public init(isOn: Bool = true) { self.isOn = isOn }

    /// Creates the rule from the environment. The rule is off if the value of ``variable`` is `false`, `0`,
    /// `no` or `off`, in upper or lower case. Otherwise, the rule is on.
    public init(environment: [String: String]) {
        let text = environment[Self.variable]?.lowercased() ?? ""
        isOn = !["false", "0", "no", "off"].contains(text)
    }

    /// A warning to show at startup. Nil if the rule is on.
    public var warning: String? {
        isOn
            ? nil
            : "\(Self.variable) is off: payees can get jobs before their accounts are set up; turn it off only in tests"
    }
}
