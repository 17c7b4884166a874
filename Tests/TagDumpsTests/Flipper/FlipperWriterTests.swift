import SimulationKit
import TagDumps
import TestSupport
import Testing

struct FlipperWriterTests {
    @Test("a file that was written reads as the same image", arguments: propertySeeds)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for image in [
            RandomImages.typeTwo(&generator), RandomImages.classic(&generator),
            RandomImages.typeFour(&generator),
        ] {
            let file = try image.contents(as: .flipper)
            #expect(try TagImage(reading: file) == image)
        }
    }
}
