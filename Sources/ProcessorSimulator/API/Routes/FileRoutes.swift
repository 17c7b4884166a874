import Processor
import TextKit
import TimeKit

/// A URL at which a file can be downloaded without a key.
///
/// Source: Stripe API reference, "File Links".
struct FileLink: StoredObject {
    static let objectName = "file_link"
    /// The id, `link_…`.
    var id: String
    var created: Timestamp
    /// The id of the file, `file_…`.
    var file: String
    var expiresAt: Timestamp?
    var metadata: Metadata = [:]
}

/// The routes of `/v1/files` and `/v1/file_links`.
///
/// Files are uploaded to another host, which is not simulated. Therefore links can name any file id.
///
/// Source: Stripe API reference, "Files", "File Links".
enum FileRoutes {
    static let all: [Route] = [
        .get("/v1/files", simulates: Filters.list.union(["purpose"])) { call in
            try call.part(of: [], at: call.address)
        },
        .post(path, simulates: ["file", "expires_at", "metadata"]) { call in
            let file = try call.required("file")
            guard file.hasPrefix("file_") else {
                throw ProcessorError.noSuch("file upload", file, parameter: "file")
            }
            var link = FileLink(id: try call.work.newID("link"), created: call.work.now, file: file)
            try take(call, into: &link)
            return try call.shown(call.work.put(link))
        },
        .get(path, simulates: Filters.list.union(["expired", "file"])) { call in
            let (isExpired, now) = (call["expired"].bool, call.work.now)
            return try call.scanned(FileLink.self, where: call.filter(["file": "file"])) {
                isExpired == nil || isExpired == $0.isExpired(at: now)
            }
        },
        .one(one, FileLink.self),
        .post(one, simulates: ["expires_at", "metadata"]) { call in
            var link = try call.object(FileLink.self)
            try take(call, into: &link)
            return try call.shown(call.work.put(link))
        },
    ]

    private static let path = "/v1/file_links"
    private static let one = "/v1/file_links/{link}"

    private static func take(_ call: Call, into link: inout FileLink) throws {
        link.metadata = try call.metadata(over: link.metadata)
        guard call.has("expires_at") else { return }
        if call["expires_at"].string == "now" {
            link.expiresAt = call.work.now
            return
        }
        let moment = call.moment("expires_at")
        if let moment { try call.work.checkFuture(moment, "expires_at") }
        link.expiresAt = moment
    }
}

extension FileLink: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        let hasExpired = isExpired(at: work.now)
        return [
            "created": created, "expired": hasExpired, "expires_at": expiresAt, "file": file,
            "livemode": false, "metadata": metadata,
            "url": hasExpired ? nil : "https://files.processor.invalid/links/\(id.dropFirst("link_".count))",
        ]
    }

    /// Returns whether the link can no longer be used.
    func isExpired(at now: Timestamp) -> Bool { expiresAt.map { $0 <= now } ?? false }
}
