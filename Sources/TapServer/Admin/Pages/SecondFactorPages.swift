import HTMLKit
import ServerKit
import StaffAccess

/// The page for the second step of a sign-in, with a form for a code.
struct CodePage: PageContent {
    /// The CSRF token of the form.
    let formToken: String
    var complaint: StaffError?

    let title = "Enter a code"

    var statusCode: Int { complaint.map(FactorForm.status) ?? 200 }

    var body: HTML {
        """
        <div class="narrow">
        <h1>\(title)</h1>
        <p>Enter the code that your authenticator app shows. If you do not have your phone, enter one of your recovery codes.</p>
        \(FactorForm.complaint(complaint))
        <form method="post" action="\(AdminPath.secondFactor())">
        \(.hidden("csrf", formToken))
        \(FactorForm.code(complaint))
        <button>Sign in</button>
        </form>
        <a class="button second" href="\(AdminPath.signIn())">Cancel</a>
        </div>
        """
    }
}

/// The page for adding a second factor: a QR code for an authenticator app, and a field for the first code
/// from that app.
struct EnrolmentPage: PageContent {
    let formToken: String
    let enrolment: FactorEnrolment
    /// The QR code as an `svg` element; nil if the server cannot draw QR codes.
    let qrCode: HTML?
    /// Whether the member needs a second factor before they can use the other pages.
    let isRequired: Bool
    /// Whether the form also asks for the password. It is false during a sign-in, because the member has just
    /// entered the password.
    var asksPassword = false
    var complaint: StaffError?

    let title = "Add second factor"

    var statusCode: Int { complaint.map(FactorForm.status) ?? 200 }

    var body: HTML {
        """
        <div\(asksPassword ? .empty : Self.narrow)>
        <h1>\(title)</h1>
        <p>\(reason) With a second factor, each sign-in needs your password and a code from an app on your \
        phone.</p>
        \(FactorForm.complaint(complaint))
        <div class="two">
        <ol>
        <li>Install an authenticator app on your phone.</li>
        <li>Add an account in the app. \(qrCode == nil ? "Enter this key, and choose “time-based”:" : "Scan this QR code:")
        \([picture, key])</li>
        <li>Enter the code that the app shows.</li>
        </ol>
        <div class="narrow">
        <form method="post" action="\(AdminPath.secondFactor())">
        \([.hidden("csrf", formToken), .hidden("do", FactorPage.Action.add.rawValue)])
        \([.hidden("sealed", enrolment.sealed), asksPassword ? password : .empty, FactorForm.code(complaint)])
        <button>Add second factor</button>
        </form>
        <a class="button second" href="\(isRequired ? AdminPath.signIn() : AdminPath.root)">Cancel</a>
        </div>
        </div>
        </div>
        """
    }

    private static let narrow: HTML = " class=\"narrow\""

    private var password: HTML {
        """
        <label class="field">Your password
        <input type="password" name="password" required maxlength="1024" autocomplete="current-password"></label>
        """
    }

    private var reason: HTML {
        isRequired ? "On this server, owners and treasurers need a second factor." : ""
    }

    private var picture: HTML {
        guard let qrCode else { return .empty }
        return "<div class=\"qr\" role=\"img\" aria-label=\"QR code of the key\">\(qrCode)</div>"
    }

    private var key: HTML {
        """
        <p>\("If you cannot scan the code, enter this key: ", if: qrCode != nil)<span class="code">\
        \(groups)</span></p>
        """
    }

    /// The secret in groups of four characters, which are easier to type.
    private var groups: String {
        enrolment.secret.enumerated().map { $0 > 0 && $0.isMultiple(of: 4) ? " \($1)" : "\($1)" }.joined()
    }
}

/// The page with new recovery codes. They are shown only once.
struct RecoveryCodesPage: PageContent {
    let codes: [RecoveryCode]

    let title = "Your recovery codes"

    var body: HTML {
        let items = codes.map { code -> HTML in "<li><span class=\"code\">\(code.text)</span></li>" }
        return """
            <div class="narrow">
            <h1>\(title)</h1>
            <p><strong>Print the codes, or store them in a password manager.</strong> This page does not show them \
            again. If you lose your phone, you can use each code once to sign in. Any earlier \
            recovery codes no longer work.</p>
            <ol>\(items)</ol>
            <a class="button" href="\(AdminPath.root)">Continue</a>
            </div>
            """
    }
}

/// The page for members who have a second factor. The forms on this page renew the recovery codes or remove
/// the factor.
struct FactorPage: PageContent {
    /// The change that a form makes to a second factor.
    enum Action: String, FormAction {
        case add, renew, remove
    }

    let formToken: String
    let status: FactorStatus
    /// Whether the member must add another factor after removing this one.
    let isRequired: Bool
    var complaint: StaffError?

    let title = "Second factor"

    var statusCode: Int { complaint.map(FactorForm.status) ?? 200 }

    var body: HTML {
        """
        <h1>\(title)</h1>
        <p>Your sign-in needs a code from an authenticator app. \(unused)</p>
        \(FactorForm.complaint(complaint))
        <div class="two">
        <section class="narrow"><h2>Replace recovery codes</h2>
        <p>You get new recovery codes, and the old codes stop working.</p>
        \(form(.renew, "Replace recovery codes"))
        </section>
        <section class="narrow"><h2>Remove second factor</h2>
        <p>This signs you out everywhere. \(next)</p>
        \(form(.remove, "Remove second factor"))
        </section>
        </div>
        <p><a class="button second" href="\(AdminPath.account())">Your account</a></p>
        """
    }

    private var unused: HTML {
        "You have \(status.recoveryCount) unused recovery code\(status.recoveryCount == 1 ? "" : "s")."
    }

    private var next: HTML {
        isRequired
            ? "When you sign in again, you must add another second factor, for example on a new phone."
            : "After that, you need only your password to sign in."
    }

    private func form(_ action: Action, _ button: String) -> HTML {
        """
        <form method="post" action="\(AdminPath.secondFactor())">
        \([.hidden("csrf", formToken), .hidden("do", action.rawValue), FactorForm.code()])
        <button class="second">\(button)</button>
        </form>
        """
    }
}

/// The parts that all forms for codes have in common.
private enum FactorForm {
    /// Returns the field for an authenticator app's code or a recovery code.
    ///
    /// - Parameter error: The reason that the form was refused, or nil.
    static func code(_ error: StaffError? = nil) -> HTML {
        """
        <label class="field">Code
        <input type="text" name="code" required maxlength="60" autocomplete="one-time-code" autocapitalize="characters" \
        spellcheck="false"\(.refused(error?.code == .wrongCode))></label>
        """
    }

    static func complaint(_ error: StaffError?) -> HTML {
        .complaint(
            error.map { "\(StaffSentence.of($0)). \($0.remedy.capital)." })
    }

    static func status(_ error: StaffError) -> Int {
        switch error.code {
        case .paused: 429
        case .factorUnreadable: 503
        default: 403
        }
    }
}
