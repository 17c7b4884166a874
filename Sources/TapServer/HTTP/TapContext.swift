import Hummingbird
import NIOCore
import ServerKit

/// A request's connection: from where it comes.
struct TapContext: InitializableFromSource {
    private let channel: any Channel

    init(source: ApplicationRequestContextSource) { channel = source.channel }

    /// Ends the connection at once, whatever is on its way.
    func close() { channel.close(promise: nil) }

    /// Who has the connection; nil where that is no address of the Internet Protocol.
    var peer: NetworkAddress? { channel.remoteAddress?.ipAddress.flatMap(NetworkAddress.init) }
}
