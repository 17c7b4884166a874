package import Documents
import FailureKit
import Foundation
package import ProcessorClient
import ProcessorSimulator
import TokenKit

/// The address and the key of a processor that is served over HTTP.
package struct ProcessorAddress: Sendable {
    /// The URL without a trailing slash, such as `http://127.0.0.1:12111`.
    package let url: String
    private let transport: HTTPTransport

    /// The environment variable that contains the processor's address.
    package static let variable = "TAPCTL_PROCESSOR"

    /// Parses an address entered by the user, and reads the processor's key from a file or from
    /// `$TAPCTL_PROCESSOR_KEY`. No request is sent.
    ///
    /// For a processor on this machine, the key is optional. If it is missing, a random test key is used,
    /// which a simulated processor accepts.
    ///
    /// - Throws: An error with exit code 77 for a live key, or for an unencrypted address on another machine;
    ///   78 if the address is invalid, the key is invalid or missing, or requests cannot be sent from this
    ///   machine. Also throws an error if the key file cannot be read.
    package init(_ typed: String, keyFile: String?) throws {
        guard let url = Self.url(typed) else {
            throw CommandError(
                .configuration, code: "malformedVariable",
                "the value of \(Self.variable) is not a valid address", reason: typed,
                remedy: "use an address such as http://127.0.0.1:12111")
        }
        let isHere = WebhookTarget(url)?.isLoopback ?? false
        guard isHere || url.hasPrefix("https:") else {
            throw CommandError(
                .refused, code: "unencrypted", "\(url) is on another machine, but is not an https address",
                reason: "others could read the key and donors' details in transit",
                remedy: "use an https address, or a processor on this machine")
        }
        let invented = isHere ? Self.inventedKey(random: systemRandom) : nil
        guard let key = try ProcessorKey.find(in: keyFile) ?? invented else {
            throw CommandError(
                .configuration, code: "noKey", "there is no key for \(url)",
                remedy:
                    "set \(ProcessorKey.variable) to a test key (sk_test_...), or use --processor-key with a file that contains the key"
            )
        }
        self.url = url
        do {
            transport = try HTTPTransport(base: url, apiKey: key)
        } catch let missing as NoHTTPLibrary {
            throw CommandError(
                .configuration, code: "noHTTPLibrary", "cannot send requests to \(url)",
                reason: "\(missing)",
                remedy: "install libcurl on this machine")
        }
    }

    /// Returns a client that retries requests as specified by the retry policy.
    package func client(_ retryPolicy: ProcessorClient.RetryPolicy = .standard) -> ProcessorClient {
        ProcessorClient(transport: transport, retryPolicy: retryPolicy)
    }

    /// Returns the scheme, host and port of an address. Returns nil if the address is invalid or has any
    /// other component.
    package static func url(_ typed: String) -> String? {
        guard let parts = URLComponents(string: typed), let host = parts.host, !host.isEmpty,
            let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil,
            parts.path.isEmpty || parts.path == "/", parts.port.map({ (1...65_535).contains($0) }) ?? true
        else { return nil }
        return "\(scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? "")
    }

    /// Returns a test key for a simulated processor on this machine. Such a processor accepts any test key.
    ///
    /// - Parameter random: A source of random numbers. Each call returns 64 random bits.
    static func inventedKey(random: () -> UInt64) -> String {
        "sk_test_" + BinaryTextEncoding.hex.text(RandomBytes.make(16, from: random))
    }

    /// The error code for a processor that does not respond.
    package static let unreachable = "processorUnreachable"

    /// The error for a processor that does not respond.
    package var unreachable: CommandError {
        CommandError(
            .noReader, code: Self.unreachable, "no processor responds at \(url)",
            remedy:
                "start the processor, for example with `tapctl processor serve`, or correct the address"
        )
    }

    /// Returns the error for a processor that is not simulated.
    ///
    /// - Parameters:
    ///   - wanted: The reason for the error, such as the action that a person must perform.
    ///   - remedy: The next step for the user.
    package func notSimulated(_ wanted: String, remedy: String) -> CommandError {
        CommandError(
            .refused, code: "notSimulated", "\(url) is not a simulated processor", reason: wanted,
            remedy: remedy
        )
    }
}
