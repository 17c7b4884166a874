public import TagDumps
public import TagKit

/// Creates the simulated tag that a tag file describes.
///
/// Passwords and keys that the file does not contain get their factory values; see
/// `TagImage.simulationNotes`.
///
/// - Throws: `unsupportedTag` for a chip that is not simulated; `fileMalformed` if the image is not valid for
///   its chip, lacks required bytes, or lists unknown or invalid defects.
public func makeVirtualTag(from image: TagImage) throws(TagError) -> any VirtualTag {
    guard let defects = Set<TagDefect>(of: image) else {
        let listed = image.defects.joined(separator: ", ")
        throw malformed(image, "the file lists unknown or invalid defects: \(listed)")
    }
    switch image.memory {
    case .pages(let pages):
        var tag = try makeType2Tag(image, pages: pages)
        tag.defects = defects
        return tag
    case .files:
        guard var tag = Type4Tag(image.withContainer) else {
            throw malformed(
                image,
                "the UID (\(image.uid.count) bytes), the ATS (\(image.ats.count) bytes) or the stored state "
                    + "of the chip is invalid")
        }
        tag.defects = defects
        return tag
    case .blocks:
        guard var tag = ClassicTag(image) else {
            throw malformed(
                image,
                "bytes of some blocks are missing, or the number of blocks or the length of the UID is "
                    + "invalid")
        }
        tag.defects = defects
        return tag
    case .opaque:
        throw TagError(
            .unsupportedTag, "the simulator does not support \(image.product)",
            remedy: "use a Type 2, Type 4 or MIFARE Classic tag")
    }
}

private func makeType2Tag(_ image: TagImage, pages: [[UInt8]?]) throws(TagError) -> Type2Tag {
    guard let chip = Type2Chip.named(image.product) else {
        throw TagError(
            .unsupportedTag, "the simulator does not support \(image.product)",
            remedy: "use one of these chips: \(Type2Chip.all.map(\.product).joined(separator: ", "))")
    }
    guard image.uid.count == 7 else { throw malformed(image, "the UID has \(image.uid.count) bytes, not 7") }
    guard pages.count == chip.pageCount else {
        let found = pages.count == 1 ? "1 page" : "\(pages.count) pages"
        throw malformed(image, "the file has \(found), but \(chip.product) has \(chip.pageCount)")
    }
    let factory = chip.factoryMemory(uid: image.uid)
    let assumed = image.assumedPages(of: chip)
    var memory: [UInt8] = []
    for (number, page) in pages.enumerated() {
        let filled = assumed.contains(number) ? Array(factory[number * 4..<number * 4 + 4]) : page
        guard let filled, filled.count == 4 else { throw malformed(image, "page \(number) is unknown") }
        memory += filled
    }
    var tag = Type2Tag(chip: chip, uid: image.uid, memory: memory)
    tag.assumedPages = assumed
    tag.adopt(image)
    return tag
}

extension TagImage {
    /// Notes for the user about the values that a simulation of this tag assumes because the file does not
    /// contain them. Usually empty.
    var simulationNotes: [String] {
        switch memory {
        case .pages:
            guard let chip = Type2Chip.named(product), !assumedPages(of: chip).isEmpty else { return [] }
            return [
                chip.features.contains(.tripleDES)
                    ? "the file has no key, so the tag has the factory default: BREAKMEIFYOUCAN!"
                    : "the file has no password, so the tag has the factory default: PWD FFFFFFFF, PACK 0000"
            ]
        case .files:
            return withContainer == self
                ? []
                : [
                    "the file has no capability container, so the simulator adds one, for an NDEF file of at "
                        + "least \(Self.fileBytes) bytes"
                ]
        case .blocks, .opaque: return []
        }
    }

    /// Returns the numbers of the pages that contain a password or key and are missing from the file.
    fileprivate func assumedPages(of chip: Type2Chip) -> Set<Int> {
        guard case .pages(let pages) = memory, pages.count == chip.pageCount else { return [] }
        return Set(chip.secretPages.filter { pages[$0] == nil })
    }

    /// The minimum size in bytes of the NDEF file if the image has no capability container. An NTAG 424 DNA
    /// has an NDEF file of this size. Source: NXP NTAG 424 DNA data sheet §8.2.3.
    private static let fileBytes = 256

    /// The tag with a capability container. If the container is missing, it is added, and the NDEF file E104
    /// is extended to at least 256 bytes. A tag without file E104 is unchanged.
    fileprivate var withContainer: TagImage {
        guard case .files(var files) = memory, !files.contains(where: { $0.id == 0xE103 }),
            let index = files.firstIndex(where: { $0.id == 0xE104 })
        else { return self }
        let missing = max(0, Self.fileBytes - files[index].bytes.count)
        files[index].bytes += Array(repeating: 0, count: missing)
        let size = UInt16(files[index].bytes.count)
        // CCLEN, version 2.0, MLe and MLc of an NTAG 424 DNA, the NDEF file. Source: NFC Forum T4TOP 2.0
        // §5.1.
        let container: [UInt8] = [
            0x00, 0x0F, 0x20, 0x01, 0x00, 0x00, 0xFF, 0x04, 0x06, 0xE1, 0x04, UInt8(size >> 8),
            UInt8(size & 0xFF), 0x00, 0x00,
        ]
        var image = self
        image.memory = .files([TypeFourFile(id: 0xE103, bytes: container)] + files)
        return image
    }
}

private func malformed(_ image: TagImage, _ reason: String) -> TagError {
    TagError(
        .fileMalformed, "the file does not contain a usable \(image.product)", reason: reason,
        remedy: "read the tag again with all its keys, or create a new tag", help: .readWholeTag)
}
