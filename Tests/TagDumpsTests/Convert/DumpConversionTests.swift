import SimulationKit
import TagDumps
import TestSupport
import Testing

struct DumpConversionTests {
    private static func fixture(_ name: String) throws -> TagImage {
        try TagImage(reading: TagFixtures.bytes("\(name).nfc"))
    }

    /// The parts of a whole NTAG213, with all of its responses, that each format loses.
    static let losses: [(DumpFormat, [DumpLoss.Part])] = [
        (.flipper, []),
        (.proxmarkJSON, [.failedAuthentications, .defects]),
        (.proxmarkBinary, [.atqa, .sak, .failedAuthentications, .defects]),
        (.raw, memoryAlone), (.eml, memoryAlone), (.tagInfo, memoryAlone), (.hex, memoryAlone),
    ]

    private static let memoryAlone: [DumpLoss.Part] = [
        .atqa, .sak, .version, .signature, .counters, .tearing, .failedAuthentications, .defects,
    ]

    @Test("names what each format leaves behind", arguments: losses)
    func namesLosses(format: DumpFormat, parts: [DumpLoss.Part]) throws {
        var image = try Self.fixture("ntag213-programmed")
        image.signature = Array(1...32)
        image.counters = [0, 0, 42]
        image.tearing = [0, 0, 0xBD]
        image.failedAuthentications = 3
        image.defects = ["locks-ignored"]
        let conversion = try image.converted(to: format)
        #expect(conversion.losses.map(\.part) == parts)
        #expect(try TagImage(reading: conversion.contents).memory == image.memory)
    }

    @Test("the UID that a file states is lost where the pages hold another one")
    func statedUID() throws {
        var image = try Self.fixture("ntag213-programmed")
        image.uid[6] ^= 1
        #expect(try image.converted(to: .proxmarkJSON).losses.isEmpty)
        #expect(try image.converted(to: .tagInfo).losses.map(\.part).contains(.uid))
    }

    @Test("unknown bytes become zeros where the format cannot mark them, and it says how many")
    func gaps() throws {
        var image = try Self.fixture("ntag213-programmed")
        guard case .pages(var pages) = image.memory else { return #expect(Bool(false), "no pages") }
        pages[43] = nil
        image.memory = .pages(pages)
        #expect(try image.converted(to: .flipper).losses == [])
        // The zeros are not a tag's memory any more, but the file reads as the tag with them.
        let conversion = try image.converted(to: .proxmarkJSON)
        #expect(
            conversion.losses.map(\.summary)
                == ["the information that 4 bytes are unknown (they become zeros)"])
        pages[43] = [0, 0, 0, 0]
        #expect(try TagImage(reading: conversion.contents).memory == .pages(pages))
    }

    @Test("the remedy names a format only if it can store the tag")
    func otherFormat() {
        let opaque = TagImage(product: "SLIX", uid: [1, 2, 3, 4], memory: .opaque([]))
        for format in [DumpFormat.raw, .tagInfo, .mct, .proxmarkJSON] {
            let error = #expect(throws: DumpError.self) { try opaque.contents(as: format) }
            #expect(error?.remedy == "keep the file in its current format")
        }
        let typeFour = TagImage(
            product: "NTAG 424 DNA", uid: hex("04 00 00 00 00 00 00"), memory: .files([]))
        let error = #expect(throws: DumpError.self) { try typeFour.contents(as: .proxmarkBinary) }
        #expect(error?.remedy == "use the format `nfc`")
        #expect(error?.reason == "the format stores only the pages of Type 2 tags")
    }

    @Test("refuses a file that would be taken for another tag")
    func notRecognised() throws {
        // No product has 44 pages, and without check bytes the first page cannot be found.
        let image = TagImage(
            product: "Type 2 Tag", uid: hex("04 00 00 00 00 00 00"),
            memory: .pages(Array(repeating: [1, 2, 3, 4], count: 44)))
        for format in [DumpFormat.raw, .proxmarkBinary] {
            let error = #expect(throws: DumpError.self) { try image.converted(to: format) }
            #expect(error?.code == .notRepresentable)
        }
        #expect(try image.converted(to: .eml).losses.map(\.part) == [.uid])
    }

    @Test("a dump of fewer than four pages requires a format that says what it contains", arguments: 1...3)
    func fewPages(count: Int) throws {
        let pages = ["04 A1 B2 9F", "C3 D4 E5 F6", "04 48 00 00"].map { hex($0) }
        let known = pages.prefix(count).map { Optional($0) }
        let image = TagImage(
            product: "Type 2 Tag", uid: hex("04 A1 B2 C3 D4 E5 F6"), memory: .pages(known))
        for format in [DumpFormat.proxmarkBinary, .raw, .eml, .hex] {
            let error = #expect(throws: DumpError.self) { try image.converted(to: format) }
            #expect(error?.code == .notRepresentable)
            #expect(error?.summary == "the format \(format.rawValue) requires at least 4 pages")
            #expect(error?.reason.contains(count == 1 ? "only 1 page," : "only \(count) pages,") == true)
        }
        for format in [DumpFormat.flipper, .proxmarkJSON, .tagInfo] {
            let contents = try image.converted(to: format).contents
            #expect(try TagImage(reading: contents).memory == image.memory, "\(format)")
        }
    }

    @Test("zeros behind a 1K are left out without a word")
    func padding() throws {
        var generator = SeededGenerator(seed: 7)
        var image = RandomImages.soundClassic(&generator)
        while image.product != "Mifare Classic 1K" { image = RandomImages.soundClassic(&generator) }
        image.paddingBytes = 3072
        let conversion = try image.converted(to: .raw)
        #expect(conversion.contents.count == 1024)
        #expect(conversion.losses.isEmpty)
    }

    @Test("whatever the image, losses are exactly what a reader no longer knows", arguments: propertySeeds)
    func property(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let images = [
            RandomImages.typeTwo(&generator), RandomImages.classic(&generator),
            RandomImages.typeFour(&generator),
        ]
        guard let image = images.randomElement(using: &generator),
            let format = DumpFormat.writable.randomElement(using: &generator),
            let conversion = try? image.converted(to: format)
        else { return }
        let copy = try TagImage(reading: conversion.contents)
        #expect(conversion.losses.isEmpty == (copy == image), "\(format)")
    }
}
