package import Documents
import FailureKit
import ProcessorClient

/// The transport that is used if the data is in PostgreSQL and no processor was specified. It sends no
/// requests: every call throws an error that asks the user to specify a processor.
///
/// All machines that share a database need the same processor, so the simulated processor in the data folder
/// of one machine cannot be used.
struct MissingProcessor: ProcessorTransport {
    func send(_ request: WireRequest, within limit: Duration) async throws -> WireResponse {
        throw DataFolder.noSharedProcessor
    }
}

extension DataFolder {
    /// The error for a command that needs a processor. It is thrown if the data is in PostgreSQL and no
    /// processor was specified.
    package static var noSharedProcessor: CommandError {
        CommandError(
            .configuration, code: "noProcessor", "the data is in PostgreSQL, but no processor is specified",
            reason: "all computers that share a database must use the same processor",
            remedy:
                "set --processor or TAPCTL_PROCESSOR to the processor's address, such as the one that `tapctl processor serve` prints"
        )
    }
}
