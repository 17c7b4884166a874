import TagKit
import TagReaders
import TestSupport
import Testing

extension PCSCTests {
    @Suite("and our list") struct ListTests {
        @Test("name the contactless readers, and tapctl lists them as --reader takes them")
        func list() async throws {
            let service = try RunningPCSCD(["ACME SAM", "ACR122U PICC Interface"])
            defer { service.stop() }
            let names = await PCSCReader.list()
            // The driver makes a second slot of each.
            #expect(names == ["ACR122U PICC Interface 00 00", "ACR122U PICC Interface 00 01"])
            let run = try await ProgramRun.shell(
                "LIBNFC_AUTO_SCAN=false tapctl reader list --json",
                in: RunningPCSCD.folder, environment: ["PCSCLITE_CSOCK_NAME": RunningPCSCD.socket])
            #expect(run.exitCode == 0)
            let reader = #"{"object":"reader","reader":"pcsc:ACR122U PICC Interface 00 00","source":"pcsc"}"#
            #expect(run.standardOutput.contains(reader), "\(run.standardOutput)")
        }

        @Test("say which readers there are where none has that name")
        func unknown() async throws {
            let service = try RunningPCSCD(["ACR122U"])
            defer { service.stop() }
            for name in ["0", "3", "Omnikey", "ACR122U"] {
                let error = await #expect(throws: TagError.self) { try await PCSCReader.open(name) }
                #expect(error?.code == .readerNotFound)
                #expect(error?.reason.contains("ACR122U 00 01") == true)
            }
            let reader = try await PCSCReader.open("acr122u 00 01")
            #expect(reader.name == "ACR122U 00 01")
            await reader.close()
        }

        @Test("say that pcscd does not run, and how to start it")
        func noService() async throws {
            _ = RunningPCSCD.folder
            #expect(await PCSCReader.list() == [])
            let error = await #expect(throws: TagError.self) { try await PCSCReader.open("1") }
            #expect(error?.code == .readerNotFound)
            #expect(error?.summary == "pcscd, the service for PC/SC readers, is not running")
            #expect(error?.remedy.contains("systemctl start pcscd") == true)
        }
    }
}
