/// The kinds of failure that a program tells apart: the command line turns them into exit codes, the API into HTTP statuses.
public enum FailureCategory: String, Hashable, Sendable, CaseIterable {
    /// The question was answered with no.
    case no
    /// The command line or the request was not understood.
    case usage
    /// Data is malformed.
    case malformed
    /// A named file or thing does not exist.
    case notFound
    /// There is no reader or no processor.
    case noReader
    /// The program has a bug.
    case ourBug
    /// A file or a thing cannot be created.
    case cannotCreate
    /// A radio, a disk or a line failed.
    case inputOutput
    /// It may succeed later.
    case tryAgain
    /// The other side broke its protocol.
    case peerProtocol
    /// A rule or a state forbids it.
    case refused
    /// The configuration is wrong.
    case configuration
    /// A person or a signal ended it.
    case interrupted
}
