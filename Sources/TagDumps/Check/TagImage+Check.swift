import TagKit
import TextKit

extension TagImage {
    /// Checks the tag file for contradictions and for other facts that its owner should know.
    ///
    /// - Returns: The findings about the selection data, then those about the memory, then those about the
    ///   message. Empty if there are no findings.
    public func check() -> [DumpFinding] {
        var findings = checkSelection()
        switch memory {
        case .pages(let pages):
            findings += TypeTwoCheck(image: self, pages: pages).findings()
        case .blocks(let blocks):
            findings += ClassicCheck(image: self, blocks: blocks).findings()
        case .files(let files):
            findings += checkFiles(files) + checkKeys(files)
        case .opaque where product != ProxmarkJSON.areaProduct:
            findings.append(
                DumpFinding(
                    .notChecked, "the memory of this kind of tag cannot be checked",
                    reason: "only Type 2, Type 4 and MIFARE Classic tags can be checked"))
        case .opaque: break
        }
        return findings + checkContents()
    }

    /// The length of the UID in bytes, indexed by the two UID size bits of the ATQA. Source: ISO/IEC 14443-3
    /// §6.5.2, Table 7.
    private static let uidBytesOfATQA = [4, 7, 10]

    private func checkSelection() -> [DumpFinding] {
        var findings: [DumpFinding] = []
        if let atqa, case let size = Int(atqa >> 6 & 3), !uid.isEmpty, uid.count != 8 {
            let expected = size < 3 ? Self.uidBytesOfATQA[size] : 0
            // A MIFARE Classic with a UID of 7 bytes may respond as if it had 4 (NXP AN10833 §3.2).
            let isOldClassic = expected == 4 && uid.count == 7 && sak.map { $0 & 0x08 != 0 } == true
            if expected != uid.count, !isOldClassic {
                findings.append(
                    DumpFinding(
                        .selectionUnlikely, "the ATQA does not match the length of the UID",
                        reason:
                            "the ATQA is \(Hex.upper(TypeFourText.bigEndian(atqa))), "
                            + "but the UID has \(uid.count) bytes"))
            }
        }
        if let sak, let expected = expectedSAKs, !expected.contains(sak) {
            findings.append(
                DumpFinding(
                    .selectionUnlikely, "the SAK is wrong for this kind of tag",
                    reason:
                        "the SAK is \(Hex.upper([sak])) instead of "
                        + expected.map { Hex.upper([$0]) }.joined(separator: " or ")
                ))
        }
        return findings
    }

    /// The SAKs that a tag with this memory can return; nil if they are unknown. The values with bit 7 set
    /// are those of Infineon's MIFARE Classic. A 2K card is a MIFARE Plus that emulates a MIFARE Classic.
    /// Source: NXP AN10833 §3.2.
    private var expectedSAKs: [UInt8]? {
        switch memory {
        case .pages: [0x00]
        case .blocks(let blocks):
            switch blocks.count {
            case 256: [0x18, 0x98]
            case 128: [0x19, 0x08, 0x18]
            case 20: [0x09, 0x89]
            default: [0x08, 0x88]
            }
        case .files: [0x20]
        case .opaque: nil
        }
    }

    private static let rereading = "read the tag again: the dump may be incomplete"

    private func checkFiles(_ files: [TypeFourFile]) -> [DumpFinding] {
        guard let container = files.file(0xE103) else {
            if files.map(\.id) == [0xE104] {
                return [
                    DumpFinding(
                        .incomplete, "the dump has no capability container",
                        reason: "the dump contains only the NDEF file")
                ]
            }
            return [
                DumpFinding(
                    .containerWrong, "the tag has no capability container", reason: "file E103 is missing")
            ]
        }
        do {
            let parsed = try CapabilityContainer(parsing: container.bytes)
            guard let file = files.file(parsed.fileID) else {
                return [
                    DumpFinding(
                        .containerDiffers, "the NDEF file declared in the capability container is missing",
                        remedy: Self.rereading)
                ]
            }
            if file.bytes.count == parsed.fileBytes { return [] }
            return [
                DumpFinding(
                    .containerDiffers,
                    "the size of the NDEF file differs from the size in the capability container",
                    reason: "\(file.bytes.count) bytes instead of \(parsed.fileBytes)", remedy: Self.rereading
                )
            ]
        } catch {
            return [
                DumpFinding(
                    .containerWrong,
                    "the capability container violates the rules of NFC Forum Type 4: \(error.summary)")
            ]
        }
    }

    /// Returns a finding if the file of a simulated NTAG 424 DNA contains nonzero keys. All keys of a new tag
    /// are zero. The internal file FF24 contains the byte 01 and, for each of the five keys, its 16 bytes and
    /// 4 more bytes.
    ///
    /// Source: docs/tag-files.md; NXP NTAG 424 DNA data sheet §8.2.2 (five keys of 16 bytes).
    private func checkKeys(_ files: [TypeFourFile]) -> [DumpFinding] {
        guard let bytes = files.file(0xFF24)?.bytes, bytes.count >= 101, bytes[0] == 0x01
        else { return [] }
        let secret = (0..<5).filter { number in
            bytes[(1 + 20 * number)..<(17 + 20 * number)].contains { $0 != 0 }
        }
        guard !secret.isEmpty else { return [] }
        return [
            DumpFinding(
                .passwordStored, "the file contains keys that protect the tag: keep it secret",
                reason: "keys that are not zero: \(secret.map { "key \($0)" }.joined(separator: ", "))")
        ]
    }

    private func checkContents() -> [DumpFinding] {
        do {
            _ = try message()
            return []
        } catch {
            // Without a message there is nothing to report; a damaged directory was found already.
            guard let cause = error.underlying as? NDEFError, error.code == .malformedTag else { return [] }
            // The end of the message is unknown. This is reported as incomplete.
            if cause.isCutShort, firstUnknownOfArea != nil { return [] }
            return [
                DumpFinding(
                    .messageMalformed, "no NDEF message can be read: \(cause.summary)", reason: cause.reason)
            ]
        }
    }
}

extension NDEFError {
    /// Whether the error means that the data ends too early, so that more bytes could make it valid.
    fileprivate var isCutShort: Bool { code == .truncatedLength || code == .valueOverrun }
}
