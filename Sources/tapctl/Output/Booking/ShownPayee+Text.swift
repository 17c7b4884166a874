import Documents
import Payees
import PaymentCore

extension ShownPayee {
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
