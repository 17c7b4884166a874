import TextKit

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
        case .text(let text): JSONTree.write(text, to: &bytes)
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
                JSONTree.write(field.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                field.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }
}
