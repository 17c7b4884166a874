import TagDumps
import TagKit

/// Which promise of tag files these bytes break; nil when they break none.
///
/// A file is read or refused.
func nfcFileProblem(_ bytes: [UInt8]) -> String? {
    guard let image = try? TagImage(reading: bytes, named: nil) else { return nil }
    return imageProblem(image)
}

/// Returns the promise that an image breaks; nil if it breaks none.
///
/// The image is checked, searched for a message and written in every format. The Flipper file and Proxmark's
/// JSON must read back as the same image. A conversion must report a loss exactly if the copy differs.
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
        // A dump without some pages of its product reads back with these pages, unknown.
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

/// Returns the memory padded with unknown units to the length of the other one.
private func longer(_ memory: TagImage.Memory, as other: TagImage.Memory) -> TagImage.Memory {
    switch (memory, other) {
    case (.pages(let few), .pages(let many)) where few.count < many.count:
        .pages(few + Array(repeating: nil, count: many.count - few.count))
    case (.blocks(let few), .blocks(let many)) where few.count < many.count:
        .blocks(few + Array(repeating: Array(repeating: nil, count: 16), count: many.count - few.count))
    default: memory
    }
}
