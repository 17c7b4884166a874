import ArgumentParser
import SiteService

/// The e-mail options of `tapctl serve`.
struct MailOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What donors get by e-mail: all, receipts with it; or links, the ones by which they sign in alone. (default: all)",
            valueName: "what"))
    var donorMail: String?

    @Option(
        help: ArgumentHelp(
            "Send e-mails by this mail server; without it they stay in the outbox.", valueName: "name"))
    var smtpHost: String?

    @Option(
        help: ArgumentHelp(
            "The mail server's port. (default: 465 with tls, 587 with starttls, 25 with none)",
            valueName: "number"))
    var smtpPort: String?

    @Option(
        help: ArgumentHelp(
            "How it is spoken to: tls, starttls, or none on this machine alone. (default: tls)",
            valueName: "way"))
    var smtpSecurity: String?

    @Option(help: ArgumentHelp("Who signs in to it.", valueName: "name"))
    var smtpUser: String?

    @Option(help: ArgumentHelp("A file with the password.", valueName: "file"), completion: .file())
    var smtpPassword: String?

    @Option(help: ArgumentHelp("Whom e-mails are from.", valueName: "address"))
    var smtpSender: String?

    @Option(
        help: ArgumentHelp(
            "Trust these certificates, in PEM, instead of the system's.", valueName: "file"),
        completion: .file())
    var smtpAuthorities: String?

    /// The values of the options.
    var texts: [ServeSetting: String?] {
        [
            .donorMail: donorMail, .smtpHost: smtpHost, .smtpPort: smtpPort, .smtpSecurity: smtpSecurity,
            .smtpUser: smtpUser,
            .smtpPassword: smtpPassword, .smtpSender: smtpSender, .smtpAuthorities: smtpAuthorities,
        ]
    }
}
