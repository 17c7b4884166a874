import TestSupport
import Testing

@Suite("Every input that fuzzing kept")
struct CorpusTests {
    @Test("keeps the promises of the NDEF codec")
    func ndef() throws {
        #expect(try FuzzCorpus.problems("NDEF", ndefProblem) == [])
    }

    @Test("keeps the promises of data areas and Type 4 files")
    func tlv() throws {
        #expect(try FuzzCorpus.problems("TLV", tlvProblem) == [])
    }
}
