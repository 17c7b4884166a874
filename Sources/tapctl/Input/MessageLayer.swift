import ArgumentParser
import TagKit

/// What given bytes are: a message alone, or the memory of a tag that holds one.
enum MessageLayer: String, ExpressibleByArgument, CaseIterable {
    case message, type2, type4

    /// What was found in the bytes.
    struct Found {
        var message: NDEFMessage
        /// The message's own bytes.
        var bytes: [UInt8]
        /// What was forgiven on the way; empty when strict.
        var forgiven: [NDEFError] = []
    }

    /// Decodes exactly what the rules allow.
    func decode(_ bytes: [UInt8]) throws(NDEFError) -> Found {
        switch self {
        case .message:
            return Found(message: try NDEFMessage(decoding: bytes), bytes: bytes)
        case .type2:
            let area = try Type2DataArea(parsing: bytes, areaBytes: bytes.count)
            return Found(message: try area.message(), bytes: area.ndefMessage?.value ?? [])
        case .type4:
            let file = try NDEFFile(parsing: bytes)
            return Found(message: try file.message(), bytes: file.messageBytes)
        }
    }

    /// Decodes what can be decoded, and lists what had to be forgiven.
    func decodeLeniently(_ bytes: [UInt8]) -> Found {
        do {
            let inner = try messageBytes(in: bytes)
            guard !inner.isEmpty else { return Found(message: NDEFMessage([]), bytes: []) }
            let (message, forgiven) = NDEFMessage.decodingLeniently(inner)
            return Found(message: message, bytes: inner, forgiven: forgiven)
        } catch {
            return Found(message: NDEFMessage([]), bytes: [], forgiven: [error])
        }
    }

    private func messageBytes(in bytes: [UInt8]) throws(NDEFError) -> [UInt8] {
        switch self {
        case .message: return bytes
        case .type2:
            let area = try Type2DataArea(parsing: bytes, areaBytes: bytes.count)
            guard let tlv = area.ndefMessage else { throw NDEFError(.noNDEF, areaOffset: area.usedBytes) }
            return tlv.value
        case .type4: return try NDEFFile(parsing: bytes).messageBytes
        }
    }
}
