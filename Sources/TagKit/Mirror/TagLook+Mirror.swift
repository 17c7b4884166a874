extension TagLook {
    /// What the chip lays over its memory when it is read; nil where nothing is, or nobody looked.
    public var mirror: TagMirror? { closure?.mirror }

    /// The mirror that shows `content` over the bytes of a message from `offset` on, once it is written to this tag.
    ///
    /// - Returns: nil where these bytes do not lie behind each other, the message does not fit, or the chip has none.
    public func mirror(_ content: TagMirror.Content, at offset: Int, ofMessage bytes: [UInt8]) -> TagMirror? {
        guard !chip.features.isDisjoint(with: [.mirror, .mirrorByPage]), let reading else { return nil }
        let layouts = reading.sites.compactMap {
            $0.layout(messageBytes: bytes.count, areaBytes: reading.units.areaBytes)
        }
        guard let layout = layouts.first else { return nil }
        var skipped = 0
        for range in layout.valueRanges {
            let inside = offset - skipped
            if inside >= 0, inside + content.byteCount <= range.count {
                let address = Type2Memory.firstUserPage * 4 + range.lowerBound + inside
                return TagMirror(content, page: address / 4, byte: address % 4)
            }
            skipped += range.count
        }
        return nil
    }

    /// The same tag as its memory is, if `placeholder` stands under the mirror that is on; nil where none is.
    public func without(mirrorOver placeholder: String) -> TagLook? {
        guard let mirror, case .pages(var pages) = memory, placeholder.utf8.count == mirror.content.byteCount,
            case .configuration(let page) = chip.memory?.protection, let head = pages[page],
            let access = pages[page + 1]
        else { return nil }
        for (address, byte) in zip(mirror.range, placeholder.utf8) where pages.indices.contains(address / 4) {
            pages[address / 4]?[address % 4] = byte
        }
        var configuration = Type2Configuration(head: head, access: access, features: chip.features)
        configuration.set(nil)
        pages[page] = configuration.head
        return TagLook(tag, chip: chip, version: version, pages: pages)
    }
}
