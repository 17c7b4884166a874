import Documents
import FailureKit
import InvocationRouter
import TagKit

extension WantedMessage {
    /// The same URL with a placeholder in its `m`, and what the chip shall show there.
    ///
    /// - Throws: exit 64 without a URL of one record, 65 where the URL's `m` has no room for it.
    func mirroring(_ choice: MirrorOption?, anyURL: Bool, hosts: HostList) throws -> (
        WantedMessage, MirrorWish
    ) {
        guard let choice else { return (self, .leave) }
        let content: TagMirror.Content
        switch choice {
        case .off: return (self, .off)
        case .uid: content = .uid
        case .counter: content = .counter
        case .both: content = .both
        }
        guard let url, !url.contains("#") else {
            throw CommandError(
                .usage, code: "usage", "--mirror \(choice.rawValue) needs a URL",
                reason: "the chip fills in the end of a URL that is a message's only record",
                remedy: "give a URL, or --org")
        }
        var bare = url[...]
        for other in TagMirror.Content.allCases where bare.hasSuffix("m=" + other.placeholder) {
            bare = bare.dropLast(other.byteCount + 3)
        }
        let text = bare + (bare.contains("?") ? "&" : "?") + "m=" + content.placeholder
        if !anyURL { _ = try Invocation.parse(String(text), profile: .strict, hosts: hosts) }
        let bytes = try NDEFMessage([URIRecord(String(text)).record()]).encoded()
        let wanted = WantedMessage(bytes: bytes, url: String(text), changes: changes, notes: notes)
        return (wanted, .on(content, offset: bytes.count - content.byteCount))
    }
}
