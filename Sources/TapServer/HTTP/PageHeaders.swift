import DigestKit
import Foundation
import HTTPTypes

/// What a browser is told about every answer: nothing is kept, nothing else is loaded, nobody frames it.
enum PageHeaders {
    /// The headers of an answer.
    ///
    /// - Parameter html: The document, whose sources are named; nil for anything else.
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
        let sources = html.map(DocumentSources.init)
        let style = sources?.styleSheet.map { "; style-src 'sha256-\(hash($0))'" } ?? ""
        let script = sources?.loadsScript == true ? "; script-src 'self'; connect-src 'self'" : ""
        let image = sources?.logoOrigin.map { "; img-src \($0)" } ?? ""
        return
            "default-src 'none'\(style)\(script)\(image); form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    }

    private static func hash(_ octets: ArraySlice<UInt8>) -> String {
        octets == common.octets ? common.hash : digest(octets)
    }

    private static func digest(_ octets: ArraySlice<UInt8>) -> String {
        Data(SHA256.hash(octets)).base64EncodedString()
    }

    /// The style sheet of nearly all pages, hashed once.
    private static let common = {
        let octets = Array(PageStyle.css.utf8)[...]
        return (octets: octets, hash: digest(octets))
    }()
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
