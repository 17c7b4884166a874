import TagKit

/// What a message says, as phones take it: the URL of its first URI record.
struct HeldMessage {
    /// The records; none for an empty message, and for bytes that are none.
    let records: [NDEFRecord]
    /// Why the bytes are no message.
    let flaw: NDEFError?
    /// The URL that an iPhone opens.
    let url: String?
    /// Android looks at the first record only.
    let isURLFirst: Bool

    /// Takes a message apart; nil is a tag without one.
    init(_ message: [UInt8]?) {
        var records: [NDEFRecord] = []
        var flaw: NDEFError?
        if let message, !message.isEmpty {
            do throws(NDEFError) {
                records = try NDEFMessage(decoding: message).records
            } catch {
                flaw = error
            }
        }
        let first = records.enumerated().lazy.compactMap { index, record -> (Int, String)? in
            guard case .uri(let content) = try? record.decoded() else { return nil }
            return (index, content.uri)
        }.first
        (self.records, self.flaw, url, isURLFirst) = (records, flaw, first?.1, first?.0 == 0)
    }

    /// Where it leads, in half a sentence.
    var sentence: String {
        if let url { return "it leads to \(url.shortened)" }
        if flaw != nil { return "what it holds cannot be read" }
        return records.isEmpty ? "it holds nothing" : "it holds no address"
    }
}

extension String {
    /// A URL for a sentence: its first 160 characters.
    var shortened: String { count > 160 ? prefix(159) + "…" : self }
}
