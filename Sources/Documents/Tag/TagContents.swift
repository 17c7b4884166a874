package import InvocationRouter
package import TagKit

/// The decoded message of a tag, and the URL that a phone would open.
package struct TagContents {
    /// The records of the message. Empty if the tag has no message or if its message cannot be decoded.
    package let records: [NDEFRecord]
    /// The decoding error, or nil if the message was decoded.
    package let flaw: NDEFError?

    /// Decodes a message.
    ///
    /// - Parameter message: The encoded message, or nil if the tag has no message.
    package init(_ message: [UInt8]?) {
        guard let message, !message.isEmpty else {
            (records, flaw) = ([], nil)
            return
        }
        do throws(NDEFError) {
            (records, flaw) = (try NDEFMessage(decoding: message).records, nil)
        } catch {
            (records, flaw) = ([], error)
        }
    }

    /// The URL of the first URI record, or nil if the message contains no URI record. An iPhone opens this
    /// URL.
    ///
    /// Source: `docs/invocation-url.md` §7.
    package var url: String? { uris.first?.uri }

    /// Whether Android opens the URL. Android reads only the first record.
    package var isSeenByAndroid: Bool { uris.first?.index == 0 }

    private var uris: [(index: Int, uri: String)] {
        records.enumerated().compactMap { index, record in
            guard case .uri(let content) = try? record.decoded() else { return nil }
            return (index, content.uri)
        }
    }

    /// Parses the URL as a giving URL. Returns nil if the tag has no URL.
    package func invocation(hosts: HostList) -> Result<Invocation, InvocationError>? {
        url.map { url in
            Result { () throws(InvocationError) in try Invocation.parse(url, profile: .tap, hosts: hosts) }
        }
    }

    /// Returns the result of parsing the URL, for the `invocation` field of a JSON document. Returns JSON
    /// null if the tag has no URL.
    package func invocationDocument(hosts: HostList) -> JSONValue {
        guard let url, let result = invocation(hosts: hosts) else { return nil }
        return Invocation.document(of: url, result)
    }
}
