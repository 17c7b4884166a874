import SimulationKit
import TagDumps
import TestSupport
import Testing

struct RoundTripTests {
    @Test("pages and blocks that a file has whole read back from mfd, eml and hex", arguments: fewerSeeds)
    func memoryAlone(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for image in [RandomImages.soundTypeTwo(&generator), RandomImages.soundClassic(&generator)] {
            for format in [DumpFormat.raw, .eml, .hex] {
                let file = try image.contents(as: format)
                #expect(try DumpFormat(of: file) == format)
                #expect(try TagImage(reading: file) == image, "\(format)")
            }
        }
    }

    @Test("Proxmark's binary form keeps version, signature and counters too", arguments: propertySeeds)
    func proxmarkBinary(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var image = RandomImages.soundTypeTwo(&generator)
        guard image.product != "NTAG I2C Plus 2K" else {
            #expect(throws: DumpError.self) { try image.contents(as: .proxmarkBinary) }
            return
        }
        RandomImages.addAnswers(to: &image, &generator)
        let file = try image.contents(as: .proxmarkBinary)
        #expect(try DumpFormat(of: file) == .proxmarkBinary)
        #expect(try TagImage(reading: file) == image)
    }

    @Test("Proxmark's JSON keeps ATQA and SAK as well", arguments: fewerSeeds)
    func proxmarkJSON(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var typeTwo = RandomImages.soundTypeTwo(&generator)
        RandomImages.addAnswers(to: &typeTwo, &generator)
        var classic = RandomImages.soundClassic(&generator)
        for image in [typeTwo, classic] {
            classic = image
            RandomImages.addSelection(to: &classic, &generator)
            let file = try classic.contents(as: .proxmarkJSON)
            #expect(try DumpFormat(of: file) == .proxmarkJSON)
            #expect(try TagImage(reading: file) == classic)
        }
    }

    @Test(
        "only the formats of Flipper and TagInfo can write an unknown page",
        arguments: DumpFormat.writable)
    func gaps(format: DumpFormat) throws {
        var pages = Array(repeating: [UInt8]?.some([1, 2, 3, 4]), count: 16)
        pages[9] = nil
        let image = TagImage(
            product: "Mifare Ultralight", uid: hex("04 F2 7B A9 E4 25 80"), memory: .pages(pages))
        do {
            let file = try image.contents(as: format)
            #expect([.flipper, .tagInfo].contains(format))
            #expect(try TagImage(reading: file).memory == image.memory)
        } catch {
            #expect(![.flipper, .tagInfo].contains(format))
            #expect(error.code == (format == .mct ? .notRepresentable : .incomplete))
        }
    }

    @Test("Type 4 tags are written by the Flipper format alone", arguments: DumpFormat.writable)
    func files(format: DumpFormat) {
        var generator = SeededGenerator(seed: 1)
        let image = RandomImages.typeFour(&generator)
        #expect(((try? image.contents(as: format)) != nil) == (format == .flipper))
    }

    @Test(
        "blocks with unknown bytes read back from MIFARE Classic Tool's and TagInfo's text",
        arguments: propertySeeds)
    func textWithGaps(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var image = RandomImages.classic(&generator)
        // What kind of Classic it is shows in block 0 alone.
        if case .blocks(var blocks) = image.memory {
            blocks[0][5] = blocks.count == 20 ? 0x09 : 0x08
            image.memory = .blocks(blocks)
        }
        let format = seed.isMultiple(of: 2) ? DumpFormat.mct : .tagInfo
        let file = try image.contents(as: format)
        #expect(try DumpFormat(of: file) == format)
        #expect(try TagImage(reading: file).memory == image.memory)
    }

    @Test("a read-only format lists the formats that can be written")
    func readOnly() {
        var generator = SeededGenerator(seed: 1)
        let image = RandomImages.soundClassic(&generator)
        let readOnly = Set(DumpFormat.allCases).subtracting(DumpFormat.writable)
        #expect(readOnly == [.nfctools, .tagInfoXML, .nfcToolsApp, .nfcpy])
        for format in readOnly { #expect(throws: DumpError.self) { try image.contents(as: format) } }
    }

    @Test(
        "T-9: every size of a MIFARE Classic reads back from every format that can hold it",
        arguments: [20, 64, 72, 128, 256])
    func classicSizes(blocks: Int) throws {
        var generator = SeededGenerator(seed: UInt64(blocks))
        var image = RandomImages.soundClassic(&generator)
        while image.memory != .blocks([]), case .blocks(let found) = image.memory, found.count != blocks {
            image = RandomImages.soundClassic(&generator)
        }
        if case .blocks(var found) = image.memory {
            // A 2K can respond like a 4K.
            found[0][5] = blocks == 20 ? 0x09 : blocks == 128 ? 0x18 : 0x08
            image.memory = .blocks(found)
        }
        for format in DumpFormat.writable where format != .proxmarkBinary {
            let conversion = try image.converted(to: format)
            #expect(try TagImage(reading: conversion.contents) == image, "\(format)")
            #expect(conversion.losses.isEmpty, "\(format)")
        }
    }

    @Test(
        "T-9: the SAK in block 0 gives the size of a Classic if only its first sector was read",
        arguments: [
            ("09", "Mifare Classic Mini"), ("08", "Mifare Classic 1K"), ("88", "Mifare Classic 1K"),
            ("18", "Mifare Classic 4K"), ("98", "Mifare Classic 4K"),
        ])
    func partlyRead(sak: String, product: String) throws {
        let zeros = String(repeating: "00", count: 16)
        let text = """
            +Sector: 0
            1122334444\(sak)04006263646566676869
            \(zeros)
            \(zeros)
            FFFFFFFFFFFFFF078069FFFFFFFFFFFF
            """
        #expect(try TagImage(reading: Array(text.utf8)).product == product)
    }

    @Test("T-9: a line per block that ends early is a Classic with unknown blocks, not a Type 2 tag")
    func shortEML() throws {
        let line = "00112233445566778899AABBCCDDEEFF\n"
        let image = try TagImage(reading: Array(String(repeating: line, count: 60).utf8))
        #expect(image.product == "Mifare Classic 1K")
        #expect(image.check().map(\.code).contains(.incomplete))
    }
}
