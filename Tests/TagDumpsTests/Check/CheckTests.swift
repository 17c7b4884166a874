import TagDumps
import TestSupport
import Testing

struct CheckTests {
    /// A sound image of a fixture.
    private static func fixture(_ name: String) throws -> TagImage {
        try TagImage(reading: TagFixtures.bytes("\(name).nfc"))
    }

    /// A change to a sound NTAG213, and what is found then.
    static let pageChanges: [(page: Int, bytes: String, code: DumpFinding.Code)] = [
        (0, "04 51 7C A0", .checkByteWrong), (2, "89 48 00 00", .checkByteWrong),
        (3, "E2 10 12 00", .containerWrong),
        (3, "E1 10 3E 00", .containerDiffers), (38, "00 00 00 01", .staleData),
        (43, "12 34 56 78", .passwordStored),
    ]

    @Test("finds what a page contradicts", arguments: pageChanges.indices)
    func pages(index: Int) throws {
        var image = try Self.fixture("ntag213-programmed")
        guard case .pages(var pages) = image.memory else { return #expect(Bool(false), "no pages") }
        let change = Self.pageChanges[index]
        pages[change.page] = hex(change.bytes)
        image.memory = .pages(pages)
        #expect(image.check().map(\.code) == [change.code])
    }

    @Test("finds each wrong word about a Type 2 tag")
    func words() throws {
        let sound = try Self.fixture("ntag213-programmed")
        let changes: [(DumpFinding.Code, (inout TagImage) -> Void)] = [
            (.uidDiffers, { $0.uid[6] ^= 1 }), (.selectionUnlikely, { $0.atqa = 0x0004 }),
            (.selectionUnlikely, { $0.sak = 0x08 }), (.versionDiffers, { $0.version[2] = 0x03 }),
        ]
        for (code, change) in changes {
            var image = sound
            change(&image)
            #expect(image.check().map(\.code) == [code])
        }
    }

    @Test("finds pages that are missing, unknown or too many, and a password that is not there")
    func sizes() throws {
        let sound = try Self.fixture("ntag213-programmed")
        guard case .pages(let pages) = sound.memory else { return #expect(Bool(false), "no pages") }
        var image = sound
        image.memory = .pages(Array(pages.dropLast()))
        #expect(image.check().map(\.code) == [.sizeDiffers])
        image.memory = .pages(pages + [[0, 0, 0, 0]])
        #expect(image.check().map(\.code) == [.sizeDiffers])
        var gap = pages
        gap[20] = nil
        image.memory = .pages(gap)
        #expect(image.check().map(\.code) == [.incomplete])
        var protected = pages
        protected[41] = hex("04 00 00 04")
        protected[43] = hex("00 00 00 00")
        image.memory = .pages(protected)
        #expect(image.check().map(\.code) == [.passwordUnknown])
        protected[41] = hex("04 00 00 04")
        protected[43] = nil
        image.memory = .pages(protected)
        #expect(image.check().map(\.code) == [.incomplete, .passwordUnknown])
    }

    @Test("finds a message that breaks the rules")
    func message() throws {
        var image = try Self.fixture("ntag213-programmed")
        guard case .pages(var pages) = image.memory, let page = pages[5] else {
            return #expect(Bool(false), "no pages")
        }
        pages[5] = [page[0], page[1], page[2], 0x51]
        image.memory = .pages(pages)
        #expect(image.check().map(\.code) == [.messageMalformed])
    }

    @Test("finds a damaged directory, keys and a wrong check byte of a Classic")
    func classic() throws {
        let sound = try Self.fixture("mifare-classic-1k-programmed")
        let changes: [(block: Int, byte: Int, DumpFinding.Code)] = [
            (1, 4, .directoryDamaged), (3, 0, .passwordStored), (7, 15, .passwordStored),
            (0, 4, .checkByteWrong), (3, 6, .accessBitsWrong), (7, 7, .accessBitsWrong),
            (63, 8, .accessBitsWrong),
        ]
        for (block, byte, code) in changes {
            var image = sound
            guard case .blocks(var blocks) = image.memory, let old = blocks[block][byte] else { continue }
            blocks[block][byte] = old ^ 1
            image.memory = .blocks(blocks)
            #expect(image.check().map(\.code) == [code])
        }
    }

    @Test("access bits are valid if and only if each of them is the inverse of its copy")
    func accessBits() throws {
        let sound = try Self.fixture("mifare-classic-1k-programmed")
        guard case .blocks(let blocks) = sound.memory else { return #expect(Bool(false), "no blocks") }
        for bits in stride(from: UInt16(0), to: 0x1000, by: 37) {
            let (c1, c2, c3) = (UInt8(bits & 15), UInt8(bits >> 4 & 15), UInt8(bits >> 8))
            var image = sound
            var changed = blocks
            changed[3][6] = (c2 ^ 15) << 4 | (c1 ^ 15)
            changed[3][7] = c1 << 4 | (c3 ^ 15)
            changed[3][8] = c3 << 4 | c2
            image.memory = .blocks(changed)
            #expect(!image.check().map(\.code).contains(.accessBitsWrong))
        }
        for byte in 6...8 {
            for bit in 0..<8 {
                var image = sound
                var changed = blocks
                changed[3][byte] = changed[3][byte].map { $0 ^ 1 << bit }
                image.memory = .blocks(changed)
                let found = image.check().filter { $0.code == .accessBitsWrong }
                #expect(
                    found.map(\.reason)
                        == ["in the trailer of sector 0, they contradict their inverted copy"])
                changed[3][byte] = nil
                image.memory = .blocks(changed)
                #expect(!image.check().map(\.code).contains(.accessBitsWrong))
            }
        }
    }

    @Test("finds a Type 4 tag whose container is not of its files")
    func typeFour() throws {
        let sound = try Self.fixture("ntag-424-dna-programmed")
        guard case .files(let files) = sound.memory else { return #expect(Bool(false), "no files") }
        var image = sound
        image.memory = .files(Array(files.dropFirst()))
        #expect(image.check().map(\.code) == [.containerWrong])
        image.memory = .files([files[0]])
        #expect(image.check().map(\.code) == [.containerDiffers])
        var short = files
        short[1].bytes.removeLast()
        image.memory = .files(short)
        #expect(image.check().map(\.code) == [.containerDiffers])
        var broken = files
        broken[0].bytes = [0, 1]
        image.memory = .files(broken)
        #expect(image.check().map(\.code) == [.containerWrong, .messageMalformed])
    }

    @Test("finds each key of an NTAG 424 DNA that is no new tag's", arguments: 0..<5)
    func ntag424Keys(number: Int) throws {
        var image = try Self.fixture("ntag-424-dna-programmed")
        guard case .files(var files) = image.memory else { return #expect(Bool(false), "no files") }
        var keys = [0x01] + [UInt8](repeating: 0, count: 5 * 20 + 3)
        // A key that was only tried is not a known key.
        keys[20 * number + 18] = 7
        files.append(TagImage.TypeFourFile(id: 0xFF24, bytes: keys))
        image.memory = .files(files)
        #expect(image.check() == [])
        keys[20 * number + 16] = 0x80
        files[files.count - 1].bytes = keys
        image.memory = .files(files)
        #expect(image.check().map(\.code) == [.passwordStored])
        #expect(image.check().map(\.reason) == ["keys that are not zero: key \(number)"])
    }

    @Test("if a capability container differs from its file, the remedy is to read the tag again")
    func remedies() throws {
        var typeFour = try Self.fixture("ntag-424-dna-programmed")
        guard case .files(var files) = typeFour.memory else { return #expect(Bool(false), "no files") }
        let reading = "read the tag again: the dump may be incomplete"
        typeFour.memory = .files([files[0]])
        #expect(typeFour.check().map(\.remedy) == [reading])
        files[1].bytes.removeLast()
        typeFour.memory = .files(files)
        #expect(typeFour.check().map(\.remedy) == [reading])
        var typeTwo = try Self.fixture("ntag213-programmed")
        guard case .pages(var pages) = typeTwo.memory else { return #expect(Bool(false), "no pages") }
        pages[3] = hex("E1 10 3E 00")
        typeTwo.memory = .pages(pages)
        let findings = typeTwo.check()
        #expect(findings.map(\.code) == [.containerDiffers])
        #expect(findings.first?.remedy.hasPrefix("use another tag for long messages") == true)
    }
}
