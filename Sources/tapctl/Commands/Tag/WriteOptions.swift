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
        var bare = try extensibleURL(for: "--mirror \(choice.rawValue)")[...]
        for other in TagMirror.Content.allCases where bare.hasSuffix("m=" + other.placeholder) {
            bare = bare.dropLast(other.byteCount + 3)
        }
        let wanted = try adding("m=" + content.placeholder, to: String(bare), anyURL: anyURL, hosts: hosts)
        return (wanted, .on(content, offset: wanted.bytes.count - content.byteCount))
    }

    /// Returns the message's URL, to which the chip can add data.
    ///
    /// - Throws: An error with exit code 64 unless the message is one URL record without a fragment.
    func extensibleURL(for option: String) throws -> String {
        guard let url, !url.contains("#") else {
            throw CommandError(
                usage: "\(option) needs a URL",
                reason: "the chip adds its data to the end of a URL, which must be the message's only record",
                remedy: "specify a URL, or use --org")
        }
        return url
    }

    /// Returns the message of a URL with a parameter whose placeholder the chip replaces.
    ///
    /// - Throws: An error if `anyURL` is false and the resulting URL is not a valid giving URL.
    func adding(_ parameter: String, to url: String, anyURL: Bool, hosts: HostList) throws -> WantedMessage {
        let text = url + (url.contains("?") ? "&" : "?") + parameter
        if !anyURL { _ = try Invocation.parse(text, profile: .strict, hosts: hosts) }
        var wanted = self
        wanted.bytes = try NDEFMessage([URIRecord(text).record()]).encoded()
        wanted.url = text
        return wanted
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
