import ArgumentParser
import Documents
import FailureKit
import InvocationRouter
import TagKit

extension WantedMessage {
    /// Returns the message with a placeholder in the `m` parameter of its URL, and the requested change to
    /// the chip's mirror. If `choice` is nil or `off`, the message is returned unchanged.
    ///
    /// - Throws: An error with exit code 64 unless the message is one URL record without a fragment. If
    ///   `anyURL` is false, also throws an error if the resulting URL is not a valid giving URL.
    func mirroring(_ choice: MirrorOption?, anyURL: Bool, hosts: HostList) throws -> (
        WantedMessage, MirrorRequest
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
                reason: "the chip adds its data to the end of a URL, which must be the message's only record",
                remedy: "specify a URL, or use --org")
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

/// The options for confirmations and dry runs. Several commands that write a tag share them.
struct WriteOptions: ParsableArguments {
    @Flag(help: "Replace the tag's current message without asking.")
    var overwrite = false

    @Flag(help: "Skip the confirmation for permanent changes.")
    var yes = false

    @Flag(help: "Read the tag, and print the exact writes without sending them.")
    var dryRun = false

    @Flag(help: "Write the tag even if phones cannot read it or its chip is unknown.")
    var force = false

    /// The permission that these options grant.
    var permission: Programming.Permission {
        var options: ProgrammingOptions = []
        if overwrite { options.insert(.overwrite) }
        if force { options.insert(.force) }
        return Programming.Permission(options: options, yes: yes, dryRun: dryRun)
    }
}
