public import TagDumps
public import TagKit

/// Makes the tag that a file describes.
///
/// - Throws: `unsupportedTag` for a chip that is not simulated, `fileMalformed` when the image does not fit its
///   chip or leaves bytes unknown.
public func makeVirtualTag(from image: TagImage) throws(TagError) -> any VirtualTag {
    guard let defects = Set<TagDefect>(of: image) else {
        throw malformed(image, "its defects are \(image.defects.joined(separator: ", "))")
    }
    switch image.memory {
    case .pages(let pages):
        var tag = try makeType2Tag(image, pages: pages)
        tag.defects = defects
        return tag
    case .files:
        guard var tag = Type4Tag(image) else {
            throw malformed(
                image, "its UID has \(image.uid.count) bytes, its answer to RATS \(image.ats.count)")
        }
        tag.defects = defects
        return tag
    case .blocks:
        guard var tag = ClassicTag(image) else {
            throw malformed(image, "keys or blocks are unknown, or their number fits no MIFARE Classic")
        }
        tag.defects = defects
        return tag
    case .opaque:
        throw TagError(
            .unsupportedTag, "a tag of the kind \(image.product) is not simulated",
            remedy: "Type 2, Type 4 and MIFARE Classic tags are")
    }
}

private func makeType2Tag(_ image: TagImage, pages: [[UInt8]?]) throws(TagError) -> Type2Tag {
    guard let chip = Type2Chip.all.first(where: { $0.product == image.product }) else {
        throw TagError(
            .unsupportedTag, "a tag of the kind \(image.product) is not simulated",
            remedy: "these are: \(Type2Chip.all.map(\.product).joined(separator: ", "))")
    }
    guard image.uid.count == 7 else { throw malformed(image, "its UID has \(image.uid.count) bytes, not 7") }
    guard pages.count == chip.pageCount else {
        throw malformed(image, "it has \(pages.count) pages, \(chip.product) has \(chip.pageCount)")
    }
    var memory: [UInt8] = []
    for (number, page) in pages.enumerated() {
        guard let page, page.count == 4 else { throw malformed(image, "page \(number) is not known") }
        memory += page
    }
    var tag = Type2Tag(chip: chip, uid: image.uid, memory: memory)
    tag.adopt(image)
    return tag
}

private func malformed(_ image: TagImage, _ reason: String) -> TagError {
    TagError(
        .fileMalformed, "the file of this \(image.product) does not make a tag", reason: reason,
        remedy: "read the tag again with all its keys, or make a new one with `tapctl sim tag new`")
}
