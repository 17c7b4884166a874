import Processor
import TimeKit

/// A file that a caller uploaded. Its contents are not stored.
///
/// Source: Stripe API reference, "Files".
struct UploadedFile: StoredObject {
    static let objectName = "file"
    /// The id, `file_…`.
    var id: String
    var created: Timestamp
    var name: String
    var purpose: String
    /// The size of the file, in bytes.
    var size: Int64
}

/// A URL from which anyone can download a file without an API key.
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
