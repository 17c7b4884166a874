import Documents
import Payees
import PaymentCore

/// A payee with the badge of its account.
struct ShownPayee {
    let profile: PayeeProfile
    let onboarding: OnboardingStatus

    /// The document of `docs/json.md`.
    var document: JSONValue {
        [
            "object": "payee", "id": .string(profile.id), "name": .string(profile.name),
            "org": JSONValue(profile.org),
            "time_zone": .string(profile.timeZone), "account": JSONValue(profile.account),
            "payouts": .string(onboarding.name),
        ]
    }

    static func table(_ payees: [ShownPayee], style: Style) -> String {
        tapctl.table(
            [["payee", "name", "organization", "time zone", "payouts"]]
                + payees.map { payee in
                    [
                        payee.profile.id, printable(payee.profile.name), payee.profile.org ?? "-",
                        payee.profile.timeZone, payee.onboarding.word(style: style),
                    ]
                }, shrinking: ["name"], style: style)
    }

    /// For a person.
    func text(style: Style) -> String {
        var rows = [
            ("payee", profile.id), ("name", printable(profile.name)), ("time zone", profile.timeZone),
            ("payouts", onboarding.word(style: style)),
        ]
        if onboarding != .active { rows.append(("next", "`tapctl booking onboard \(profile.id)`")) }
        return columns(rows, style: style)
    }
}

extension OnboardingStatus {
    /// What programs compare.
    fileprivate var name: String {
        switch self {
        case .loading: "loading"
        case .notSetUp: "not_set_up"
        case .pendingVerification: "pending_verification"
        case .active: "active"
        case .failed: "failed"
        }
    }

    /// Told apart without colour, too.
    fileprivate func word(style: Style) -> String {
        switch self {
        case .loading, .notSetUp: "○ \(label)"
        case .pendingVerification: style.yellow("◔ \(label)")
        case .active: style.green("● \(label)")
        case .failed(let why): style.red("! \(label): \(why)")
        }
    }
}
