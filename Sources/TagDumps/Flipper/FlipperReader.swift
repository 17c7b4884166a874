import TagKit

/// Reads Flipper Zero's `.nfc` files, versions 2 to 4.
///
/// Lines may be in any order. Lines with unknown keys are listed in ``TagImage/unreadValues``. Every page
/// below the number in `Pages total` must be present.
///
/// Source: DarkFlippers/unleashed-firmware documentation/file_formats/NfcFileFormats.md.
enum FlipperReader {
    /// The first line of every Flipper file that describes a tag.
    static let firstLine = "Filetype: Flipper NFC device"

    /// Flipper's device type for a Type 4 tag. Files of this type contain the NDEF message, but not the tag's
    /// elementary files.
    private static let flipperTypeFour = "Type 4 Tag"

    /// Returns whether the reader supports the memory in a file with this device type. Also returns true if
    /// the file has pages, or if it has no device type.
    static func readsMemory(_ deviceType: Substring?, hasPages: Bool) -> Bool {
        guard let deviceType else { return true }
        let read = ["NTAG/Ultralight", "Mifare Classic", flipperTypeFour, TypeFourText.deviceType]
        return read.contains(String(deviceType)) || hasPages
    }

    static func image(_ bytes: [UInt8]) throws(DumpError) -> TagImage {
        let fields = try FlipperFields(bytes)
        let device = try fields.text("Device type")
        var image = TagImage(product: device, uid: [], memory: .opaque([]))
        image.uid = try uid(of: fields)
        try addSelection(of: fields, to: &image)
        if fields.has("Defects") { image.defects = try defects(of: fields) }
        switch device {
        case "NTAG/Ultralight":
            image.product = try fields.text("NTAG/Ultralight type")
            try addPages(of: fields, to: &image)
            image.nameUnknownProduct()
            image.removeRepeatedPages()
        case TypeFourText.deviceType:
            try TypeFourText.add(fields, to: &image)
        case flipperTypeFour:
            try addMessage(of: fields, to: &image)
        case "Mifare Classic":
            try addBlocks(of: fields, to: &image)
        case _ where fields.has("Pages total"):
            try addPages(of: fields, to: &image)
        default:
            // ISO 15693, DESFire, FeliCa and bare UIDs: the type is named, and contents on a single line are kept.
            if fields.has("Data Content") {
                image.memory = .opaque(try fields.bytes("Data Content", counts: Set(0...8192)))
            }
        }
        try refuseForeignUID(of: fields, image)
        if case .opaque = image.memory { return image }
        image.unreadValues = fields.all(except: isKnownKey)
        return image
    }

    /// Returns whether this key is used for Type 2, MIFARE Classic or Type 4 tags.
    private static func isKnownKey(_ key: String) -> Bool {
        let beginnings = ["Page ", "Block ", "Counter ", "Tearing ", "File "]
        return knownKeys.contains(key) || beginnings.contains(where: key.hasPrefix)
    }

    private static let knownKeys: Set = [
        "Filetype", "Version", "Device type", "UID", "ATQA", "SAK", "ATS", "T0", "TA(1)", "TB(1)", "TC(1)",
        "T1...Tk", "Defects", "Data format version", "NTAG/Ultralight type", "Signature", "Mifare version",
        "Pages total", "Pages read", "Failed authentication attempts", "Mifare Classic type", "Key A map",
        "Key B map", "NDEF Data Size", FlipperFields.repeatingKey, "Product", "Version answer",
    ]

    /// Throws an error if a Type 2, MIFARE Classic or Type 4 tag has a UID of 8 bytes. ISO/IEC 14443-3 §6.5.4
    /// allows 4, 7 and 10 bytes; UIDs of 8 bytes belong to ISO 15693 tags.
    private static func refuseForeignUID(of fields: FlipperFields, _ image: TagImage) throws(DumpError) {
        if case .opaque = image.memory { return }
        guard image.uid.count == 8 else { return }
        throw try fields.line("UID").error(
            .wrongLength, "`UID` has the wrong length", reason: "the UID has 8 bytes; it must have 4, 7 or 10"
        )
    }

    /// Returns the names in the comma-separated list of a virtual tag's defects. Throws `malformedLine` if
    /// ``TagImage/isDefectName(_:)`` rejects a name. The meaning of the names is not checked here; the
    /// simulator defines it.
    private static func defects(of fields: FlipperFields) throws(DumpError) -> [String] {
        let line = try fields.line("Defects")
        let names = line.text.split(separator: ",").map { String($0.trimmingBlanks()) }
        guard names.allSatisfy(TagImage.isDefectName) else {
            throw line.error(
                .malformedLine, "`Defects` is not a list of names separated by commas",
                reason: "a name may contain only lower-case letters, digits, `-` and `=`")
        }
        return names
    }

    /// Adds the message of a `Type 4 Tag` from the `NDEF Data` lines. Throws an error if the message's length
    /// differs from the value of `NDEF Data Size`. The image gets no capability container, because the
    /// Flipper file contains none.
    ///
    /// Source: flipperzero-firmware#4242.
    private static func addMessage(of fields: FlipperFields, to image: inout TagImage) throws(DumpError) {
        let size = try fields.number("NDEF Data Size", in: 0...0xFFFD)
        var message: [UInt8] = []
        let lines = fields.all(FlipperFields.repeatingKey)
        for line in lines {
            guard let bytes = HexText.bytes(line.text) else { throw FlipperFields.notHex(line) }
            message += bytes
        }
        guard message.count == size else {
            let sizeLine = try fields.line("NDEF Data Size")
            let line = lines.last ?? sizeLine
            throw line.error(
                .wrongLength, "the message length differs from `NDEF Data Size`",
                reason: "\(message.count.counted("byte")) instead of \(size)")
        }
        image.memory = .files([TagImage.TypeFourFile(messageBytes: message)])
    }

    private static func uid(of fields: FlipperFields) throws(DumpError) -> [UInt8] {
        try fields.bytes("UID", counts: [4, 7, 8, 10])
    }

    /// Adds ATQA, SAK and ATS if the file contains them. Only ISO/IEC 14443-3A and -4A tags have these
    /// values. In version 2 of the format, the low byte of the ATQA is first.
    private static func addSelection(of fields: FlipperFields, to image: inout TagImage) throws(DumpError) {
        if fields.has("ATQA") {
            let atqa = try fields.bytes("ATQA", counts: [2])
            image.atqa = UInt16(bytes: fields.version == 2 ? atqa.reversed() : atqa)
        }
        if fields.has("SAK") { image.sak = try fields.bytes("SAK", counts: [1])[0] }
        if !fields.has("ATS"), fields.has("T0") {
            // The bytes of the ATS after TL. Source: flipperzero-firmware lib/nfc/protocols/iso14443_4a.
            for key in ["T0", "TA(1)", "TB(1)", "TC(1)"] where fields.has(key) {
                image.ats += try fields.bytes(key, counts: [1])
            }
            if fields.has("T1...Tk") { image.ats += try fields.bytes("T1...Tk", counts: Set(0...249)) }
        }
        if fields.has("ATS") {
            let answer = try fields.bytes("ATS", counts: Set(1...254))
            // TL includes its own byte (ISO/IEC 14443-4 §5.2.2). The image stores only the bytes after TL.
            guard Int(answer[0]) == answer.count else {
                throw try fields.line("ATS").error(
                    .wrongLength, "the length of `ATS` differs from the length in its first byte",
                    reason: answer.count.counted("byte")
                        + " instead of \(answer[0])")
            }
            image.ats = Array(answer.dropFirst())
        }
    }

    /// Adds the values of a Type 2 tag: signature, response to GET_VERSION, counters, failed authentications
    /// and pages.
    static func addPages(of fields: FlipperFields, to image: inout TagImage) throws(DumpError) {
        image.signature = try bytesUnlessZero("Signature", count: 32, of: fields)
        image.version = try bytesUnlessZero("Mifare version", count: 8, of: fields)
        for index in 0..<3 {
            if fields.has("Counter \(index)") {
                image.counters[index] = UInt32(try fields.number("Counter \(index)", in: 0...0xFF_FFFF))
            }
            if fields.has("Tearing \(index)") {
                image.tearing[index] = try fields.bytes("Tearing \(index)", counts: [1])[0]
            }
        }
        if fields.has("Failed authentication attempts") {
            let attempts = try fields.number("Failed authentication attempts", in: 0...Int(UInt32.max))
            image.failedAuthentications = UInt32(attempts)
        }
        image.memory = .pages(try pages(of: fields))
    }

    /// Returns as many pages as `Pages total` specifies. Only the first `Pages read` pages were read; the
    /// others are unknown. Throws an error if a page is missing or only partly known.
    ///
    /// `Pages read` is ignored before data format 2, because older firmware wrote meaningless values.
    private static func pages(of fields: FlipperFields) throws(DumpError) -> [[UInt8]?] {
        let total = try fields.number("Pages total", in: 1...DumpLimits.pages)
        let format =
            fields.has("Data format version")
            ? try fields.number("Data format version", in: 0...Int(UInt32.max)) : 0
        let known =
            format >= 2 && fields.has("Pages read")
            ? try fields.number("Pages read", in: 0...total) : total
        try refuseStrays("Page ", below: total, of: fields)
        var pages: [[UInt8]?] = []
        for number in 0..<total {
            let page = try fields.bytesWithGaps("Page \(number)", count: 4)
            let bytes = page.compactMap(\.self)
            guard bytes.count == 4 || bytes.isEmpty else {
                throw try fields.line("Page \(number)").error(
                    .malformedLine, "`Page \(number)` is only partly known",
                    reason: "the 4 bytes of a page must be all known or all unknown")
            }
            pages.append(bytes.isEmpty || number >= known ? nil : bytes)
        }
        return pages
    }

    /// Throws an error if the number of a page or block is invalid, such as `Page x`, or too high, such as
    /// `Page 45` on a tag with 45 pages.
    static func refuseStrays(_ prefix: String, below total: Int, of fields: FlipperFields) throws(DumpError) {
        for key in fields.keys(beginning: prefix) {
            guard let number = Int(key.dropFirst(prefix.count)), (0..<total).contains(number),
                key == "\(prefix)\(number)"
            else {
                throw try fields.line(key).error(
                    .outOfRange, "a tag of this type has no `\(key.prefix(20))`",
                    reason: "valid numbers are 0 to \(total - 1)")
            }
        }
    }

    /// Returns the bytes of a field; empty if the field is missing or all its bytes are zero. Flipper writes
    /// zeros if the tag does not respond to the command.
    private static func bytesUnlessZero(
        _ key: String, count: Int, of fields: FlipperFields
    ) throws(DumpError) -> [UInt8] {
        try fields.has(key) ? fields.bytes(key, counts: [count]).unlessZero : []
    }

    /// Adds the blocks of a MIFARE Classic card. Throws an error if the type is unknown or a block is
    /// missing.
    ///
    /// Data format 2 marks each unknown byte with `??`. Format 1 has two bit maps of the known keys, and
    /// contains zeros instead of unknown keys.
    static func addBlocks(of fields: FlipperFields, to image: inout TagImage) throws(DumpError) {
        let type = try fields.text("Mifare Classic type")
        // An EV1 is written as a 1K with 8 additional blocks.
        guard
            let layout = ClassicLayout.all.first(where: {
                $0.flipperName == type && ($0.blocks == 72) == (type == "1K" && fields.has("Block 64"))
            })
        else {
            throw try fields.line("Mifare Classic type").error(
                .unsupportedType, "the MIFARE Classic type is not known",
                reason: "`\(type.prefix(20))` is not MINI, 1K, 2K or 4K")
        }
        image.product = layout.product
        try refuseStrays("Block ", below: layout.blocks, of: fields)
        var blocks: [[UInt8?]] = []
        for number in 0..<layout.blocks {
            blocks.append(try fields.bytesWithGaps("Block \(number)", count: 16))
        }
        if fields.has("Key A map"), fields.has("Key B map") {
            let a = try keyMap("Key A map", of: fields)
            let b = try keyMap("Key B map", of: fields)
            for number in blocks.indices {
                let bit = UInt64(1) << ClassicCard.sector(of: number)
                hideUnread(
                    &blocks[number], isTrailer: ClassicCard.isTrailer(number), a & bit != 0, b & bit != 0)
            }
        }
        image.memory = .blocks(blocks)
    }

    /// Replaces the unread bytes of a block with nil. If neither key of the sector is known, none of the
    /// block was read. In a trailer, the bytes of an unknown key are always unread, even if the other key is
    /// known.
    private static func hideUnread(_ block: inout [UInt8?], isTrailer: Bool, _ keyA: Bool, _ keyB: Bool) {
        if !keyA && !keyB { block = Array(repeating: nil, count: 16) }
        guard isTrailer else { return }
        if !keyA { for byte in 0..<6 { block[byte] = nil } }
        if !keyB { for byte in 10..<16 { block[byte] = nil } }
    }

    private static func keyMap(_ key: String, of fields: FlipperFields) throws(DumpError) -> UInt64 {
        UInt64(bytes: try fields.bytes(key, counts: [8]))
    }
}

extension TagImage {
    /// If the product name is unknown, replaces it with the product that the GET_VERSION response or the
    /// pages indicate. Does nothing if that product has a different number of pages.
    fileprivate mutating func nameUnknownProduct() {
        guard case .pages(let pages) = memory, !TypeTwoProduct.all.contains(where: { $0.name == product })
        else { return }
        let found = TypeTwoProduct.identify(pages: pages, version: version, stated: nil)
        guard found.pages == pages.count else { return }
        product = found.name
    }

    /// Removes the pages that follow the memory of a product and repeat it.
    fileprivate mutating func removeRepeatedPages() {
        guard case .pages(let pages) = memory,
            let whole = TypeTwoProduct.repeating(in: pages, version: version, stated: product)
        else { return }
        removePages(after: whole, of: pages)
    }
}
