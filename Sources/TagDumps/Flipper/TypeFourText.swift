import TextKit

/// The lines that this project adds to Flipper's text form for Type 4 tags; `docs/tag-files.md` describes them.
///
///     Device type: TapKit Type 4
///     Product: NTAG 424 DNA
///     Version answer: 04 04 02 30 …
///     Signature: D1 94 0D 17 …
///     File E103 size: 15
///     File E103 0000: 00 0F 20 00 …
enum TypeFourText {
    static let deviceType = "TapKit Type 4"
    /// Bytes on one line of a file's contents.
    static let lineBytes = 16

    static func add(_ fields: FlipperFields, to image: inout TagImage) throws(DumpError) {
        image.product = try fields.text("Product")
        if fields.has("Version answer") {
            image.version = try fields.bytes("Version answer", counts: Set(1...64))
        }
        if fields.has("Signature") { image.signature = try fields.bytes("Signature", counts: [56]) }
        var ids: [UInt16] = []
        let keys = fields.keys(beginning: "File ")
        for key in keys where key.hasSuffix(" size") {
            guard key.utf8.count == 14, let id = HexText.bytes(key.dropFirst(5).dropLast(5)), id.count == 2
            else {
                throw try fields.line(key).error(.malformedLine, "a file is named by 4 hex digits")
            }
            ids.append(UInt16(id[0]) << 8 | UInt16(id[1]))
        }
        guard ids.count <= DumpLimits.typeFourFiles else {
            throw DumpError(
                .outOfRange, "the tag has too many files",
                reason: "\(ids.count), at most \(DumpLimits.typeFourFiles) are read")
        }
        var lines = 0
        var files: [TagImage.TypeFourFile] = []
        for id in ids.sorted() {
            let file = try contents(id, of: fields)
            lines += 1 + (file.count + lineBytes - 1) / lineBytes
            files.append(TagImage.TypeFourFile(id: id, bytes: file))
        }
        guard lines == keys.count else {
            throw DumpError(
                .outOfRange, "the file has lines for bytes beyond a file's size",
                reason: "\(keys.count) lines begin with `File `, the sizes ask for \(lines)")
        }
        image.memory = .files(files)
    }

    private static func contents(_ id: UInt16, of fields: FlipperFields) throws(DumpError) -> [UInt8] {
        let name = "File \(Hex.upper(bigEndian(id)))"
        let size = try fields.number("\(name) size", in: 0...0xFFFF)
        var bytes: [UInt8] = []
        while bytes.count < size {
            let offset = Hex.upper(bigEndian(UInt16(bytes.count)))
            bytes += try fields.bytes("\(name) \(offset)", counts: [min(lineBytes, size - bytes.count)])
        }
        return bytes
    }

    static func bigEndian(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }
}
