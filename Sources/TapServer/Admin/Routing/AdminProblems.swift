import FailureKit

extension ProblemPage {
    /// The error page for a page that does not exist or belongs to another organization. The visitor cannot
    /// distinguish the two cases.
    static let noAdminPage = ProblemPage(
        404, "Page not found", "this page does not exist, or you do not have access to it")

    /// The error page for an event stream that is requested without a session.
    static let signedOut = ProblemPage(
        403, "You are signed out", "your session has ended", remedy: "Sign in again.")

    /// The response to a form with a field that is too long or cannot be decoded, or with too many fields.
    static let brokenForm = ProblemPage(
        400, "This request cannot be read",
        "it is damaged, or has too many fields or a field that is too long",
        remedy: "Return to the form, correct it, and send it again. Nothing was changed.")

    /// The response if a form with a file upload cannot be parsed.
    static let brokenUpload = ProblemPage(
        400, "This request cannot be read", "the form could not be read",
        reason: "it is damaged or was not sent completely",
        remedy: "Open the page again, and choose the file again.")

    /// The error page for a form that was not created during the current session.
    static let staleForm = ProblemPage(
        403, "This form is no longer valid", "this form was not opened in your current session",
        reason: "you signed in again, your browser blocks cookies, or another site sent the form",
        remedy: "Open the page again. Nothing was changed.")
}

/// Sentences that explain errors to an organization's staff, without a remedy.
enum StaffSentence {
    static func of(_ failure: any Failure) -> String { joined(failure.summary, failure.reason) }

    static func joined(_ summary: String, _ reason: String) -> String {
        reason.isEmpty ? summary.capital : "\(summary.capital): \(reason)"
    }
}
