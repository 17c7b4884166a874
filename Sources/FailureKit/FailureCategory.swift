/// A category of failures. The command line maps each category to an exit code, and the API maps it to an
/// HTTP status.
public enum FailureCategory: String, Hashable, Sendable, CaseIterable {
    /// A check failed or had a negative result.
    case no
    /// The command line or the request was not understood.
    case usage
    /// The data is malformed.
    case malformed
    /// The requested file or object does not exist.
    case notFound
    /// A tag reader or a payment processor is not available.
    case noReader
    /// The program has a bug.
    case ourBug
    /// A file or an object cannot be created.
    case cannotCreate
    /// A radio, a disk or a connection failed.
    case inputOutput
    /// A later attempt may succeed.
    case tryAgain
    /// The peer violated the protocol.
    case peerProtocol
    /// A rule forbids the operation, or the current state does not allow it.
    case refused
    /// The configuration is wrong.
    case configuration
    /// A person or a signal stopped the operation.
    case interrupted
}
