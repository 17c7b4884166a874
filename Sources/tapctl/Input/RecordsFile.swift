import DataFolderKit
import Documents
import FailureKit
import Foundation
import TagKit

/// A JSON file of records, in the format that `tapctl ndef decode --json` prints.
struct RecordsFile: Decodable {
    let records: [Entry]

    /// A record's fields. The type can be given as text (`type`) or as hex (`type_hex`).
    struct Entry: Decodable {
        var tnf: UInt8
        var type: String?
        var type_hex: String?
        var id_hex: String?
        var payload_hex: String?
    }

    /// Returns the records in the file at `path`, or on standard input if `path` is `-`.
    static func records(_ path: String) throws -> [NDEFRecord] {
        let content = try Input.read(path)
        do {
            return try JSONDecoder().decode(RecordsFile.self, from: Data(content)).records.map {
                try $0.record()
            }
        } catch let error as CommandError where error.code == "badHex" {
            throw error.remedied(by: "correct the type_hex, id_hex or payload_hex of the record")
        } catch let error as DecodingError {
            throw CommandError(
                .malformed, code: "badJSON",
                "the records in \(Input.name(of: path)) cannot be read",
                reason: error.sentence,
                remedy: "use the format of `tapctl ndef decode … --json`")
        }
    }
}

extension RecordsFile.Entry {
    fileprivate func record() throws -> NDEFRecord {
        guard let tnf = TNF(rawValue: tnf) else {
            throw CommandError(
                .malformed, code: "reservedTNF", "TNF \(tnf) does not exist",
                reason: "only TNF 0 to 6 are defined",
                remedy: "use 1 for well-known types, 2 for MIME types, or 4 for external types")
        }
        return NDEFRecord(
            tnf: tnf, type: try type_hex.map(bytes(fromHex:)) ?? Array((type ?? "").utf8),
            id: try bytes(fromHex: id_hex ?? ""), payload: try bytes(fromHex: payload_hex ?? ""))
    }
}

extension DecodingError {
    /// A description of the decoding error. For a missing key or a value of the wrong type, it includes the
    /// path, such as `at records.2`.
    fileprivate var sentence: String {
        switch self {
        case .keyNotFound(let key, let context): "the key \"\(key.stringValue)\" is missing\(place(context))"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "a value has the wrong type\(place(context))"
        default: "the input is not valid JSON"
        }
    }

    private func place(_ context: Context) -> String {
        let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
        return path.isEmpty ? "" : " at \(path.joined(separator: "."))"
    }
}
