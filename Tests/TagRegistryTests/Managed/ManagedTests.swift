import InvocationRouter
import TagRegistry
import Testing
import TimeKit

@Suite struct ManagedTests {
    static func aim(_ url: String, _ minutes: Int64 = 0) -> ManagedDestination.Aim {
        ManagedDestination.Aim(url: url, since: noon.adding(seconds: minutes * 60))
    }

    /// A file with the managed tag `old` on row 1, whose tag is `04AA`.
    static func file() async throws -> RegistryFile {
        let file = try await RegistryFile.withBatch(rows: 2)
        try await file.write { transaction in
            var row = BatchRow.sample(1)
            (row.tagID, row.url) = ("old", "https://appclip.tap.giving/t/old")
            try transaction.save(row)
            try transaction.save(
                ManagedDestination(id: "old", aim: aim("https://a.example"), place: .main(1)))
            try transaction.begin(("04AA", "NTAG213"), for: .main(1), at: noon)
            try transaction.finish(WrittenTag(uid: "04AA", readBackHash: ""), at: noon)
        }
        return file
    }

    @Test("keeps its earlier destinations; the same destination again adds none")
    func aims() async throws {
        let file = try await Self.file()
        let managed = try await file.write { transaction in
            try transaction.aim("old", at: Self.aim("https://b.example", 1))
            return try transaction.aim("old", at: Self.aim("https://b.example", 2))
        }
        #expect(managed.aims.map(\.url) == ["https://a.example", "https://b.example"])
        #expect(managed.aims.last?.since == noon.adding(seconds: 60))
    }

    @Test("the row contains the current destination, and whether a monthly gift is offered first")
    func aimsRow() async throws {
        let file = try await Self.file()
        for recurring in [true, false] {
            let aim = ManagedDestination.Aim(
                url: "https://appclip.tap.giving/Grace?r=\(recurring ? 1 : 0)", org: "Grace", fund: "7",
                recurring: recurring, since: noon)
            _ = try await file.write { try $0.aim("old", at: aim) }
            let row = try await file.write { try $0.knownRow(.main(1)) }
            #expect(row.recurring == recurring)
            #expect(row.org == "Grace" && row.fund == "7")
        }
    }

    @Test("the list is in the order of the seats, whatever the ids are, and ends with tags without a seat")
    func bySeat() {
        let made = [("a", 10, "Main"), ("b", 2, "Main"), ("c", nil, ""), ("d", 3, "Lobby"), ("B", nil, "")]
        let list = made.map { id, row, batch in
            ManagedDestination(
                id: id, aim: Self.aim("https://a.example"),
                place: row.map { TagPlace(batch: batch, row: $0) })
        }
        #expect(list.bySeat().map(\.id) == ["d", "b", "a", "B", "c"])
    }

    @Test("a history that grows too long keeps its first and its last destinations")
    func longHistory() async throws {
        let file = try await Self.file()
        let managed = try await file.write { transaction in
            for number in 1...250 { try transaction.aim("old", at: Self.aim("https://b.example/\(number)")) }
            return try transaction.knownDestination("old")
        }
        #expect(managed.aims.count == ManagedDestination.mostAims)
        #expect(managed.aims.first?.url == "https://a.example")
        #expect(managed.aims.last?.url == "https://b.example/250")
    }

    @Test("a revoked tag has no destination, and gets no new one")
    func revoked() async throws {
        let file = try await Self.file()
        #expect(try await file.write { try $0.revoke("old").aim } == nil)
        await #expect(throws: RegistryError(.revoked, "old")) {
            try await file.write { try $0.aim("old", at: Self.aim("https://b.example")) }
        }
    }

    @Test("a lost tag's row waits for a tag with another id and the same destination")
    func replaced() async throws {
        let file = try await Self.file()
        let (other, lost, row, tag, problems) = try await file.write { transaction in
            let url = "https://appclip.tap.giving/t/new"
            let other = try transaction.replaceLost("old", by: "new", url: url, at: noon)
            return (
                other, try transaction.knownDestination("old"), try transaction.knownRow(.main(1)),
                try transaction.knownTag("04AA"), try problemsOfPlaces(transaction)
            )
        }
        #expect(other.aim?.url == "https://a.example")
        #expect(other.place == .main(1))
        #expect(lost.state == .revoked)
        #expect(lost.replacedBy == "new")
        #expect(row.state == .open)
        #expect(row.url == "https://appclip.tap.giving/t/new")
        #expect(row.tagID == "new")
        #expect(tag.state == .loose)
        #expect(problems.isEmpty)
    }

    @Test("a withdrawn id leaves its seat to no tag, until the seat gets another id; and that one only once")
    func replacedAfterRevoked() async throws {
        let file = try await Self.file()
        try await file.write { transaction in
            try transaction.save(Batch(name: "Main", isManaged: true, created: noon))
            try transaction.revoke("old")
            try transaction.replace(.main(1), at: noon)
            #expect(try transaction.nextRow(of: "Main", for: "04BB")?.number == 2)
            #expect(try transaction.withdrawnRows(of: "Main").map(\.number) == [1])
            let url = "https://appclip.tap.giving/t/new"
            let other = try transaction.replaceLost("old", by: "new", url: url, at: noon)
            #expect(other.aim?.url == "https://a.example")
            #expect(try transaction.nextRow(of: "Main", for: "04BB")?.tagID == "new")
            #expect(try transaction.withdrawnRows(of: "Main").isEmpty)
        }
        await #expect(throws: RegistryError(.revoked, "old")) {
            try await file.write { try $0.replaceLost("old", by: "third", url: "", at: noon) }
        }
    }

    @Test(
        "a tag that was begun for a seat whose id was withdrawn is not written; the seat is open, and not given away"
    )
    func begunForWithdrawn() async throws {
        let file = try await Self.file()
        var box = TagBox()
        try box.add()
        let uid = hexUID(TagBox.uid(0))
        try await file.write { transaction in
            try transaction.replace(.main(1), at: noon)
            try transaction.begin((uid, "NTAG213"), for: .main(1), at: noon)
            try transaction.revoke("old")
        }
        let results = try await BatchProgrammerTests.hold(&box, [0, 0], in: file)
        #expect(results.map(\.code) == ["revoked", nil])
        #expect(results.map(\.row?.number) == [1, 2])
        #expect(try await box.message(of: 0) == BatchRow.sample(2).message)
    }
}
