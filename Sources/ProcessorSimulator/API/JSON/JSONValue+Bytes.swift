import Foundation

extension JSONValue {
    /// The value as JSON in UTF-8, without spaces.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2_048)
        write(to: &bytes)
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let bool): bytes += (bool ? "true" : "false").utf8
        case .integer(let number): bytes += String(number).utf8
        case .decimal(let digits): bytes += digits.utf8
        case .text(let text): Self.write(text, to: &bytes)
        case .list(let elements):
            bytes.append(UInt8(ascii: "["))
            for (place, element) in elements.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            for (place, field) in object.fields.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(field.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                field.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case ..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                bytes += "\\u00".utf8
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

extension JSONValue: Codable {
    /// Reads any JSON. The order of fields is theirs by name: a decoder tells no other.
    init(from decoder: any Decoder) throws {
        if let keyed = try? decoder.container(keyedBy: Name.self) {
            self = .object(
                JSONObject(
                    try keyed.allKeys.sorted { $0.stringValue < $1.stringValue }.map {
                        ($0.stringValue, try keyed.decode(JSONValue.self, forKey: $0))
                    }))
        } else if var list = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !list.isAtEnd { elements.append(try list.decode(JSONValue.self)) }
            self = .list(elements)
        } else {
            let single = try decoder.singleValueContainer()
            if single.decodeNil() {
                self = .null
            } else if let bool = try? single.decode(Bool.self) {
                self = .bool(bool)
            } else if let number = try? single.decode(Int64.self) {
                self = .integer(number)
            } else if let number = try? single.decode(Decimal.self) {
                self = .decimal(number.description)
            } else {
                self = .text(try single.decode(String.self))
            }
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let object):
            var keyed = encoder.container(keyedBy: Name.self)
            for field in object.fields { try keyed.encode(field.value, forKey: Name(field.name)) }
        case .list(let elements):
            var list = encoder.unkeyedContainer()
            for element in elements { try list.encode(element) }
        default:
            var single = encoder.singleValueContainer()
            switch self {
            case .bool(let bool): try single.encode(bool)
            case .integer(let number): try single.encode(number)
            case .decimal(let digits): try single.encode(Decimal(string: digits) ?? 0)
            case .text(let text): try single.encode(text)
            case .null, .list, .object: try single.encodeNil()
            }
        }
    }

    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
