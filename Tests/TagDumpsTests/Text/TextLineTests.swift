import TagDumps
import TestSupport
import Testing

@Suite("Lines of a text file")
struct TextLineTests {
    static let text = DamagedFileTests.files.filter { file in
        file.allSatisfy { (0x09..<0x7F).contains($0) } && (try? TagImage(reading: file)) != nil
    }

    @Test("end with LF, CRLF or CR, also mixed, and a byte order mark says nothing", arguments: text.indices)
    func lineEnds(index: Int) throws {
        let file = Self.text[index]
        let whole = try TagImage(reading: file)
        let lines = file.split(separator: 0x0A, omittingEmptySubsequences: false)
        let ends: [[UInt8]] = [[0x0A], [0x0D, 0x0A], [0x0D]]
        for shift in 0..<4 {
            var changed: [UInt8] = [0xEF, 0xBB, 0xBF]
            for (number, line) in lines.enumerated() {
                if number > 0 { changed += shift == 3 ? ends[number % 3] : ends[shift] }
                changed += line
            }
            #expect(try TagImage(reading: changed) == whole)
        }
    }

    @Test("in UTF-16 are named so", arguments: [[0xFF, 0xFE, 0x46, 0], [0xFE, 0xFF, 0, 0x46]] as [[UInt8]])
    func utf16(start: [UInt8]) {
        do throws(DumpError) {
            _ = try TagImage(reading: start + [0x69, 0])
            Issue.record("it was read")
        } catch {
            #expect(error.code == .notText)
            #expect(error.remedy.contains("UTF-8"))
        }
    }

    @Test("longer than 64 KiB are refused with their number")
    func long() {
        let text = "Filetype: Flipper NFC device\nVersion: 4\n" + String(repeating: "0", count: 70_000)
        do throws(DumpError) {
            _ = try TagImage(reading: Array(text.utf8))
            Issue.record("it was read")
        } catch {
            #expect(error.code == .lineTooLong)
            #expect(error.place == .line(3))
        }
    }
}
