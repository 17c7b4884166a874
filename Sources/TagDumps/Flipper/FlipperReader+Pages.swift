extension FlipperReader {
    /// Adds what a Type 2 tag has: signature, version, counters and pages.
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

    /// The pages that `Pages total` announces; those from `Pages read` on were never read and are unknown.
    ///
    /// Firmware before data format 2 wrote `Pages read` without meaning it, so it counts from format 2 on.
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
                    .malformedLine, "`Page \(number)` is known in part",
                    reason: "a page is read whole or not at all")
            }
            pages.append(bytes.isEmpty || number >= known ? nil : bytes)
        }
        return pages
    }

    /// Refuses `Page 45` where only 45 pages are announced, and `Page x`.
    static func refuseStrays(_ prefix: String, below total: Int, of fields: FlipperFields) throws(DumpError) {
        for key in fields.keys(beginning: prefix) {
            guard let number = Int(key.dropFirst(prefix.count)), (0..<total).contains(number),
                key == "\(prefix)\(number)"
            else {
                throw try fields.line(key).error(
                    .outOfRange, "the file has no place for `\(key.prefix(20))`",
                    reason: "it announces \(total)")
            }
        }
    }

    /// Flipper writes zeros for what a tag does not answer.
    private static func bytesUnlessZero(
        _ key: String, count: Int, of fields: FlipperFields
    ) throws(DumpError) -> [UInt8] {
        guard fields.has(key) else { return [] }
        let bytes = try fields.bytes(key, counts: [count])
        return bytes.allSatisfy { $0 == 0 } ? [] : bytes
    }
}
