public import Giving
public import InvocationRouter

/// The server's settings that affect the staff pages.
public struct AdminSettings: Sendable {
    /// Whether anyone can open the giving pages. If so, each page states that it is a public simulation.
    public var isPublicSimulation = false
    /// Whether the pages are served over TLS. Browsers then send the session cookie only over TLS.
    public var isSecure = false
    /// Whether the server sends e-mails, so that staff can request a link for a new password.
    public var sendsMail = false
    /// Whether the server e-mails receipts. If false, they wait in the outbox for another program.
    public var mailsReceipts = false
    /// Returns whether an e-mail to an address would be sent, and not withheld because of the daily limit, after this
    /// number of e-mails that wait to be sent to it.
    public var acceptsMail: @Sendable (EmailAddress, Int) -> Bool = { _, _ in true }
    /// The hosts of the URLs on tags. Managed tags use the first host.
    public var hosts = HostList.standard
    /// Whether members who may change money need a second factor, because other machines can reach the pages.
    public var requiresSecondFactor = false
    /// The name of this server, which authenticator apps show.
    public var siteName = "tapctl"
    /// Draws a string as a QR code, as an `svg` element; nil if it cannot be drawn.
    public var qrCode: @Sendable (String) -> String? = { _ in nil }
    /// The maximum numbers of simultaneous exports.
    public var exports = StreamLimits.exports

    /// Creates the settings of a server on this machine, without TLS.
    public init() {}
}
