/// Reads Flipper Zero's `.nfc` files, version 2 to 4.
///
/// Lines may stand in any order and keys that mean nothing here are passed over, but no line may stand twice and
/// no page that `Pages total` announces may be missing.
/// Source: DarkFlippers/unleashed-firmware documentation/file_formats/NfcFileFormats.md.
enum FlipperReader {
    /// What every Flipper file of a tag begins with.
    static let firstLine = "Filetype: Flipper NFC device"

    /// A device type that stores only the NDEF message of a Type 4 tag.
    private static let flipperTypeFour = "Type 4 Tag"

    /// Returns true if files of this device type are read with their memory.
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
        case TypeFourText.deviceType:
            try TypeFourText.add(fields, to: &image)
        case flipperTypeFour:
            try addMessage(of: fields, to: &image)
        case "Mifare Classic":
            try addBlocks(of: fields, to: &image)
        case _ where fields.has("Pages total"):
            try addPages(of: fields, to: &image)
        default:
            // ISO 15693, DESFire, FeliCa, bare UIDs: named, and their contents kept where it is one line.
            if fields.has("Data Content") {
                image.memory = .opaque(try fields.bytes("Data Content", counts: Set(0...8192)))
            }
        }
        try refuseForeignUID(of: fields, image)
        if case .opaque = image.memory { return image }
        image.unreadValues = fields.all(except: isKnownKey)
        return image
    }

    /// Returns true for a key that the reader uses for Type 2, MIFARE Classic or Type 4 tags.
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

    /// Only ISO 15693 has UIDs of 8 bytes; ISO/IEC 14443-3 §6.5.4 has 4, 7 and 10.
    private static func refuseForeignUID(of fields: FlipperFields, _ image: TagImage) throws(DumpError) {
        if case .opaque = image.memory { return }
        guard image.uid.count == 8 else { return }
        throw try fields.line("UID").error(
            .wrongLength, "`UID` has the wrong length", reason: "8 bytes instead of 4, 7 or 10")
    }

    /// Names with commas between them; what they mean is the simulator's.
    private static func defects(of fields: FlipperFields) throws(DumpError) -> [String] {
        let line = try fields.line("Defects")
        let names = line.text.split(separator: ",").map { String(Substring($0.utf8.trimmingBlanks())) }
        guard names.allSatisfy(TagImage.isDefectName) else {
            throw line.error(
                .malformedLine, "`Defects` is not names with commas between them",
                reason: "a name has small letters, digits, `-` and `=`")
        }
        return names
    }

    /// Reads `NDEF Data Size: n` and the message lines `NDEF Data`. The file does not contain the capability container.
    ///
    /// Source: flipperzero-firmware#4242, which other firmware includes.
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
                reason: "\(message.count) bytes instead of \(size)")
        }
        image.memory = .files([TagImage.TypeFourFile(messageBytes: message)])
    }

    private static func uid(of fields: FlipperFields) throws(DumpError) -> [UInt8] {
        try fields.bytes("UID", counts: [4, 7, 8, 10])
    }

    /// ATQA, SAK and ATS, which only ISO/IEC 14443-3A and -4A have. Version 2 wrote ATQA low byte first.
    private static func addSelection(of fields: FlipperFields, to image: inout TagImage) throws(DumpError) {
        if fields.has("ATQA") {
            let atqa = try fields.bytes("ATQA", counts: [2])
            let inOrder = fields.version == 2 ? [atqa[1], atqa[0]] : atqa
            image.atqa = UInt16(inOrder[0]) << 8 | UInt16(inOrder[1])
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
            // TL counts itself (ISO/IEC 14443-4 §5.2.2); the image keeps what follows it.
            guard Int(answer[0]) == answer.count else {
                throw try fields.line("ATS").error(
                    .wrongLength, "`ATS` does not have the length that its first byte says",
                    reason: "\(answer.count) bytes instead of \(answer[0])")
            }
            image.ats = Array(answer.dropFirst())
        }
    }
}

extension TagImage {
    /// Replaces an unknown product name with the product indicated by the GET_VERSION response or the pages.
    fileprivate mutating func nameUnknownProduct() {
        guard case .pages(let pages) = memory, !TypeTwoProduct.all.contains(where: { $0.name == product })
        else { return }
        let found = TypeTwoProduct.identify(pages: pages, version: version, stated: nil)
        guard found.pages == pages.count else { return }
        product = found.name
    }
}
