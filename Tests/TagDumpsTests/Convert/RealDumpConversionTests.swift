import Foundation
import TagDumps
import TestSupport
import Testing

/// All of `../shared/fixtures/real-dumps` into every format that can hold them, and back.
struct RealDumpConversionTests {
    @Test("every real dump converts to every format that can hold it, and back")
    func thereAndBack() throws {
        guard let folder = SharedFixtures.url("real-dumps") else {
            print("not tested, no such folder: ../shared/fixtures/real-dumps")
            return
        }
        var counts = (held: 0, whole: 0, lossy: 0, refused: 0)
        for dump in RealDump.all {
            let data = try Data(contentsOf: folder.appending(path: dump.path))
            var image = try TagImage(reading: Array(data), named: dump.path)
            image.paddingBytes = 0
            for format in DumpFormat.writable {
                do {
                    let there = try image.converted(to: format)
                    let copy = try TagImage(reading: there.contents)
                    let isWhole = there.losses.isEmpty
                    #expect(isWhole == (copy == image), "\(dump.path) to \(format)")
                    #expect(holds(copy, image, but: there.losses), "\(dump.path) to \(format)")
                    try expectBack(
                        copy, image, isWhole: isWhole, format: dump.format, "\(dump.path) over \(format)")
                    counts.held += 1
                    if isWhole { counts.whole += 1 } else { counts.lossy += 1 }
                } catch let error as DumpError {
                    // Only another kind of tag, or one that this package does not read, has no place in a format.
                    #expect(error.code == .notRepresentable, "\(dump.path) to \(format): \(error)")
                    #expect(mayRefuse(image, format), "\(dump.path) to \(format): \(error)")
                    counts.held += 1
                    counts.refused += 1
                }
            }
        }
        let all = RealDump.all.count * DumpFormat.writable.count
        print(
            "conversions of real dumps: \(counts.whole) whole, \(counts.lossy) with named losses, ",
            terminator: "")
        print("\(counts.refused) refused")
        #expect(counts.held == all)
        SharedFixtures.report("real-dumps conversions", held: counts.held, of: all)
    }

    /// Back in its first format the copy is the same image; where the file had everything, it is the first
    /// one.
    private func expectBack(
        _ copy: TagImage, _ image: TagImage, isWhole: Bool, format: DumpFormat, _ name: String
    ) throws {
        guard DumpFormat.writable.contains(format) else { return }
        let back = try copy.converted(to: format)
        let again = try TagImage(reading: back.contents)
        #expect(back.losses.isEmpty && again == copy, "\(name)")
        if isWhole { #expect(again == image, "\(name)") }
    }

    /// Every part that is not named as lost is the same.
    private func holds(_ copy: TagImage, _ image: TagImage, but losses: [DumpLoss]) -> Bool {
        var mended = copy
        for loss in losses {
            switch loss.part {
            case .unknownBytes: mended.memory = image.memory
            case .product: mended.product = image.product
            case .uid: mended.uid = image.uid
            case .atqa: mended.atqa = image.atqa
            case .sak: mended.sak = image.sak
            case .ats: mended.ats = image.ats
            case .version: mended.version = image.version
            case .signature: mended.signature = image.signature
            case .counters: mended.counters = image.counters
            case .tearing: mended.tearing = image.tearing
            case .failedAuthentications: mended.failedAuthentications = image.failedAuthentications
            case .defects: mended.defects = image.defects
            case .otherValue: mended.unreadValues = image.unreadValues
            }
        }
        return mended == image
    }

    private func mayRefuse(_ image: TagImage, _ format: DumpFormat) -> Bool {
        switch image.memory {
        case .opaque: true
        case .pages: format == .mct
        case .blocks: format == .proxmarkBinary
        case .files: format != .flipper
        }
    }
}
