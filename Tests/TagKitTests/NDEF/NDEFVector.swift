/// One entry of a file of NDEF vectors: the bytes of one layer, and their expected contents or error.
struct NDEFVector: Decodable {
    let id: String?
    let title: String
    let layer: Layer
    let hex: String
    let expect: Expectation

    enum Layer: String, Decodable { case message, tlv, t4file, t4cc }

    enum Expectation {
        case message(MessageExpectation)
        case area(AreaExpectation)
        case file(FileExpectation)
        case container(ContainerExpectation)
    }

    private enum CodingKeys: CodingKey { case id, title, layer, hex, expect }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decodeIfPresent(String.self, forKey: .id)
        title = try container.decode(String.self, forKey: .title)
        layer = try container.decode(Layer.self, forKey: .layer)
        hex = try container.decode(String.self, forKey: .hex)
        expect =
            switch layer {
            case .message: .message(try container.decode(MessageExpectation.self, forKey: .expect))
            case .tlv: .area(try container.decode(AreaExpectation.self, forKey: .expect))
            case .t4file: .file(try container.decode(FileExpectation.self, forKey: .expect))
            case .t4cc: .container(try container.decode(ContainerExpectation.self, forKey: .expect))
            }
    }
}

/// A message.
struct MessageExpectation: Decodable {
    let valid: Bool
    /// Without records, as `03 00` on a tag.
    let empty: Bool?
    let records: [Record]?
    /// Whether the bytes are the shortest form.
    let canonical: Bool?
    let error: String?
    let offset: Int?
    /// The codes of errors that lenient decoding ignores, if the file lists them.
    let forgiven: [String]?
    /// The records that lenient decoding finds, if the file lists them.
    let lenient: [Record]?

    struct Record: Decodable {
        let tnf: UInt8
        let typeHex: String
        let idHex: String
        let payloadHex: String
        let decoded: Decoded?
    }

    /// The meaning of a record.
    struct Decoded: Decodable {
        let kind: Kind
        let code: UInt8?
        let uri, encoding, language, text, mediaType, urn, package: String?
        let value: UInt32?
        let records: [Decoded]?
        /// The reason why a record is not a Smart Poster, although its message is well-formed.
        let warning: String?

        enum Kind: String, Decodable {
            case empty, uri, text, smartPoster, mime, absoluteURI, external, aar, wellKnown, unknown
            /// Only inside a Smart Poster.
            case action, size, type
            /// The payload breaks the rules of its type.
            case badPayload
        }
    }
}

/// A Type 2 data area.
struct AreaExpectation: Decodable {
    let tlvs: [Block]
    let ndefHex: String?
    let terminated: Bool
    let ndef: MessageExpectation?
    let error: String?
    let areaOffset: Int?
    let usedBytes: Int?
    let reserved: [[Int]]?

    struct Block: Decodable, Equatable {
        let t: UInt8
        let offset: Int
        let length: Int?
        let valueHex: String?
        /// The number of successive NULL TLVs.
        let run: Int?
    }
}

/// A Type 4 NDEF file.
struct FileExpectation: Decodable {
    let nlen: Int?
    /// 4 for a file with the extended length.
    let lengthBytes: Int?
    let ndefHex: String?
    let ndef: MessageExpectation?
    let trailingIgnoredHex: String?
    let error: String?
}

/// A Type 4 capability container.
struct ContainerExpectation: Decodable {
    let ccLen: Int?
    let mappingVersion: String?
    let maxLe: Int?
    let maxLc: Int?
    let ndefFileId: String?
    let ndefFileMaxSize: Int?
    let usableNdefBytes: Int?
    let read: String?
    let write: String?
    let error: String?
    let areaOffset: Int?
}
