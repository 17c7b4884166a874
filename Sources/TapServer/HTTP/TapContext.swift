import Hummingbird
import NIOCore

/// A request's connection: from where it comes.
struct TapContext: InitializableFromSource {
    private let channel: any Channel

    init(source: ApplicationRequestContextSource) { channel = source.channel }

    /// The address of whoever asks; nil for this machine itself, which says nothing about who gives: a proxy stands
    /// there, or a test.
    var client: String? {
        guard let address = channel.remoteAddress?.ipAddress else { return nil }
        return address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
            ? nil : address
    }
}
