import Foundation
import TagKit
import TextKit

/// Proxmark3's JSON files. Their file types are `mfu` (Type 2), `mfc …` and `mfcard` (MIFARE Classic), `ndef`
/// (a data area) and `raw` (any memory).
///
/// Source: RfidResearchGroup/proxmark3 client/src/fileutils.c.
enum ProxmarkJSON {
    /// The product name of an image from an `ndef` file, which contains only a message or the TLVs of a data
    /// area.
    static let areaProduct = "NDEF area"

    private struct File: Decodable {
        struct Card: Decodable {
            var UID, ATQA, SAK, ATS, Version, Signature, SIGNATURE, TBO_0, TBO_1: String?
            var Counter0, Counter1, Counter2, Tearing0, Tearing1, Tearing2: String?
        }

        /// The keys and access conditions of a sector. The keys that were known when the card was read are
        /// also in the sector's trailer.
        struct SectorKeys: Decodable {
            var KeyA, KeyB, AccessConditions: String?
        }

        var FileType: String?
        var Card: Card?
        var SectorKeys: [String: SectorKeys]?
        var blocks: [String: String]?
        var raw: String?
    }

    /// All members of the `Card` object, including those that ``File/Card`` does not declare.
    private struct CardNames: Decodable {
        struct Value: Decodable {
            var text: String?

            init(from decoder: any Decoder) throws {
                text = try? decoder.singleValueContainer().decode(String.self)
            }
        }

        var Card: [String: Value]?
    }

    /// The members of `Card` that this reader uses.
    private static let cardNames: Set = [
        "UID", "ATQA", "SAK", "ATS", "Version", "Signature", "SIGNATURE", "TBO_0", "TBO_1", "Counter0",
        "Counter1", "Counter2", "Tearing0", "Tearing1", "Tearing2",
    ]

    static func image(_ bytes: [UInt8]) throws(DumpError) -> TagImage {
        let file: File
        do {
            file = try JSONDecoder().decode(File.self, from: Data(bytes))
        } catch {
            throw DumpError(
                .malformedJSON, "this is not JSON in Proxmark3's format", reason: sentence(error, of: bytes),
                remedy: "the file may be damaged; save it again in the program that created it")
        }
        try refuseRepeatedKeys(in: bytes)
        let type = file.FileType ?? ""
        switch type {
        case "mfu", "mfcard",
            _ where type.hasPrefix("mfc"):
            var image = type == "mfu" ? try typeTwo(file) : try classic(file)
            let names = try? JSONDecoder().decode(CardNames.self, from: Data(bytes))
            for (name, value) in (names?.Card ?? [:]).sorted(by: { $0.key < $1.key })
            where !cardNames.contains(name) {
                image.unreadValues.append("Card.\(name.prefix(40)) \((value.text ?? "").prefix(80))")
            }
            return image
        case "ndef":
            let area = try blocks(of: file, bytes: nil, most: DumpLimits.fileBytes / 16).flatMap { $0 ?? [] }
            return TagImage(product: areaProduct, uid: [], memory: .opaque(area))
        case "raw":
            let memory = try hex(file.raw, "raw") ?? []
            return try RawMemory.image(memory)
        default:
            throw DumpError(
                .unsupportedType,
                type.isEmpty
                    ? "`FileType` is missing or empty"
                    : "Proxmark3's file type `\(type.prefix(20))` is not supported",
                reason: "mfu, mfc, mfcard, ndef and raw are supported")
        }
    }

    /// Throws an error if an object contains a key twice. JSONDecoder would use only one of the values.
    private static func refuseRepeatedKeys(in bytes: [UInt8]) throws(DumpError) {
        guard let tree = try? JSONTree(Array(bytes.withoutByteOrderMark), atMost: DumpLimits.fileBytes),
            let key = repeatedKey(in: tree)
        else { return }
        throw DumpError(
            .duplicateField, "`\(key.prefix(20))` appears twice",
            reason: "the file does not show which value is correct", remedy: "keep only the correct value")
    }

    /// Returns the first key that an object in `tree` contains twice; nil if no key repeats.
    private static func repeatedKey(in tree: JSONTree) -> String? {
        switch tree {
        case .object(let members):
            var keys: Set<String> = []
            for member in members {
                if !keys.insert(member.key).inserted { return member.key }
                if let key = repeatedKey(in: member.value) { return key }
            }
            return nil
        case .array(let elements): return elements.lazy.compactMap { repeatedKey(in: $0) }.first
        case .null, .bool, .number, .string: return nil
        }
    }

    private static func typeTwo(_ file: File) throws(DumpError) -> TagImage {
        let version = try hex(file.Card?.Version, "Card.Version", count: 8) ?? []
        let pages = try blocks(of: file, bytes: 4, most: DumpLimits.pages)
        var image = TagImage(typeTwoPages: pages, version: version.unlessZero)
        try addSelection(of: file, to: &image)
        image.signature = try hex(file.Card?.Signature, "Card.Signature", count: 32)?.unlessZero ?? []
        image.listUnread(
            tbo0: try hex(file.Card?.TBO_0, "Card.TBO_0") ?? [],
            tbo1: try hex(file.Card?.TBO_1, "Card.TBO_1") ?? [])
        let counters = [file.Card?.Counter0, file.Card?.Counter1, file.Card?.Counter2]
        let tearing = [file.Card?.Tearing0, file.Card?.Tearing1, file.Card?.Tearing2]
        for index in 0..<3 {
            if let bytes = try hex(counters[index], "Card.Counter\(index)", count: 3) {
                image.counters[index] = UInt32(bytes: bytes.reversed())
            }
            if let flag = try hex(tearing[index], "Card.Tearing\(index)", count: 1) {
                image.tearing[index] = flag[0]
            }
        }
        return image
    }

    private static func classic(_ file: File) throws(DumpError) -> TagImage {
        let known = try blocks(of: file, bytes: 16, most: DumpLimits.blocks)
        let sak = try hex(file.Card?.SAK, "Card.SAK", count: 1)?.first
        let fitting = ClassicLayout.of(known.count) ?? ClassicLayout.holding(known.count, sak: sak)
        guard let layout = fitting else {
            throw DumpError(.outOfRange, "no MIFARE Classic has \(known.count) blocks")
        }
        let unknown = ClassicLayout.unknownBlock
        var blocks = known.map { $0?.map(Optional.some) ?? unknown }
        blocks += Array(repeating: unknown, count: layout.blocks - known.count)
        let unread = try addSectorKeys(of: file, to: &blocks)
        var image = TagImage(classicBlocks: blocks)
        image.unreadValues = unread
        try addSelection(of: file, to: &image)
        image.signature = try hex(file.Card?.SIGNATURE, "Card.SIGNATURE", count: 32)?.unlessZero ?? []
        return image
    }

    /// Replaces unknown bytes of the sector trailers with the values in `SectorKeys`.
    ///
    /// - Returns: Descriptions of the keys and access conditions that differ from the trailers.
    private static func addSectorKeys(
        of file: File, to blocks: inout [[UInt8?]]
    ) throws(DumpError) -> [String] {
        var unread: [String] = []
        let sectors = (file.SectorKeys ?? [:]).sorted { (Int($0.key) ?? 0) < (Int($1.key) ?? 0) }
        for (name, keys) in sectors {
            let place = "SectorKeys.\(name.prefix(10))"
            let sector = Int(name).flatMap { (0..<40).contains($0) ? $0 : nil }
            let trailer = sector.flatMap { ClassicCard.blocks(of: $0).last }
            let values =
                [(0, "KeyA", keys.KeyA, 6), (6, "AccessConditions", keys.AccessConditions, 4)]
                + [(10, "KeyB", keys.KeyB, 6)]
            for (start, key, text, count) in values {
                guard let bytes = try hex(text, "\(place).\(key)", count: count) else { continue }
                let range = start..<start + count
                guard let trailer, trailer < blocks.count else {
                    unread.append("\(place).\(key) \(Hex.upper(bytes))")
                    continue
                }
                for (index, byte) in zip(range, bytes) where blocks[trailer][index] == nil {
                    blocks[trailer][index] = byte
                }
                if blocks[trailer][range].compactMap(\.self) != bytes {
                    unread.append("\(place).\(key) \(Hex.upper(bytes))")
                }
            }
        }
        return unread
    }

    /// Adds UID, ATQA, SAK and ATS. In the file, the low byte of the ATQA is first, as a tag transmits it.
    private static func addSelection(of file: File, to image: inout TagImage) throws(DumpError) {
        if let uid = try hex(file.Card?.UID, "Card.UID"), !uid.isEmpty {
            guard [4, 7, 10].contains(uid.count) else {
                throw DumpError(
                    .wrongLength, "`Card.UID` has the wrong length",
                    reason: "a UID must have 4, 7 or 10 bytes, not \(uid.count)")
            }
            image.uid = uid
        }
        if let atqa = try hex(file.Card?.ATQA, "Card.ATQA", count: 2) {
            image.atqa = UInt16(bytes: atqa.reversed())
        }
        if let sak = try hex(file.Card?.SAK, "Card.SAK", count: 1) { image.sak = sak[0] }
        let ats = try hex(file.Card?.ATS, "Card.ATS") ?? []
        // The length byte TL includes itself. Some versions of Proxmark3 write only this byte.
        if let length = ats.first, Int(length) == ats.count, ats.count > 1 {
            image.ats = Array(ats.dropFirst())
        } else if ats.contains(where: { $0 != 0 }), ats != [0x01] {
            image.unreadValues.append("Card.ATS \(Hex.upper(ats))")
        }
    }

    /// Returns the pages or blocks in the order of their numbers, with nil for those that the file does not
    /// contain. Throws an error if there are no pages or blocks, or if a number or a value is invalid. If
    /// `bytes` is given, each page or block must have that size.
    private static func blocks(of file: File, bytes: Int?, most: Int) throws(DumpError) -> [[UInt8]?] {
        guard let texts = file.blocks, !texts.isEmpty else {
            throw DumpError(.missingField, "the file has no `blocks`")
        }
        var blocks: [[UInt8]?] = []
        for (name, text) in texts {
            guard let number = Int(name), (0..<most).contains(number), String(number) == name else {
                throw DumpError(
                    .outOfRange, "`blocks` has an invalid entry `\(name.prefix(20))`",
                    reason: "valid numbers are 0 to \(most - 1)")
            }
            let missing = number + 1 - blocks.count
            if missing > 0 { blocks += Array(repeating: nil, count: missing) }
            blocks[number] = try hex(text, "blocks.\(name)", count: bytes)
        }
        return blocks
    }

    private static func hex(_ text: String?, _ name: String, count: Int? = nil) throws(DumpError) -> [UInt8]?
    {
        guard let text else { return nil }
        guard let bytes = HexText.bytes(text) else {
            throw DumpError(
                .malformedLine, "`\(name)` does not consist of pairs of hex digits",
                reason: "the value is `\(text.prefix(20))`")
        }
        guard count == nil || bytes.count == count else {
            throw DumpError(
                .wrongLength, "`\(name)` has the wrong length",
                reason: "\(bytes.count.counted("byte")) instead of \(count ?? 0)")
        }
        return bytes
    }

    /// Returns a sentence that describes an error. If the text is not JSON, JSONSerialization parses it again
    /// to find the position of the error, which JSONDecoder does not report.
    private static func sentence(_ error: any Error, of bytes: [UInt8]) -> String {
        switch error as? DecodingError {
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            do {
                _ = try JSONSerialization.jsonObject(with: Data(bytes))
                return context.debugDescription
            } catch {
                return (error as NSError).userInfo["NSDebugDescription"] as? String
                    ?? context.debugDescription
            }
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context),
            .keyNotFound(_, let context):
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return path.isEmpty ? context.debugDescription : "`\(path)`: \(context.debugDescription)"
        default: return "\(error)"
        }
    }
}

/// A writer for Proxmark3's JSON format. It writes a Type 2 tag or a MIFARE Classic card in the same layout
/// as Proxmark3.
enum ProxmarkJSONWriter {
    static func text(_ image: TagImage) throws(DumpError) -> String {
        _ = try image.wholeMemory(for: .proxmarkJSON)
        var card = ["UID": Hex.upper(image.uid)]
        if let atqa = image.atqa { card["ATQA"] = Hex.upper(TypeFourText.bigEndian(atqa).reversed()) }
        if let sak = image.sak { card["SAK"] = Hex.upper([sak]) }
        if !image.ats.isEmpty { card["ATS"] = Hex.upper([UInt8(image.ats.count + 1)] + image.ats) }
        switch image.memory {
        case .pages(let pages):
            card["Version"] = Hex.upper(image.version.orZeros(8))
            card["TBO_0"] = "0000"
            card["TBO_1"] = "00"
            card["Signature"] = Hex.upper(image.signature.orZeros(32))
            for (index, (counter, tearing)) in zip(image.counters, image.tearing).enumerated() {
                card["Counter\(index)"] = Hex.upper((0..<3).map { UInt8(counter >> ($0 * 8) & 0xFF) })
                card["Tearing\(index)"] = Hex.upper([tearing])
            }
            return document("mfu", card, pages.map { Hex.upper($0 ?? []) })
        case .blocks(let blocks):
            if image.signature.count == 32 { card["SIGNATURE"] = Hex.upper(image.signature) }
            return document("mfc v2", card, blocks.map { HexText.text($0, unknown: "") })
        case .files, .opaque:
            throw DumpError(
                .notRepresentable, "Proxmark3's JSON format does not support \(image.product)",
                reason: "the format is for Type 2 and MIFARE Classic tags", remedy: image.otherFormatRemedy)
        }
    }

    private static let cardOrder = [
        "UID", "ATQA", "SAK", "ATS", "SIGNATURE", "Version", "TBO_0", "TBO_1", "Signature", "Counter0",
        "Tearing0", "Counter1",
        "Tearing1",
        "Counter2", "Tearing2",
    ]

    private static func document(_ type: String, _ card: [String: String], _ blocks: [String]) -> String {
        let cardLines = cardOrder.compactMap { name in card[name].map { "    \"\(name)\": \"\($0)\"" } }
        let blockLines = blocks.enumerated().map { "    \"\($0.offset)\": \"\($0.element)\"" }
        return """
            {
              "Created": "tapctl",
              "FileType": "\(type)",
              "Card": {
            \(cardLines.joined(separator: ",\n"))
              },
              "blocks": {
            \(blockLines.joined(separator: ",\n"))
              }
            }

            """
    }
}
