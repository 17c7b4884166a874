package import InvocationRouter
package import TagKit

/// What a tag's message says, and what a phone would make of it.
package struct TagContents {
    /// The records; none for an empty message and for bytes that are no message.
    package let records: [NDEFRecord]
    /// Why the bytes are no message.
    package let flaw: NDEFError?

    /// Takes a message apart; nil is a tag without one.
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

    /// The URL that a phone opens: that of the first URI record, as iOS does. Source: `docs/invocation-url.md` §7.
    package var url: String? { uris.first?.uri }

    /// Android looks at the first record only.
    package var isSeenByAndroid: Bool { uris.first?.index == 0 }

    private var uris: [(index: Int, uri: String)] {
        records.enumerated().compactMap { index, record in
            guard case .uri(let content) = try? record.decoded() else { return nil }
            return (index, content.uri)
        }
    }

    /// What the URL asks of a giver; nil without a URL.
    package func invocation(hosts: HostList) -> Result<Invocation, InvocationError>? {
        url.map { url in
            Result { () throws(InvocationError) in try Invocation.parse(url, profile: .tap, hosts: hosts) }
        }
    }

    /// The `invocation` of a document.
    package func invocationDocument(hosts: HostList) -> JSONValue {
        guard let url, let result = invocation(hosts: hosts) else { return nil }
        return Invocation.document(of: url, result)
    }
}
