import Documents
import LinkProbe
import TimeKit

extension LinkFault {
    /// A description of the fault, without a period.
    var summary: String {
        switch self {
        case .malformedURL: "the URL is not an http or https URL with a host"
        case .loopback(let host): "on a phone, \(host) is the phone itself"
        case .noNetwork:
            LinkProbe.isSetOffline ? "TAPCTL_OFFLINE is set" : "this computer has no network connection"
        case .nameNotFound(let host): "the name \(host) does not exist"
        case .lookupFailed(let host): "the name \(host) could not be looked up"
        case .refused(let address):
            "\(address ?? "the server") refused the connection"
        case .noRoute: "there is no route to the server"
        case .privateAddress(let address): "the public page redirects to the private address \(address)"
        case .unavailable(let reason): reason
        case .handshakeFailed(let reason): "TLS failed: \(reason)"
        case .expired(let end): "the certificate expired on \(end.date.iso8601)"
        case .notYetValid(let begin): "the certificate is not valid before \(begin.date.iso8601)"
        case .chainExpired: "an intermediate or root certificate has expired or is not valid yet"
        case .wrongHost(let host, let names):
            names.isEmpty
                ? "the certificate is not valid for \(host)"
                : "the certificate is for \(names.prefix(5).joined(separator: ", ")), not for \(host)"
        case .selfSigned: "the certificate is self-signed, so no phone trusts it"
        case .unknownIssuer(let issuer, _): "no trusted authority issued the certificate (issuer: \(issuer))"
        case .certificateRejected(let reason): "the certificate was rejected: \(reason)"
        case .expiresSoon(let end, let days):
            "the certificate expires on \(end.date.iso8601), in \(counted(max(0, days), "day"))"
        case .timedOut(let milliseconds, let bytes):
            bytes.map {
                "after \(Self.seconds(milliseconds)), only \(counted($0, "byte")) of the response had arrived"
            } ?? "no response within \(Self.seconds(milliseconds))"
        case .connectionClosed(let bytes):
            bytes.map {
                "the connection was closed in the middle of the response, after \(counted($0, "byte"))"
            } ?? "the connection was closed without a response"
        case .notHTTP(let reason): "the response is not HTTP: \(reason)"
        case .tooLarge(let limit): "the file has more than \(limit) bytes"
        case .headersTooLarge: "the header fields of the response are too large"
        case .status(let status): "the server returns status \(status)"
        case .redirect(let status, let target):
            "the server redirects (\(status))" + (target.map { " to \($0)" } ?? "")
        case .contentType(let type):
            type.map { "the content type is \"\($0)\", not application/json" }
                ?? "the response has no content type"
        case .contentEncoding(let encoding): "the file is sent with the encoding \"\(encoding)\""
        case .setsCookie: "the server sets a cookie"
        case .tooManyRedirects(let most): "there are more than \(counted(most, "redirect"))"
        case .redirectLoop(let url, _): "the redirects loop back to \(url)"
        case .unusableRedirect(let target): "the redirect points to \"\(target)\", which is not a web page"
        case .insecure(let url): "\(url) is not encrypted"
        }
    }

    /// The remedy for the fault, in one or more sentences for the server's administrator.
    var remedy: String {
        switch self {
        case .malformedURL: "Use a URL with https:// and a host."
        case .loopback: "Use the public name of the server."
        case .noNetwork:
            LinkProbe.isSetOffline
                ? "Unset TAPCTL_OFFLINE, and try again."
                : "Connect this computer to the internet, and try again."
        case .nameNotFound: "Check that the name is spelled correctly, and that its DNS records exist."
        case .lookupFailed: "Ask the domain's administrator to check its name servers."
        case .refused: "Start the web server, and open the port in the firewall."
        case .noRoute: "Check the server's address in DNS and its network connection."
        case .privateAddress:
            "Redirect to a public host name; phones outside this network cannot open a private address."
        case .unavailable: "Install the missing library or package, and try again."
        case .handshakeFailed: "Configure the server for TLS 1.2 or 1.3 on this port."
        case .expired: "Renew the certificate, and restart the server so that it uses the new certificate."
        case .notYetValid:
            "Check the clock of this computer, and the day from which the certificate is valid."
        case .chainExpired: "Install the authority's current chain together with the certificate."
        case .wrongHost(let host, _):
            "Get a certificate for \(host), and check that DNS points to the right server."
        case .selfSigned: "Get a certificate from a public authority, for example Let's Encrypt."
        case .unknownIssuer(_, let certificates):
            certificates == 1
                ? "Send the intermediate certificates too (fullchain.pem). To test with a private authority, which phones do not trust, use --ca."
                : "Get a certificate from a public authority. To test with a private authority, which phones do not trust, use --ca."
        case .certificateRejected: "Get a certificate from a public authority."
        case .expiresSoon: "Renew the certificate now, and check why it was not renewed automatically."
        case .timedOut(_, nil): "Check that the server is running and not overloaded."
        case .timedOut: "Check why the server is slow; phones wait only for a short time."
        case .connectionClosed: "Check the log of the server, or of a proxy in front of it."
        case .notHTTP: "Check that a web server listens on this port."
        case .tooLarge: "Shorten the file. In Apple's format, use substitution variables and wildcards."
        case .headersTooLarge: "Send fewer and shorter header fields."
        case .status(404), .status(410): "Put the file or page at this URL, or correct the URL."
        case .status(let status) where status >= 500: "Check the server's log."
        case .status(401), .status(403): "Allow access without signing in, and from every country."
        case .status: "Configure the server to return status 200."
        case .redirect: "Serve the file at this URL itself; phones do not follow redirects for this file."
        case .contentType: "Send \"Content-Type: application/json\"."
        case .contentEncoding: "Send the file unencoded unless the client asks for an encoding."
        case .setsCookie: "Send the file without a cookie; phones do not send cookies back."
        case .tooManyRedirects, .redirectLoop(_, false): "Redirect the first URL directly to the page."
        case .redirectLoop(_, true): "Open the page on a phone: the page may require the cookie that it sets."
        case .unusableRedirect: "Redirect to a URL that begins with https://."
        case .insecure: "Use https://."
        }
    }

    /// The fault as a finding in a JSON document.
    var document: JSONValue {
        [
            "severity": .string(isWarning ? "warning" : "error"), "code": code.json, "path": "",
            "message": summary.json, "remedy": remedy.json,
        ]
    }

    /// Returns the fault as a label with a description and a remedy.
    func line(of name: String = "", style: Style) -> LabeledLine {
        let label = isWarning ? style.yellow("warning") : style.red("error")
        let place = name.isEmpty ? "" : name + ": "
        return ("  " + label, printable(place + summary) + "\n" + style.dim(printable(remedy)))
    }

    private static func seconds(_ milliseconds: Int) -> String {
        "\(milliseconds / 1_000).\(milliseconds / 100 % 10) s"
    }
}

extension LinkCertificate {
    /// Returns a JSON object that describes the certificate, for the `certificate` field of a JSON document.
    func document(at now: Timestamp) -> JSONValue {
        [
            "subject": subject.json, "issuer": issuer.json,
            "names": Array(names.prefix(Self.shownNames)).json,
            "expires": notAfter.json, "days_left": daysLeft(at: now).json,
        ]
    }

    /// Returns the certificate as human-readable text.
    func text(at now: Timestamp) -> String {
        let end = notAfter?.date.iso8601 ?? "an unknown day"
        let days = daysLeft(at: now).map { $0 < 0 ? ", expired" : ", \(counted($0, "day")) left" } ?? ""
        return printable("valid until \(end)\(days); issued by \(issuer)")
    }

    /// The maximum number of host names to show. A certificate can contain thousands.
    private static let shownNames = 20
}
