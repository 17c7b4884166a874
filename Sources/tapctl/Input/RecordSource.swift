import DataFolderKit
import Documents
import FailureKit
import Synchronization
import TagKit

/// The source of a record, with one case for each option.
enum RecordSource: Sendable {
    case uri(String)
    case text(String, language: String)
    /// A record with a MIME type. `content` is literal text, or `@` followed by a file name.
    case media(String, content: String)
    case external(String, content: String)
    case app(String)

    /// Returns the record. Reads the file that the record refers to, if any.
    func record() throws -> NDEFRecord {
        switch self {
        case .uri(let uri): try Self.checked(uri).record()
        case .text(let text, let language): try TextRecord(text, language: language).record()
        case .media(let type, let content): try MediaRecord(type, content: Self.bytes(content)).record()
        case .external(let type, let content): try ExternalRecord(type, content: Self.bytes(content)).record()
        case .app(let package): try AndroidApplicationRecord(package: package).record()
        }
    }

    /// Returns the record of a URI. Throws an error if the URI is empty or contains a control character.
    private static func checked(_ uri: String) throws -> URIRecord {
        let record = URIRecord(uri)
        guard record.controlCharacter == nil else {
            throw CommandError(
                .malformed, code: "controlCharacter", "the URI contains a control character",
                reason: "\"\(printable(uri))\"; a URI record cannot contain such characters",
                remedy: "enter the URI again, without line breaks and other control characters")
        }
        guard uri.isEmpty else { return record }
        throw CommandError(
            .malformed, code: "empty", "the URI is empty", reason: "a phone would not open any page",
            remedy: "enter the whole URI, as in `--uri https://example.com`")
    }

    private static func bytes(_ content: String) throws -> [UInt8] {
        content.hasPrefix("@") ? try Input.read(String(content.dropFirst())) : Array(content.utf8)
    }
}

/// A counter that records the order of record options. Each kind of option is parsed separately, so the order
/// across kinds would otherwise be lost.
enum RecordPlaces {
    private static let count = Mutex(0)

    static func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
