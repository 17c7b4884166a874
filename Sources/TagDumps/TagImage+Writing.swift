import TextKit

extension TagImage {
    /// The image as a file of this format; reading it gives the same image, as far as the format can hold it.
    ///
    /// Passwords and keys that stand in pages and blocks are written as they are.
    ///
    /// - Throws: `incomplete` where the format has no word for a byte that nobody knows, `notRepresentable` where
    ///   it has none for such a tag.
    public func contents(as format: DumpFormat) throws(DumpError) -> [UInt8] {
        try refuseWhatCannotBeRead()
        switch format {
        case .flipper: return Array(try FlipperWriter.text(self).utf8)
        case .proxmarkJSON: return Array(try ProxmarkJSONWriter.text(self).utf8)
        case .proxmarkBinary: return try ProxmarkBinary.bytes(self)
        case .raw: return try wholeMemory(for: format)
        case .eml: return Array(HexDump.eml(try wholeMemory(for: format), lineBytes: unitBytes).utf8)
        case .hex: return Array((Hex.upper(try wholeMemory(for: format)) + "\n").utf8)
        case .mct: return Array(try MCTWriter.text(self).utf8)
        case .tagInfo: return Array(try TagInfoWriter.text(self).utf8)
        case .nfctools, .tagInfoXML, .nfcToolsApp, .nfcpy:
            throw DumpError(
                .notRepresentable, "the format \(format.rawValue) is only read",
                remedy: "write one of \(DumpFormat.writable.map(\.rawValue).joined(separator: ", "))")
        }
    }

    /// Refuses an image that no reader of files would take back, so that a write never loses a tag.
    private func refuseWhatCannotBeRead() throws(DumpError) {
        let fits: Bool =
            switch memory {
            case .pages(let pages):
                (1...DumpLimits.pages).contains(pages.count)
                    && pages.allSatisfy { $0 == nil || $0?.count == 4 }
                    && [0, 8].contains(version.count) && [0, 32].contains(signature.count)
            case .blocks(let blocks):
                ClassicLayout.of(blocks.count) != nil
                    && blocks.allSatisfy { $0.count == 16 }
            case .files(let files):
                files.count <= DumpLimits.typeFourFiles && files.allSatisfy { $0.bytes.count <= 0xFFFF }
                    && Set(files.map(\.id)).count == files.count && version.count <= 64 && ats.count <= 253
                    && [0, 56].contains(signature.count)
            case .opaque: true
            }
        var isKnownTag = true
        if case .opaque = memory { isKnownTag = false }
        guard fits, !isKnownTag || [0, 4, 7, 10].contains(uid.count), defects.allSatisfy(Self.isDefectName),
            counters.count == 3,
            counters.allSatisfy({ $0 <= 0xFF_FFFF }), tearing.count == 3,
            !product.isEmpty, product.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else {
            throw DumpError(
                .notRepresentable, "no tag is like this image",
                reason: "a size or a count in it is out of range")
        }
    }

    /// Whether a defect's name can stand in a list with commas.
    static func isDefectName(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "="):
                    true
                default: false
                }
            }
    }

    /// How many bytes a page or a block has.
    private var unitBytes: Int {
        if case .blocks = memory { 16 } else { 4 }
    }

    /// All bytes of the memory, one after another.
    func wholeMemory(for format: DumpFormat) throws(DumpError) -> [UInt8] {
        let bytes: [UInt8?]
        switch memory {
        case .pages(let pages):
            bytes = pages.flatMap { $0.map { $0.map(Optional.some) } ?? [nil, nil, nil, nil] }
        case .blocks(let blocks): bytes = blocks.flatMap(\.self)
        case .files, .opaque:
            throw DumpError(
                .notRepresentable, "the format \(format.rawValue) cannot hold \(product)",
                reason: "it is for the pages of Type 2 and the blocks of MIFARE Classic tags",
                remedy: "take the format `nfc`")
        }
        guard let gap = bytes.firstIndex(of: nil) else { return bytes.compactMap(\.self) }
        throw DumpError(
            .incomplete, "the format \(format.rawValue) cannot mark bytes that nobody knows",
            reason: "byte \(gap) of the memory is the first of \(bytes.count { $0 == nil })",
            remedy: "take the format `nfc`, which can")
    }
}
