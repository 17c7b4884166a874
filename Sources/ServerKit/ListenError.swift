public import FailureKit
import Foundation
import NIOCore
import NIOPosix

/// Why a server cannot listen where it was told to.
public struct ListenError: Failure, Hashable, Sendable {
    /// What is in the way.
    public enum Code: String, Hashable, Sendable {
        /// Another program listens there.
        case portTaken
        /// The port is one that this user may not take.
        case portForbidden
        /// The address is none of this machine, or no address at all.
        case badHost
    }

    /// What is in the way.
    public var code: Code
    /// `127.0.0.1:12111`
    public var address: String

    /// What an error of a server that could not listen comes to; nil for any other error.
    ///
    /// - Parameter address: Where it was told to listen: `127.0.0.1:12111`.
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

    /// The kind of failure.
    public var category: FailureCategory {
        switch code {
        case .portTaken, .portForbidden: .noReader
        case .badHost: .usage
        }
    }

    /// A clause that says what happened.
    public var summary: String {
        switch code {
        case .portTaken: "another program is already listening on \(address)"
        case .portForbidden: "this user is not allowed to listen on \(address)"
        case .badHost: "\(address) is not an address of this machine"
        }
    }

    /// Empty: the summary says it all.
    public var reason: String { "" }
}
