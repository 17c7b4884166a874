import TagKit
import TextKit

/// Proxmark3's binary file of a Type 2 tag: a prefix, followed by the pages. The prefix contains data such as
/// the version and the signature.
///
/// Source: RfidResearchGroup/proxmark3 doc/mfu_binary_format_notes.md.
enum ProxmarkBinary {
    /// The size in bytes of the newer prefix. Its fields are: version (8 bytes), TBO_0 (2), TBO_1 (1), number
    /// of the last page (1), signature (32) and three counters. Each counter has a value (3, least
    /// significant byte first) and a tearing flag (1).
    static let prefixBytes = 56
    /// The size in bytes of the older prefix. Its fields are: version (8 bytes), TBO_0 (2), tearing flags
    /// (3), PACK (2), TBO_1 (1) and signature (32).
    static let oldPrefixBytes = 48

    /// Creates an image from a file's bytes. `prefix` is the size of the file's prefix.
    ///
    /// - Precondition: `prefix` is ``prefixBytes`` or ``oldPrefixBytes``, and `bytes` is longer than the
    ///   prefix.
    static func image(_ bytes: [UInt8], prefix: Int) throws(DumpError) -> TagImage {
        let pages = try RawMemory.typeTwo(Array(bytes[prefix...]))
        guard case .pages(let memory) = pages.memory else { return pages }
        var image = TagImage(typeTwoPages: memory, version: Array(bytes[0..<8]).unlessZero)
        image.signature = Array(prefix == prefixBytes ? bytes[12..<44] : bytes[16..<48]).unlessZero
        if prefix == prefixBytes {
            for index in 0..<3 {
                let start = 44 + index * 4
                image.counters[index] = UInt32(bytes: bytes[start..<start + 3].reversed())
                image.tearing[index] = bytes[start + 3]
            }
        } else {
            image.tearing = Array(bytes[10..<13])
            let pack = bytes[13..<15]
            if pack.contains(where: { $0 != 0 }) {
                image.unreadValues.append("the PACK in the prefix, \(Hex.upper(pack))")
            }
        }
        let last = prefix == prefixBytes ? 10 : 15
        image.listUnread(tbo0: Array(bytes[8..<10]), tbo1: [bytes[last]])
        return image
    }

    /// Returns the bytes of a file with the newer prefix. The TBO bytes are zero, because Proxmark3 does not
    /// use them. Throws an error unless the image has at most 256 pages, all of them known.
    static func bytes(_ image: TagImage) throws(DumpError) -> [UInt8] {
        let memory = try image.wholeMemory(for: .proxmarkBinary)
        guard case .pages(let pages) = image.memory, pages.count <= 256 else {
            throw DumpError(
                .notRepresentable, "Proxmark3's binary format cannot store \(image.product)",
                reason: "the format is for Type 2 tags of at most 256 pages",
                remedy: "use the format `mfd`")
        }
        var bytes = image.version.orZeros(8)
        bytes += [0, 0, 0, UInt8(pages.count - 1)]
        bytes += image.signature.orZeros(32)
        for (counter, tearing) in zip(image.counters, image.tearing) {
            bytes += [
                UInt8(counter & 0xFF), UInt8(counter >> 8 & 0xFF), UInt8(counter >> 16 & 0xFF), tearing,
            ]
        }
        return bytes + memory
    }
}

extension TagImage {
    /// Adds Proxmark3's TBO bytes, whose meaning is unknown, to the unread values unless they are zero.
    mutating func listUnread(tbo0: [UInt8], tbo1: [UInt8]) {
        for (name, bytes) in [("TBO_0", tbo0), ("TBO_1", tbo1)] where bytes.contains(where: { $0 != 0 }) {
            unreadValues.append("\(name) \(Hex.upper(bytes))")
        }
    }
}
