import TagDumps
import TagKit

/// Which promise of tag files these bytes break; nil when they break none.
///
/// A file is read or refused.
func nfcFileProblem(_ bytes: [UInt8]) -> String? {
    guard let image = try? TagImage(reading: bytes, named: nil) else { return nil }
    return imageProblem(image)
}

/// Which promise an image that was read breaks; nil when it breaks none.
///
/// It is checked, searched for a message and written in every form, and the Flipper form and Proxmark's JSON read as
/// the same image again. A conversion names a loss exactly where the copy is another image.
func imageProblem(_ image: TagImage) -> String? {
    _ = image.check()
    _ = try? image.message()
    for format in DumpFormat.writable {
        if let problem = conversionProblem(image, format) { return problem }
        guard let file = try? image.contents(as: format) else { continue }
        guard format == .flipper || format == .proxmarkJSON else { continue }
        guard let again = try? TagImage(reading: file) else {
            return "what was written as \(format) is not read"
        }
        // A dump that lacks pages of its product is read with them, unknown.
        guard again.memory == image.memory || again.memory == longer(image.memory, as: again.memory) else {
            return "\(format) changed the memory"
        }
        guard again.uid == image.uid || format == .proxmarkJSON else { return "\(format) changed the UID" }
        guard again.counters == image.counters || format == .proxmarkJSON else {
            return "\(format) changed counters"
        }
    }
    return nil
}

private func conversionProblem(_ image: TagImage, _ format: DumpFormat) -> String? {
    var image = image
    image.paddingBytes = 0
    guard let conversion = try? image.converted(to: format) else { return nil }
    guard let copy = try? TagImage(reading: conversion.contents) else {
        return "what was converted to \(format) is not read"
    }
    return conversion.losses.isEmpty == (copy == image) ? nil : "\(format) does not name what it loses"
}

/// The memory with as many units as the other one, where it has fewer.
private func longer(_ memory: TagImage.Memory, as other: TagImage.Memory) -> TagImage.Memory {
    switch (memory, other) {
    case (.pages(let few), .pages(let many)) where few.count < many.count:
        .pages(few + Array(repeating: nil, count: many.count - few.count))
    case (.blocks(let few), .blocks(let many)) where few.count < many.count:
        .blocks(few + Array(repeating: Array(repeating: nil, count: 16), count: many.count - few.count))
    default: memory
    }
}
