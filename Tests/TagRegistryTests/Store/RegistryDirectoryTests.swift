import InvocationRouter
import TagRegistry
import Testing

@Suite struct RegistryDirectoryTests {
    @Test("a managed tag leads to its last destination, and nowhere after it is revoked")
    func managed() async throws {
        let file = try RegistryFile()
        let directory = RegistryDirectory(file.database)
        func aim(_ fund: String) -> ManagedDestination.Aim {
            ManagedDestination.Aim(
                url: "https://appclip.tap.giving/Grace?f=\(fund)&r=0", org: "Grace", fund: fund, since: noon)
        }
        var destination = ManagedDestination(id: "k3x9", aim: aim("12"))
        destination.aims.append(aim("13"))
        try await file.write { [destination] in try $0.save(destination) }
        let tag = try #require(try await directory.tag(id: "k3x9"))
        #expect(tag.fund == "13")
        #expect(try Route.invocation(of: tag, id: "k3x9").fund == "13")
        #expect(try await directory.tag(id: "K3X9") == nil)

        destination.state = .revoked
        try await file.write { [destination] in try $0.save(destination) }
        #expect(try await directory.tag(id: "k3x9")?.state == .revoked)
    }

    @Test("a chip is known by its UID while it has a place, with the greatest counter seen")
    func byUID() async throws {
        let file = try await RegistryFile.withBatch(rows: 1)
        let directory = RegistryDirectory(file.database)
        #expect(try await directory.tag(uid: [0x04, 0xAA]) == nil)
        try await file.write { transaction in
            try transaction.begin(("04AA", "NTAG213"), for: .main(1), at: noon)
            try transaction.finish(WrittenTag(uid: "04AA", readBackHash: ""), at: noon)
            try transaction.record(
                SeenTap(id: "tap_1", uid: "04AA", evidence: .mirror, counter: 7, time: noon))
        }
        let tag = try #require(try await directory.tag(uid: [0x04, 0xAA]))
        #expect(tag.org == "Grace")
        #expect(tag.fund == "12")
        #expect(tag.uid == [0x04, 0xAA])
        #expect(tag.highestCounter == 7)
        #expect(tag.state == .active)

        try await file.write { try $0.replace(.main(1), at: noon) }
        #expect(try await directory.tag(uid: [0x04, 0xAA])?.state == .revoked)
    }

    @Test("a tag id in a giving URL is known by its row")
    func byTagID() async throws {
        let file = try await RegistryFile.withBatch(rows: 1)
        try await file.write { transaction in
            var row = BatchRow.sample(2)
            row.tagID = "k3x9"
            try transaction.save(row)
        }
        let tag = try await RegistryDirectory(file.database).tag(id: "k3x9")
        #expect(tag?.org == "Grace")
        #expect(tag?.uid == nil)
    }
}
