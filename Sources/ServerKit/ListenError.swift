public import FailureKit
import Foundation
import NIOCore
import NIOPosix

/// The error for a server that cannot listen on its address.
public struct ListenError: Failure, Hashable {
    /// The kinds of errors.
    public enum Code: String, Sendable {
        /// Another program is already listening on the port.
        case portTaken
        /// The user is not allowed to listen on the port.
        case portForbidden
        /// The address is invalid or does not belong to this machine.
        case badHost
    }

    public var code: Code
    /// The address and port, such as `127.0.0.1:12111`.
    public var address: String

    /// Converts an error that a server threw. Returns nil unless the error has one of the causes in ``Code``.
    ///
    /// - Parameters:
    ///   - error: The error that the server threw.
    ///   - address: The address and port, such as `127.0.0.1:12111`.
    public init?(_ error: any Error, address: String) {
        self.address = address
        switch error {
        case let error as IOError:
            switch error.errnoCode {
            case EADDRINUSE: code = .portTaken
            case EACCES: code = .portForbidden
            case EADDRNOTAVAIL: code = .badHost
            default: return nil
            }
        case is SocketAddressError: code = .badHost
        default: return nil
        }
    }
}

extension ListenError {
    /// The stable error code.
    public var failureCode: String { code.rawValue }

    public var category: FailureCategory {
        switch code {
        case .portTaken, .portForbidden: .noReader
        case .badHost: .usage
        }
    }

    /// A clause that describes what happened.
    public var summary: String {
        switch code {
        case .portTaken: "another program is already listening on \(address)"
        case .portForbidden: "the user that runs this program is not allowed to listen on \(address)"
        case .badHost: "\(address) is not an address of this machine"
        }
    }

    /// An empty string, because the summary is sufficient.
    public var reason: String { "" }
}
