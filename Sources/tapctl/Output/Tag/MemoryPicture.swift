import Documents
import TagKit

/// A picture of a tag's memory, with one line per region. A line contains the region's bytes, a bar that is
/// filled if the region contains data, or a description of the region.
struct MemoryPicture {
    private var rows: [(place: String, name: String, detail: String)] = []

    init(_ snapshot: TagSnapshot) {
        switch snapshot.memory {
        case .pages(let pages): addPages(pages, snapshot)
        case .blocks(let blocks): addBlocks(blocks, snapshot)
        case .files(let container, _): addFiles(container, snapshot)
        }
    }

    /// Returns the picture as lines of text with aligned columns.
    func text(style: Style) -> String {
        let places = rows.map(\.place.count).max() ?? 0
        let names = rows.map(\.name.count).max() ?? 0
        return rows.map { row in
            let place = String(repeating: " ", count: places - row.place.count) + row.place
            let name = row.name + String(repeating: " ", count: names - row.name.count)
            return "  \(style.dim(place))  \(name)  \(row.detail)"
        }
        .joined(separator: "\n")
    }

    // MARK: Type 2

    private mutating func addPages(_ pages: [[UInt8]?], _ snapshot: TagSnapshot) {
        add(pages, 0...2, "UID, lock bytes")
        add(pages, 3...3, "capability container", note: container(pages))
        guard let memory = snapshot.chip.memory else { return }
        let first = Type2Memory.firstUserPage
        let used = first + (snapshot.usedBytes + 3) / 4
        if used > first {
            addBar(
                first...min(used - 1, memory.lastUserPage), "data", "\(snapshot.usedBytes) bytes", full: true)
        }
        if used <= memory.lastUserPage {
            let pages = max(used, first)...memory.lastUserPage
            // Without a capability container, which declares the size of the data area, all of it is free memory.
            let free =
                snapshot.areaBytes == 0 ? 4 * pages.count : max(0, snapshot.areaBytes - snapshot.usedBytes)
            addBar(pages, snapshot.isClosed ? "hidden" : "free", "\(free) bytes", full: false)
        }
        if let locks = memory.dynamicLocks { add(pages, locks.page...locks.page, "dynamic lock bytes") }
        let next = (memory.dynamicLocks?.page ?? memory.lastUserPage) + 1
        if next < memory.pageCount { add(pages, next...memory.pageCount - 1, "configuration") }
    }

    private func container(_ pages: [[UInt8]?]) -> String {
        guard pages.count > 3, let bytes = pages[3], bytes.count == 4, bytes[0] == 0xE1 else { return "" }
        // Source: T2TOP 1.1 §2.1: size in units of 8 bytes, access in the last byte.
        let reading = bytes[3] & 0xF0 == 0 ? "" : "not readable by phones, "
        return "\(Int(bytes[2]) * 8) bytes, \(reading)\(bytes[3] & 0x0F == 0 ? "free to write" : "read-only")"
    }

    private mutating func add(
        _ pages: [[UInt8]?], _ range: ClosedRange<Int>, _ name: String, note: String = ""
    ) {
        let hex = range.map { page -> String in
            guard pages.indices.contains(page), let bytes = pages[page] else { return "········" }
            return hexText(bytes)
        }
        let isKnown = range.contains { pages.indices.contains($0) && pages[$0] != nil }
        let detail = (isKnown ? hex.joined(separator: " ") : "not read") + (note.isEmpty ? "" : "  \(note)")
        rows.append((Self.text(range), name, detail))
    }

    /// Adds a bar with one mark per page. If there are many pages, each mark represents a group of them, so
    /// that the line fits into 80 columns.
    private mutating func addBar(_ range: ClosedRange<Int>, _ name: String, _ size: String, full: Bool) {
        let marks = min(range.count, 36)
        rows.append((Self.text(range), name, String(repeating: full ? "█" : "░", count: marks) + "  \(size)"))
    }

    private static func text(_ range: ClosedRange<Int>) -> String {
        range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
    }

    // MARK: Others

    private mutating func addBlocks(_ blocks: [[UInt8]?], _ snapshot: TagSnapshot) {
        let read = blocks.count { $0 != nil }
        rows.append(("0-\(max(0, blocks.count - 1))", "blocks", "\(read) of \(blocks.count) read"))
        rows.append(("", "data", "\(snapshot.usedBytes) of \(snapshot.areaBytes) bytes used"))
    }

    private mutating func addFiles(_ container: [UInt8], _ snapshot: TagSnapshot) {
        rows.append(("E103", "capability container", hexText(container)))
        guard let cc = snapshot.container else { return }
        let id = hexText([UInt8(cc.fileID >> 8), UInt8(cc.fileID & 0xFF)]).uppercased()
        let access =
            cc.writeAccess == 0 ? "free to write" : cc.writeAccess == 0xFF ? "read-only" : "write-protected"
        rows.append((id, "NDEF file", "\(snapshot.usedBytes) of \(snapshot.areaBytes) bytes used, \(access)"))
        rows.append(
            (
                "", "mapping \(cc.mappingVersion >> 4).\(cc.mappingVersion & 0xF)",
                "reads up to \(cc.maxReadBytes) and writes up to \(cc.maxWriteBytes) bytes at a time"
            ))
    }
}

/// Returns bytes as hex, 16 per line in groups of four. Each line ends with the bytes as ASCII.
func hexPicture(_ bytes: [UInt8]) -> String {
    stride(from: 0, to: bytes.count, by: 16).map { start in
        let line = bytes[start..<min(start + 16, bytes.count)]
        let groups = stride(from: line.startIndex, to: line.endIndex, by: 4).map { group in
            line[group..<min(group + 4, line.endIndex)].map { hexText([$0]) }.joined(separator: " ")
        }
        let hex = groups.joined(separator: "  ")
        return hex + String(repeating: " ", count: 50 - hex.count + 2) + asciiPicture(line)
    }
    .joined(separator: "\n")
}

/// Returns bytes as ASCII, with a dot for each unprintable byte.
func asciiPicture(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: ".") }, as: UTF8.self)
}
