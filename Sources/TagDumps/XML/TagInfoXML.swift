/// A reader for the XML form of NXP TagInfo's report. The element `<scan>` contains sections, which contain
/// subsections. Each subsection has a title and contains blocks.
///
/// The subsection `Memory content` is the tag's memory. Its blocks have an `<address>` in decimal and
/// `<data>` in hexadecimal.
enum TagInfoXML {
    /// Returns whether the file's root element is `<scan>`.
    static func isReport(_ bytes: [UInt8]) throws(DumpError) -> Bool {
        var reader = try XMLReader(bytes)
        while let event = try reader.next() {
            if case .start(let name, _) = event { return name == "scan" }
        }
        return false
    }

    static func image(_ bytes: [UInt8]) throws(DumpError) -> TagImage {
        var reader = try XMLReader(bytes)
        var report = Report()
        while let event = try reader.next() {
            switch event {
            case .start(let name, let attributes): report.begin(name, title: attributes["title"])
            case .text(let text): report.text += text
            case .end(let name):
                try report.end(name, TextLine(number: reader.line, text: ""))
            }
        }
        return try report.image()
    }

    private struct Report {
        var facts = TagInfoFacts()
        var memory = MemoryRows()
        var subsection = ""
        /// The text that has been read so far from the current element.
        var text = ""
        var address: Int?
        var data: String?
        var uid = ""

        var isInMemory: Bool { subsection == "memory content" }

        mutating func begin(_ name: String, title: String?) {
            switch name {
            case "subsection":
                subsection = (title ?? "").lowercased()
            case "block":
                address = nil
                data = nil
            // `hexoutput` only formats part of the text.
            case "hexoutput": return
            default: break
            }
            text = ""
        }

        mutating func end(_ name: String, _ line: TextLine) throws(DumpError) {
            switch name {
            case "uid": uid = text
            case "address": address = Int(text.trimmingBlanks())
            case "data": data = text
            case "content" where !isInMemory:
                for row in text.split(whereSeparator: \.isNewline) {
                    facts.take(row.trimmingBlanks(), under: subsection)
                }
            case "block" where isInMemory:
                guard let data, let address else { break }
                guard address >= 0 else { throw line.error(.outOfRange, "no tag has page \(address)") }
                try memory.add(try TagInfoText.row(of: Substring(data), line), at: address, line)
            case "subsection": subsection = ""
            case "hexoutput": return
            default: break
            }
            text = ""
        }

        func image() throws(DumpError) -> TagImage {
            var facts = facts.facts
            if facts.uid.isEmpty, let bytes = HexText.bytes(uid), [4, 7, 8, 10].contains(bytes.count) {
                facts.uid = bytes
            }
            guard !facts.namesTypeFour, !memory.areOffsets, !facts.isVicinity, facts.uid.count != 8 else {
                throw DumpError(
                    .unsupportedType,
                    "TagInfo's XML is not supported for \(facts.product.isEmpty ? "this kind of tag" : facts.product)",
                    reason:
                        "the format stores only the pages of Type 2 tags and the blocks of MIFARE Classic tags",
                    remedy: "export TagInfo's report as text, or read the tag itself", help: .readOrReport)
            }
            guard !memory.isEmpty else { throw TagInfoText.noMemory }
            return try memory.image(facts)
        }
    }
}
