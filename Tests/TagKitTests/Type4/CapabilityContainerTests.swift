@testable import TagKit
import TestSupport
import Testing

@Suite("Type 4 capability containers")
struct CapabilityContainerTests {
    private static let whole = hex("00 11 30 01 00 00 FF 06 08 E1 04 00 02 00 00 00 FF")

    @Test("of version 3.0 name a file with 4 bytes of length")
    func extended() throws {
        let container = try CapabilityContainer(parsing: Self.whole)
        #expect(
            container
                == CapabilityContainer(
                    mappingVersion: 0x30, maxReadBytes: 256, maxWriteBytes: 255, fileID: 0xE104,
                    fileBytes: 131_072, readAccess: 0x00, writeAccess: 0xFF, lengthField: .extended))
        #expect(container.capacityBytes == 131_068)
    }

    @Test("cut anywhere are refused")
    func prefixes() {
        for count in 0..<Self.whole.count {
            #expect(throws: NDEFError.self) { try CapabilityContainer(parsing: Array(Self.whole[..<count])) }
        }
    }

    @Test("with any byte of any value are read or refused")
    func bytes() {
        for index in Self.whole.indices {
            for value in UInt8.min...UInt8.max {
                var bytes = Self.whole
                bytes[index] = value
                #expect(tlvProblem(bytes) == nil)
            }
        }
    }

    @Test("with a file smaller than its length field have no room")
    func tiny() throws {
        let container = try CapabilityContainer(parsing: hex("00 0F 20 00 3B 00 34 04 06 E1 04 00 01 00 00"))
        #expect(container.capacityBytes == 0)
    }
}
