import TimeKit

/// The result of fetching a file, such as an association file, from a host.
public struct HostedFile: Hashable, Sendable {
    /// The file's URL.
    public var url: String
    /// The response, or nil if no complete response arrived.
    public var response: LinkProbe.Response?
    /// The server's certificate, even if it was rejected, or nil if the server sent no certificate.
    public var certificate: LinkCertificate?
    /// The faults that were found in the connection, the server's certificate and the response.
    public var faults: [LinkFault]

    /// The content of the file. It is nil unless the status is 200, because phones ignore other responses.
    public var content: [UInt8]? { response?.status == 200 ? response?.body : nil }

    /// Returns the faults in a server's response to a request for a JSON file, according to the rules of
    /// Apple and Google.
    ///
    /// Source: Apple, Supporting associated domains; Android, Verify Android App Links: HTTPS, a valid
    /// certificate, no redirect, `Content-Type: application/json`.
    static func faults(of response: LinkProbe.Response, now: Timestamp) -> [LinkFault] {
        var faults: [LinkFault] = []
        if let warning = response.certificate?.expiryWarning(at: now) { faults.append(warning) }
        if (300...399).contains(response.status) {
            return faults + [.redirect(status: response.status, to: response.redirectURL)]
        }
        guard response.status == 200 else { return faults + [.status(response.status)] }
        let type = response.contentType?.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
        if type?.lowercased() != "application/json" { faults.append(.contentType(response.contentType)) }
        if let encoding = response.contentEncoding, !encoding.isEmpty, encoding.lowercased() != "identity" {
            faults.append(.contentEncoding(encoding))
        }
        if response.setsCookie { faults.append(.setsCookie) }
        return faults
    }
}

extension HostedFile {
    /// Creates the result for a file that could not be fetched.
    public init(url: String, certificate: LinkCertificate? = nil, faults: [LinkFault]) {
        self.init(url: url, response: nil, certificate: certificate, faults: faults)
    }
}

extension LinkProbe {
    /// Fetches a file within the probe's limits. Redirects are not followed, and no cookie is sent.
    ///
    /// - Throws: `CancellationError`.
    public func fetch(_ url: String) async throws -> HostedFile {
        switch try await open(url, by: .now + limits.total, keepsBody: true) {
        case .response(let response):
            HostedFile(
                url: url, response: response, certificate: response.certificate,
                faults: HostedFile.faults(of: response, now: now()))
        case .failed(let faults, let certificate):
            HostedFile(url: url, certificate: certificate, faults: faults)
        }
    }
}
