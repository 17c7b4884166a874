import SimulationKit
import TagKit
import TestSupport

extension SeededGenerator {
    /// A legal message of 1 to 5 records, most of them of known types with random contents.
    mutating func message() -> NDEFMessage {
        NDEFMessage((0..<Int.random(in: 1...5, using: &self)).map { _ in record() })
    }

    private mutating func record() -> NDEFRecord {
        let id = Bool.random(using: &self) ? [] : bytes(Int.random(in: 0...9, using: &self))
        let payload = bytes(Int.random(in: 0...20, using: &self))
        switch Int.random(in: 0...8, using: &self) {
        case 0: return NDEFRecord(tnf: .empty)
        case 1:
            return NDEFRecord(tnf: .unknown, id: id, payload: bytes(Int.random(in: 250...260, using: &self)))
        case 2: return NDEFRecord(tnf: .wellKnown, type: [0x55], id: id, payload: payload)
        case 3: return NDEFRecord(tnf: .wellKnown, type: [0x54], id: id, payload: payload)
        case 4: return URIRecord("https://seat.example/\(payload.count)").record(id: id)
        case 5: return NDEFRecord(tnf: .media, type: Array("image/png".utf8), id: id, payload: payload)
        case 6:
            return NDEFRecord(
                tnf: .external, type: bytes(Int.random(in: 1...9, using: &self)), payload: payload)
        case 7: return NDEFRecord(tnf: .absoluteURI, type: Array("a:b".utf8), id: id, payload: payload)
        default:
            let title = URIRecord("tel:1").record()
            let inner =
                (try? NDEFMessage([title] + [NDEFRecord(tnf: .unknown, payload: payload)]).encoded()) ?? []
            return NDEFRecord(tnf: .wellKnown, type: Array("Sp".utf8), id: id, payload: inner)
        }
    }

    /// The bytes of a message with its payloads cut into chunks at random.
    mutating func chunked(_ message: NDEFMessage) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, record) in message.records.enumerated() {
            // An empty record has no payload to cut. Its chunks would be legal, but test nothing.
            var rest = record.payload[...]
            var isFirst = true
            repeat {
                let count = isFirst || !rest.isEmpty ? Int.random(in: 0...rest.count, using: &self) : 0
                let piece = rest.prefix(rest.count > 255 ? 255 : count)
                rest = rest.dropFirst(piece.count)
                var flags = isFirst ? record.tnf.rawValue : TNF.unchanged.rawValue
                if isFirst, index == 0 { flags |= 0x80 }
                if rest.isEmpty, index == message.records.count - 1 { flags |= 0x40 }
                if !rest.isEmpty { flags |= 0x20 }
                flags |= 0x10
                if isFirst, !record.id.isEmpty { flags |= 0x08 }
                bytes += [flags, isFirst ? UInt8(record.type.count) : 0, UInt8(piece.count)]
                if isFirst {
                    bytes += (record.id.isEmpty ? [] : [UInt8(record.id.count)]) + record.type + record.id
                }
                bytes += piece
                isFirst = false
            } while !rest.isEmpty
        }
        return bytes
    }
}
