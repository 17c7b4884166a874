import Crypto
import Foundation
import HTTPTypes

/// What a browser is told about every answer: nothing is kept, nothing else is loaded, nobody frames it.
enum PageHeaders {
    /// The headers of an answer.
    ///
    /// - Parameter html: The document, whose style sheet is named by its hash; nil for anything else.
    static func of(html: String?) -> HTTPFields {
        var headers = HTTPFields()
        headers[.cacheControl] = "no-store"
        headers[.xContentTypeOptions] = "nosniff"
        headers[.referrerPolicy] = "no-referrer"
        headers[.xFrameOptions] = "DENY"
        headers[.permissionsPolicy] = "camera=(), geolocation=(), microphone=()"
        headers[.contentSecurityPolicy] = policy(html: html)
        return headers
    }

    /// What every answer of a server carries, whatever it is.
    ///
    /// - Parameter isSecure: People reach it over TLS: for a year browsers then come on no other way.
    static func always(isSecure: Bool) -> HTTPFields {
        isSecure ? [.strictTransportSecurity: "max-age=31536000"] : HTTPFields()
    }

    /// Source: W3C Content Security Policy Level 3, "Hash usage".
    static func policy(html: String?) -> String {
        let style = html.flatMap(styleSheet).map { "; style-src 'sha256-\(hash($0))'" } ?? ""
        let script = html.map(loadsScript) == true ? "; script-src 'self'; connect-src 'self'" : ""
        return
            "default-src 'none'\(style)\(script); form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    }

    /// The first style sheet of a document: it stands in the head, before anything that a person wrote can.
    private static func styleSheet(of html: String) -> String? {
        guard let start = html.firstRange(of: "<style>"), let end = html.firstRange(of: "</style>"),
            start.upperBound <= end.lowerBound
        else { return nil }
        return String(html[start.upperBound..<end.lowerBound])
    }

    /// Whether a document's head names a script, which is a file of ours: nothing that a person wrote stands there as it is.
    private static func loadsScript(_ html: String) -> Bool {
        guard let end = html.firstRange(of: "</head>") else { return false }
        return html[..<end.lowerBound].contains("<script src=\"/")
    }

    private static func hash(_ text: String) -> String {
        Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString()
    }
}

extension HTTPField.Name {
    static let permissionsPolicy = named("Permissions-Policy")
    static let referrerPolicy = named("Referrer-Policy")
    static let xForwardedFor = named("X-Forwarded-For")
    static let xFrameOptions = named("X-Frame-Options")

    /// The name of a header; only names that HTTP takes are written above.
    static func named(_ name: String) -> Self {
        guard let name = Self(name) else { preconditionFailure("\(name) is no name of a header") }
        return name
    }
}
