import DataFolderKit
import Documents
import FailureKit
import Foundation
import TagKit

/// A JSON file of records, in the format that `tapctl ndef decode --json` prints.
struct RecordsFile: Decodable {
    let records: [Entry]

    /// A record's fields. The type can be given as text (`type`), as hex (`type_hex`), or as both if they are
    /// equal.
    struct Entry: Decodable {
        var tnf: UInt8
        var type: String?
        var type_hex: String?
        var id_hex: String?
        var payload_hex: String?

        /// The keys that `tapctl ndef decode --json` prints. The content of `decoded` is ignored.
        private enum CodingKeys: String, CodingKey {
            case tnf, type, type_hex, id_hex, payload_hex, decoded
        }

        /// Decodes a record. Throws an error if it has an unknown key, because a misspelled key would
        /// otherwise create a record without content.
        init(from decoder: any Decoder) throws {
            let keys = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
            if let unknown = keys.sorted().first(where: { CodingKeys(stringValue: $0) == nil }) {
                throw Self.error(unknownKey: unknown)
            }
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            tnf = try fields.decode(UInt8.self, forKey: .tnf)
            type = try fields.decodeIfPresent(String.self, forKey: .type)
            type_hex = try fields.decodeIfPresent(String.self, forKey: .type_hex)
            id_hex = try fields.decodeIfPresent(String.self, forKey: .id_hex)
            payload_hex = try fields.decodeIfPresent(String.self, forKey: .payload_hex)
        }
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
        let typeBytes = try type_hex.map(bytes(fromHex:))
        if let type, let typeBytes, Array(type.utf8) != typeBytes {
            throw CommandError(
                .malformed, code: "badJSON", "the keys type and type_hex of a record contradict each other",
                reason: "type is \"\(printable(type))\", which is \(hexText(Array(type.utf8))) in hex; "
                    + "type_hex is \(hexText(typeBytes))",
                remedy: "correct one of them, or remove the one that is wrong")
        }
        return try NDEFRecord(
            tnf: tnf, type: typeBytes ?? Array((type ?? "").utf8),
            id: bytes(fromHex: id_hex ?? ""), payload: bytes(fromHex: payload_hex ?? ""))
    }

    /// Returns the error for a record with a key that does not exist.
    fileprivate static func error(unknownKey key: String) -> CommandError {
        CommandError(
            .malformed, code: "badJSON", "a record has the unknown key \"\(printable(key))\"",
            reason: "a record can have the keys tnf, type, type_hex, id_hex, payload_hex and decoded",
            remedy: "correct or remove the key; the payload is in payload_hex, as hex")
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
