import Hummingbird
import NIOCore

/// A request's connection: what is cut when it has to be cut.
struct ProcessorContext: InitializableFromSource {
    let channel: any Channel

    init(source: ApplicationRequestContextSource) { channel = source.channel }

    /// Closes the connection without an answer.
    func cut() { channel.close(mode: .all, promise: nil) }
}
