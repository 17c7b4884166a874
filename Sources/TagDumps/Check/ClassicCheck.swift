import TagKit
import TextKit

/// A check that finds contradictions in the blocks of a MIFARE Classic card.
struct ClassicCheck {
    let image: TagImage
    let blocks: [[UInt8?]]

    func findings() -> [DumpFinding] { size() + identity() + directory() + accessBits() + keys() }

    private func size() -> [DumpFinding] {
        var findings: [DumpFinding] = []
        if image.paddingBytes > 0 {
            findings.append(
                DumpFinding(
                    .padded, "the file is longer than the memory of \(image.product)",
                    reason: "the last \(image.paddingBytes) bytes are zeros, which nfc-mfclassic adds"))
        }
        // A tag never reveals key A, so only data blocks and access bits count.
        let unknown = blocks.enumerated().filter { number, block in
            let relevant = ClassicCard.isTrailer(number) ? block[6..<10] : block[...]
            return relevant.contains(nil)
        }
        if let first = unknown.first {
            findings.append(
                DumpFinding(
                    .incomplete, "not all blocks are known",
                    reason: unknown.count == 1
                        ? "block \(first.offset) is missing or incomplete in the dump"
                        : "\(unknown.count) blocks are missing or incomplete in the dump; the first is block \(first.offset)"
                ))
        }
        return findings
    }

    /// Checks the UID in block 0. The block begins with either a UID of 4 bytes and its check byte, or a UID
    /// of 7 bytes. Source: NXP MF1S50YYX §8.6.1.
    private func identity() -> [DumpFinding] {
        let start = blocks.first?.prefix(7).compactMap(\.self) ?? []
        guard start.count == 7, [4, 7].contains(image.uid.count) else { return [] }
        var findings: [DumpFinding] = []
        let check = start[0] ^ start[1] ^ start[2] ^ start[3]
        if image.uid.count == 4, start[4] != check {
            findings.append(
                DumpFinding(
                    .checkByteWrong, "the check byte BCC is wrong",
                    reason: "block 0, byte 4 is \(Hex.upper([start[4]])) instead of \(Hex.upper([check]))"
                ))
        }
        if Array(start.prefix(image.uid.count)) != image.uid {
            findings.append(
                DumpFinding(
                    .uidDiffers, "the UID in block 0 differs from the UID that the file states",
                    reason: "block 0 contains \(Hex.upper(start.prefix(image.uid.count))), "
                        + "but the file states \(Hex.upper(image.uid))"))
        }
        return findings
    }

    private func directory() -> [DumpFinding] {
        do {
            _ = try image.dataArea()
            return []
        } catch {
            // An unread sector is reported as incomplete.
            guard error.code == .malformedTag, !blocks.prefix(3).contains(where: { $0.contains(nil) }),
                error.summary != TagImage.unknownDirectory
            else { return [] }
            return [DumpFinding(.directoryDamaged, error.summary, reason: error.reason)]
        }
    }

    /// Checks the access bits in bytes 6 to 8 of each sector's trailer. Each bit is stored twice, once
    /// inverted. If the copies contradict each other, the chip blocks the sector permanently.
    ///
    /// Source: NXP MF1S50YYX §8.7.1.
    private func accessBits() -> [DumpFinding] {
        let wrong = blocks.indices.filter { number in
            let bytes = blocks[number].prefix(9).suffix(3).compactMap(\.self)
            guard ClassicCard.isTrailer(number), bytes.count == 3 else { return false }
            let (c1, c2, c3) = (bytes[1] >> 4, bytes[2] & 0x0F, bytes[2] >> 4)
            return bytes[0] ^ 0xFF != c2 << 4 | c1 || (bytes[1] ^ 0xFF) & 0x0F != c3
        }
        guard let first = wrong.first.map({ ClassicCard.sector(of: $0) }) else { return [] }
        return [
            DumpFinding(
                .accessBitsWrong, "the access bits of a sector are invalid",
                reason: wrong.count == 1
                    ? "in the trailer of sector \(first), they contradict their inverted copy"
                    : "in the trailers of \(wrong.count) sectors, they contradict their inverted copy; "
                        + "the first is sector \(first)")
        ]
    }

    /// Keys that are publicly known: factory keys, keys of NFC Forum tags, and keys of the signature sectors
    /// of a MIFARE Classic EV1.
    ///
    /// Source: NXP AN1305 §8; RfidResearchGroup/proxmark3 include/protocols.h.
    private static let publicKeys: [[UInt8?]] = [
        [0, 0, 0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5],
        [0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5], [0xD3, 0xF7, 0xD3, 0xF7, 0xD3, 0xF7],
        [0x5C, 0x8F, 0xF9, 0x99, 0x0D, 0xA2], [0xD0, 0x1A, 0xFE, 0xEB, 0x89, 0x0A],
        [0x75, 0xCC, 0xB5, 0x9C, 0x9B, 0xED], [0x4B, 0x79, 0x1B, 0xEA, 0x7B, 0xCC],
    ]

    private func keys() -> [DumpFinding] {
        let secret = blocks.enumerated().filter { number, block in
            ClassicCard.isTrailer(number)
                && [block[0..<6], block[10..<16]].contains { key in
                    !key.contains(nil) && !Self.publicKeys.contains(Array(key))
                }
        }
        guard let first = secret.first.map({ ClassicCard.sector(of: $0.offset) }) else { return [] }
        return [
            DumpFinding(
                .passwordStored, "the file contains keys that protect the tag: keep it secret",
                reason: secret.count == 1
                    ? "sector \(first) has keys that are not publicly known"
                    : "\(secret.count) sectors have keys that are not publicly known; "
                        + "the first is sector \(first)")
        ]
    }
}
