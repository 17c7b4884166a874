/// A category of failures. The command line maps it to an exit code, and the API to an HTTP status.
public enum FailureCategory: String, Hashable, Sendable, CaseIterable {
    /// A check or a question had a negative result.
    case no
    /// The command line or the request was not understood.
    case usage
    /// The data is malformed.
    case malformed
    /// A named file or object does not exist.
    case notFound
    /// A reader or a processor is not available.
    case noReader
    /// The program has a bug.
    case ourBug
    /// A file or an object cannot be created.
    case cannotCreate
    /// A radio, a disk or a connection failed.
    case inputOutput
    /// A later attempt may succeed.
    case tryAgain
    /// The other side violated its protocol.
    case peerProtocol
    /// A rule or a state forbids the operation.
    case refused
    /// The configuration is wrong.
    case configuration
    /// A person or a signal stopped the operation.
    case interrupted
}
