import Documents
import InvocationRouter
import TagKit

/// What a tag's message says, and what a phone would make of it.
struct TagContents {
    /// The records; none for an empty message and for bytes that are no message.
    let records: [NDEFRecord]
    /// Why the bytes are no message.
    let flaw: NDEFError?

    /// Takes a message apart; nil is a tag without one.
    init(_ message: [UInt8]?) {
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
    var url: String? { uris.first?.uri }

    /// Android looks at the first record only.
    var isSeenByAndroid: Bool { uris.first?.index == 0 }

    private var uris: [(index: Int, uri: String)] {
        records.enumerated().compactMap { index, record in
            guard case .uri(let content) = try? record.decoded() else { return nil }
            return (index, content.uri)
        }
    }

    /// What the URL asks of a giver; nil without a URL.
    func invocation(hosts: HostList) -> Result<Invocation, InvocationError>? {
        url.map { url in
            Result { () throws(InvocationError) in try Invocation.parse(url, profile: .tap, hosts: hosts) }
        }
    }

    /// What is wrong with the URL as a giving URL, in a few words; nil when nothing is, and without a URL.
    func verdict(hosts: HostList, style: Style) -> String? {
        guard case .failure(let error) = invocation(hosts: hosts) else { return nil }
        switch error.code {
        case .hostNotAllowed: return style.red("do not pay: only looks like \(hosts.primary)")
        case .userinfoNotAllowed: return style.red("do not pay: its host is hidden behind an @")
        case .otherDestination: return style.yellow("not our giving page")
        default: return style.yellow("no giving URL")
        }
    }

    /// The `invocation` of a document.
    func invocationDocument(hosts: HostList) -> JSONValue {
        guard let url, let result = invocation(hosts: hosts) else { return nil }
        return Invocation.document(of: url, result)
    }
}
