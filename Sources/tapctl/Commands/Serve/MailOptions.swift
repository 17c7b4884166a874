import ArgumentParser
import SiteService

/// The e-mail options of `tapctl serve`.
struct MailOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The e-mails that donors get: all, or links (only sign-in links). (default: all; links with --public-simulation and --smtp-host)",
            valueName: "what"))
    var donorMail: String?

    @Option(
        help: ArgumentHelp(
            "Send e-mails through this mail server. (default: write e-mails to the folder \"outbox\" in the data folder)",
            valueName: "name"))
    var smtpHost: String?

    @Option(
        help: ArgumentHelp(
            "The mail server's port. (default: 465 with tls, 587 with starttls, 25 with none)",
            valueName: "number"))
    var smtpPort: String?

    @Option(
        help: ArgumentHelp(
            "The security of the connection to the mail server: tls, starttls, or none (only for a mail server on this machine). (default: tls)",
            valueName: "way"))
    var smtpSecurity: String?

    @Option(help: ArgumentHelp("The user name for the mail server.", valueName: "name"))
    var smtpUser: String?

    @Option(
        help: ArgumentHelp("A file with the password for the mail server.", valueName: "file"),
        completion: .file())
    var smtpPassword: String?

    @Option(help: ArgumentHelp("The sender's e-mail address.", valueName: "address"))
    var smtpSender: String?

    @Option(
        help: ArgumentHelp(
            "For the mail server, trust the certificates in this PEM file instead of the system's certificates.",
            valueName: "file"),
        completion: .file())
    var smtpAuthorities: String?

    /// The values of the e-mail options, keyed by setting. The value of an omitted option is nil.
    var texts: [ServeSetting: String?] {
        [
            .donorMail: donorMail, .smtpHost: smtpHost, .smtpPort: smtpPort, .smtpSecurity: smtpSecurity,
            .smtpUser: smtpUser,
            .smtpPassword: smtpPassword, .smtpSender: smtpSender, .smtpAuthorities: smtpAuthorities,
        ]
    }
}
