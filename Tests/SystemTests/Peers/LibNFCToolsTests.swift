import Foundation
import TagSimulator
import TestSupport
import Testing

/// libnfc's own tools over the virtual reader.
@Suite struct LibNFCToolsTests {
    @Test("nfc-list sees a virtual NTAG213")
    func list() async throws {
        let tag = Type2Tag(chip: .ntag213, uid: hex("04 A1 B2 C3 D4 E5 F6"))
        let reader = try VirtualReader(VirtualField([tag]))
        defer { reader.stop() }
        let run = try await ProgramRun.shell(
            "nfc-list", in: FileManager.default.temporaryDirectory,
            environment: ["LIBNFC_DEVICE": reader.connstring, "LIBNFC_LOG_LEVEL": "0"])
        #expect(run.exitCode == 0)
        #expect(run.standardOutput.contains("1 ISO14443A passive target(s) found:"))
        #expect(run.standardOutput.contains("ATQA (SENS_RES): 00  44"))
        #expect(run.standardOutput.contains("UID (NFCID1): 04  a1  b2  c3  d4  e5  f6"))
        #expect(run.standardOutput.contains("SAK (SEL_RES): 00"))
    }
}
