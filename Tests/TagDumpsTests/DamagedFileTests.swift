import SimulationKit
import TagDumps
import TestSupport
import Testing

/// Files that lost their end or some of their bytes: read or refused, never worse.
struct DamagedFileTests {
    /// One small file in every format.
    static let files: [[UInt8]] = {
        var generator = SeededGenerator(seed: 7)
        var typeTwo = RandomImages.soundTypeTwo(&generator)
        typeTwo.memory = .pages((0..<16).map { _ in generator.bytes(4) })
        var classic = RandomImages.soundClassic(&generator)
        classic.memory = .blocks((0..<20).map { _ in generator.bytes(16).map(Optional.some) })
        let images = [typeTwo, classic, RandomImages.typeFour(&generator)]
        let written = images.flatMap { image in DumpFormat.writable.compactMap { try? image.contents(as: $0) }
        }
        let texts = [
            "+Sector: 0\n" + String(repeating: "00112233445566778899AABBCCDDEEFF\n", count: 3)
                + "------------",
            "S0|B0 Key: FFFFFFFFFFFF [Manu ] [462FF1BE26880400468E361161301604]\n",
            "[00] * 04:F2:7B 05 (UID0-UID2, BCC0)\n[01] * A9:E4:25:80 (UID3-UID6)\n[04] . 03 00 FE 00 |....|\n",
            #"{"FileType": "ndef", "Ndef.Size": 3, "blocks": {"0": "0300FE"}}"#,
        ]
        return written + texts.map { Array($0.utf8) }
    }()

    @Test("a file that is cut short anywhere is read or refused", arguments: files.indices)
    func truncated(index: Int) {
        let file = Self.files[index]
        let step = max(1, file.count / 60)
        for count in stride(from: 0, to: file.count, by: step) {
            #expect(nfcFileProblem(Array(file[..<count])) == nil)
        }
    }

    @Test("a file with damaged bytes is read or refused", arguments: propertySeeds)
    func damaged(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<4 {
            guard var file = Self.files.randomElement(using: &generator) else { return }
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<file.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: file[place] ^= 1 << Int.random(in: 0..<8, using: &generator)
                case 1: file.remove(at: place)
                case 2: file.insert(UInt8.random(in: .min ... .max, using: &generator), at: place)
                default: file.replaceSubrange(place..<place, with: file[..<min(place, 40)])
                }
            }
            #expect(nfcFileProblem(file) == nil)
        }
    }

    @Test("random bytes and random text are read or refused", arguments: propertySeeds)
    func random(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let sizes = [0, 1, 63, 64, 180, 236, 1024, 4096, 5000]
        let bytes = generator.bytes(sizes.randomElement(using: &generator) ?? 1)
        #expect(nfcFileProblem(bytes) == nil)
        #expect(nfcFileProblem(bytes.map { $0 % 96 + 32 }) == nil)
        #expect(nfcFileProblem(Array("Filetype: Flipper NFC device\nVersion: 4\n".utf8) + bytes) == nil)
    }

    @Test("a file beyond a megabyte, and an empty one, are refused before they are looked at")
    func sizes() {
        let files: [([UInt8], DumpError.Code)] = [
            ([], .emptyFile), (Array(repeating: 0x30, count: 1 << 21), .fileTooLarge),
        ]
        for (bytes, code) in files {
            do throws(DumpError) {
                _ = try TagImage(reading: bytes)
                Issue.record("\(bytes.count) bytes were read")
            } catch {
                #expect(error.code == code)
            }
        }
    }
}
