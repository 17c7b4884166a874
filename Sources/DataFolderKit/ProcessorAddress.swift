package import Documents
import FailureKit
import Foundation
package import ProcessorClient
import ProcessorSimulator

/// Where a processor is served, and the key that opens it.
package struct ProcessorAddress: Sendable {
    /// `http://127.0.0.1:12111`, without a slash at the end.
    package let url: String
    private let transport: HTTPTransport

    /// The variable that names a processor.
    package static let variable = "TAPCTL_PROCESSOR"

    /// An address that was typed, with the key of a file or of `$TAPCTL_PROCESSOR_KEY`.
    ///
    /// A processor on this machine is opened without a key: a simulated one takes any.
    ///
    /// - Parameter warn: Hears that the key can be read on its way.
    /// - Throws: exit 77 for a live key, before anything is sent; 78 for an address or a key that is none.
    package init(_ typed: String, keyFile: String?, warn: (String) -> Void) throws {
        guard let url = Self.url(typed) else {
            throw CommandError(
                .configuration, code: "malformedVariable", "\(Self.variable) is no address",
                reason: typed, remedy: "write it like http://127.0.0.1:12111")
        }
        let isHere = WebhookTarget(url)?.isLoopback ?? false
        guard let key = try ProcessorKey.find(in: keyFile) ?? (isHere ? Self.keyOfThisMachine : nil) else {
            throw CommandError(
                .configuration, code: "noKey", "there is no key for \(url)",
                remedy:
                    "put a test key (sk_test_...) into \(ProcessorKey.variable), or name its file with --processor-key"
            )
        }
        if !isHere, url.hasPrefix("http:") {
            warn("the key goes to \(url) readable for everybody on the way; https would hide it")
        }
        self.url = url
        do {
            transport = try HTTPTransport(base: url, apiKey: key)
        } catch let missing as NoHTTPLibrary {
            throw CommandError(
                .configuration, code: "noHTTPLibrary", "no request can be sent to \(url)",
                reason: "\(missing)",
                remedy: "install libcurl; without an address the data folder's own processor is used")
        }
    }

    /// A client that sends a request at most so often.
    package func client(_ patience: ProcessorClient.Patience = .standard) -> ProcessorClient {
        ProcessorClient(transport: transport, patience: patience)
    }

    /// The scheme, host and port of an address; nil where it is none, or says more.
    package static func url(_ typed: String) -> String? {
        guard let parts = URLComponents(string: typed), let host = parts.host, !host.isEmpty,
            let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil,
            parts.path.isEmpty || parts.path == "/", parts.port.map({ (1...65_535).contains($0) }) ?? true
        else { return nil }
        return "\(scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? "")
    }

    private static let keyOfThisMachine = "sk_test_tapctl"

    /// The code of the error that nobody answers.
    package static let unreachable = "processorUnreachable"

    /// Nobody answers there.
    package var unreachable: CommandError {
        CommandError(
            .noReader, code: Self.unreachable, "no processor answers at \(url)",
            remedy: "`tapctl processor serve` starts one; without an address the data folder's is used")
    }

    /// Somebody answers there who is no simulated processor.
    ///
    /// - Parameter wanted: What was asked for, that only a simulator does.
    package func notSimulated(_ wanted: String, remedy: String) -> CommandError {
        CommandError(
            .refused, code: "notSimulated", "\(url) is no simulated processor", reason: wanted, remedy: remedy
        )
    }
}
