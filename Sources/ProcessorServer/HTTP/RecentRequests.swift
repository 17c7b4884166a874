import Foundation
import ProcessorSimulator
import Synchronization

/// The latest requests to the API and their responses. They are kept only in memory.
final class RecentRequests: Sendable {
    /// A request and its response. Long bodies are truncated.
    struct Entry {
        var time: Date
        var method: String
        var path: String
        /// The query and the body of the request.
        var form: [UInt8]
        var account: String?
        var idempotencyKey: String?
        var version: String?
        /// The HTTP status. Nil if the server closed the connection without a response.
        var status: Int?
        var requestID: String?
        var response: [UInt8]
        var taken: Duration
    }

    /// The maximum number of requests that are kept.
    static let most = 100
    /// The maximum size of a stored form or response, in bytes.
    static let longest = 16 << 10

    private struct Ring {
        var entries: [Entry] = []
        /// The index of the oldest entry. It is 0 until the maximum number of entries is reached.
        var oldest = 0
    }

    private let ring = Mutex(Ring())

    /// The stored requests, newest first.
    var all: [Entry] {
        ring.withLock { ring in (ring.entries[ring.oldest...] + ring.entries[..<ring.oldest]).reversed() }
    }

    /// Stores a request and its response. If the maximum number of entries has been reached, the new entry
    /// replaces the oldest entry.
    func note(_ request: APIRequest, _ answer: APIResponse?, taken: Duration, version: String?) {
        let isBoth = !request.query.isEmpty && !request.body.isEmpty
        let form = request.query + (isBoth ? [UInt8(ascii: "&")] : []) + request.body
        let entry = Entry(
            time: Date(), method: request.method, path: request.path, form: Self.cut(form),
            account: request.account, idempotencyKey: request.idempotencyKey, version: version,
            status: answer?.status, requestID: answer?.requestID,
            response: Self.cut(answer?.body ?? []), taken: taken)
        ring.withLock { ring in
            guard ring.entries.count == Self.most else { return ring.entries.append(entry) }
            ring.entries[ring.oldest] = entry
            ring.oldest = (ring.oldest + 1) % Self.most
        }
    }

    /// Returns at most the first ``longest`` bytes. An array that is already short enough is not copied.
    private static func cut(_ bytes: [UInt8]) -> [UInt8] {
        bytes.count <= longest ? bytes : Array(bytes.prefix(longest))
    }
}
