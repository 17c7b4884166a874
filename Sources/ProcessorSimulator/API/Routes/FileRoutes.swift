import Processor
import TextKit
import TimeKit

/// The routes of `/v1/files` and `/v1/file_links`. The contents of files are not stored.
///
/// Source: Stripe API reference, "Files", "File Links".
enum FileRoutes {
    static let all: [Route] = [
        .post(
            files,
            simulates: [
                "file", "purpose", "file_link_data[create]", "file_link_data[expires_at]",
                "file_link_data[metadata]",
            ]
        ) { call in try call.shown(call.upload()) },
        .list(files, UploadedFile.self, by: ["purpose": "purpose"]),
        .one(files + "/{file}", UploadedFile.self),
        .post(links, simulates: ["file", "expires_at", "metadata"]) { call in
            let file = try call.required("file")
            guard try call.work.find(UploadedFile.self, file) != nil else {
                throw ProcessorError.noSuch("file upload", file, parameter: "file")
            }
            var link = FileLink(id: try call.work.newID("link"), created: call.work.now, file: file)
            try call.take(into: &link)
            return try call.saved(link)
        },
        .get(links, simulates: Filters.list.union(["expired", "file"])) { call in
            try call.scanned(FileLink.self, where: call.filter(["file": "file"])) {
                call.allows("expired", $0.isExpired(at: call.work.now))
            }
        },
        .one(link, FileLink.self),
        .update(link, FileLink.self, simulates: ["expires_at", "metadata"]) { try $0.take(into: &$1) },
    ]

    private static let files = "/v1/files"
    private static let links = "/v1/file_links"
    private static let link = "/v1/file_links/{link}"
}

extension Call {
    fileprivate func upload() throws -> UploadedFile {
        let submitted = self["file"]
        guard let name = submitted["name"].string, let size = submitted["size"].integer, size > 0 else {
            throw ProcessorError.invalid(
                "The file must be uploaded as multipart/form-data, and must not be empty.", parameter: "file")
        }
        let file = UploadedFile(
            id: try work.newID("file"), created: work.now, name: name,
            purpose: try required("purpose"), size: size)
        try work.emit("file.created", work.put(file))
        let data = self["file_link_data"]
        if data["create"].bool == true {
            let metadata = data["metadata"].metadata
            try MetadataRules.check(metadata)
            let expiry = moment("expires_at", in: data)
            if let expiry { try work.checkFuture(expiry, "file_link_data[expires_at]") }
            try work.put(
                FileLink(
                    id: work.newID("link"), created: work.now, file: file.id, expiresAt: expiry,
                    metadata: metadata))
        }
        return file
    }

    fileprivate func take(into link: inout FileLink) throws {
        try takeMetadata(into: &link.metadata)
        guard has("expires_at") else { return }
        if self["expires_at"].string == "now" {
            link.expiresAt = work.now
            return
        }
        let moment = moment("expires_at")
        if let moment { try work.checkFuture(moment, "expires_at") }
        link.expiresAt = moment
    }
}

extension UploadedFile: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        let links = try work.list(FileLink.self, ListQuery(limit: 10), where: ["file": id])
        return [
            "created": created, "expires_at": nil, "filename": name,
            "links": try work.list(links, at: "/v1/file_links?file=\(id)"), "purpose": purpose,
            "size": size, "title": nil, "type": type,
            "url": "https://files.processor.invalid/v1/files/\(id)/contents",
        ]
    }

    /// The file type: the extension of the file's name in lower case, such as `pdf`. The extension `jpeg`
    /// becomes `jpg`. Nil if the name has no extension.
    private var type: String? {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
        let type = name[dot...].dropFirst().lowercased()
        return type.isEmpty ? nil : type == "jpeg" ? "jpg" : type
    }
}

extension FileLink: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        let hasExpired = isExpired(at: work.now)
        return [
            "created": created, "expired": hasExpired, "expires_at": expiresAt, "file": file,
            "livemode": false, "metadata": metadata,
            "url": hasExpired
                ? nil : "https://files.processor.invalid/links/\(id.dropFirst("link_".count))",
        ]
    }

    func isExpired(at now: Timestamp) -> Bool { expiresAt.map { $0 <= now } ?? false }
}
