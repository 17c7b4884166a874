import Foundation
import ProcessorSimulator
import Synchronization

/// The latest requests to the API and their responses, in memory.
final class RecentRequests: Sendable {
    /// A request and its response. Long bodies are truncated.
    struct Entry: Sendable {
        var time: Date
        var method: String
        var path: String
        /// The query and the body.
        var form: [UInt8]
        var account: String?
        var idempotencyKey: String?
        var version: String?
        /// The status, or nil if the connection was closed without a response.
        var status: Int?
        var requestID: String?
        var response: [UInt8]
        var taken: Duration
    }

    /// The maximum number of requests.
    static let most = 100
    /// The maximum size of a stored form or response, in bytes.
    static let longest = 16 << 10

    private let entries = Mutex<[Entry]>([])

    /// The stored requests, newest first.
    var all: [Entry] { entries.withLock { $0.reversed() } }

    /// Stores a request and its response, and removes the oldest request if there are too many.
    func note(_ request: APIRequest, _ answer: APIResponse?, taken: Duration, version: String?) {
        let isBoth = !request.query.isEmpty && !request.body.isEmpty
        let form = request.query + (isBoth ? [UInt8(ascii: "&")] : []) + request.body
        let entry = Entry(
            time: Date(), method: request.method, path: request.path, form: Array(form.prefix(Self.longest)),
            account: request.account, idempotencyKey: request.idempotencyKey, version: version,
            status: answer?.status, requestID: answer?.requestID,
            response: Array((answer?.body ?? []).prefix(Self.longest)), taken: taken)
        entries.withLock { entries in
            if entries.count >= Self.most { entries.removeFirst(entries.count - Self.most + 1) }
            entries.append(entry)
        }
    }
}
