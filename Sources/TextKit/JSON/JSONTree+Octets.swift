extension JSONTree {
    /// The text for programs: UTF-8 without spaces, keys in their order.
    public var octets: [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(1_024)
        write(to: &octets)
        return octets
    }

    private func write(to octets: inout [UInt8]) {
        switch self {
        case .null: octets += "null".utf8
        case .bool(let bool): octets += (bool ? "true" : "false").utf8
        case .number(let digits): octets += digits.utf8
        case .string(let text): Self.write(text, to: &octets)
        case .array(let elements):
            octets.append(UInt8(ascii: "["))
            for (place, element) in elements.enumerated() {
                if place > 0 { octets.append(UInt8(ascii: ",")) }
                element.write(to: &octets)
            }
            octets.append(UInt8(ascii: "]"))
        case .object(let members):
            octets.append(UInt8(ascii: "{"))
            for (place, member) in members.enumerated() {
                if place > 0 { octets.append(UInt8(ascii: ",")) }
                Self.write(member.key, to: &octets)
                octets.append(UInt8(ascii: ":"))
                member.value.write(to: &octets)
            }
            octets.append(UInt8(ascii: "}"))
        }
    }

    /// Writes a text as a JSON string: escaped is what has to be (RFC 8259 §7), as shortly as it can be.
    package static func write(_ text: String, to octets: inout [UInt8]) {
        octets.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { plain in
            let isPlain = plain.allSatisfy {
                $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
            if isPlain { octets.append(contentsOf: plain) } else { escape(plain, to: &octets) }
        }
        octets.append(UInt8(ascii: "\""))
    }

    private static func escape(_ text: UnsafeBufferPointer<UInt8>, to octets: inout [UInt8]) {
        for octet in text {
            switch octet {
            case "\"", "\\": octets += [UInt8(ascii: "\\"), octet]
            case 0x08: octets += "\\b".utf8
            case 0x0C: octets += "\\f".utf8
            case 0x0A: octets += "\\n".utf8
            case 0x0D: octets += "\\r".utf8
            case 0x09: octets += "\\t".utf8
            case ..<0x20:
                octets += "\\u00\(Hex.lower([octet]))".utf8
            default: octets.append(octet)
            }
        }
    }
}
