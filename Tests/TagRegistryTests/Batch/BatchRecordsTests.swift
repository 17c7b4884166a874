import TagRegistry
import Testing

@Suite struct BatchRecordsTests {
    @Test("keeps a batch, found in any ASCII case and listed by name")
    func batches() async throws {
        let file = try RegistryFile()
        let (found, names) = try await file.write { transaction in
            for name in ["lobby", "Main hall", "Annex"] {
                try transaction.save(Batch(name: name, created: noon))
            }
            let names = try transaction.batches(after: nil, limit: 10).map(\.name)
            return (
                try transaction.batch("MAIN HALL"),
                names + (try transaction.batches(after: "Annex", limit: 1)).map(\.name)
            )
        }
        #expect(found?.name == "Main hall")
        #expect(names == ["Annex", "lobby", "Main hall", "lobby"])
    }

    @Test("keeps every field of a row")
    func rowIsWhole() async throws {
        let file = try await RegistryFile.withBatch(rows: 1)
        var row = BatchRow.sample(2)
        row.campus = "North"
        row.recurring = true
        row.tagID = "k3x9"
        row.state = .verified
        row.uid = "04AA"
        row.failure = BatchFailure("tagLost", "the tag was pulled away")
        let kept = row
        let (byNumber, byUID, byID, bySeat) = try await file.write { transaction in
            try transaction.save(kept)
            return (
                try transaction.row(2, of: "main"), try transaction.row(uid: "04AA"),
                try transaction.row(tagID: "k3x9"),
                try transaction.rows(seat: "a2", of: nil, limit: 5)
            )
        }
        #expect(byNumber == kept)
        #expect(byUID == kept)
        #expect(byID == kept)
        #expect(bySeat == [kept])
    }

    @Test("refuses a seat twice in one batch, in any case, and takes it in another")
    func seatsAreUnique() async throws {
        let file = try await RegistryFile.withBatch(rows: 2)
        await #expect(throws: RegistryError(.doubledPlace, "a1")) {
            try await file.write { transaction in
                var row = BatchRow.sample(3)
                row.seat = "a1"
                try transaction.save(row)
            }
        }
        let seats = try await file.write { transaction in
            try transaction.save(Batch(name: "Lobby", created: noon))
            try transaction.save(BatchRow.sample(1, of: "Lobby"))
            return try transaction.rows(seat: "A1", of: nil, limit: 5).map(\.batch)
        }
        #expect(seats == ["Lobby", "Main"])
    }

    @Test("refuses a tag in two rows")
    func tagIsInOneRow() async throws {
        let file = try await RegistryFile.withBatch(rows: 2)
        await #expect(throws: RegistryError.self) {
            try await file.write { transaction in
                for number in 1...2 {
                    var row = BatchRow.sample(number)
                    row.uid = "04AA"
                    try transaction.save(row)
                }
            }
        }
    }

    @Test("counts rows by state, and pages through them")
    func countsAndPages() async throws {
        let file = try await RegistryFile.withBatch(rows: 7)
        let (counts, open, all) = try await file.write { transaction in
            for (number, state) in [(2, BatchRow.State.verified), (4, .writing)] {
                var row = BatchRow.sample(number)
                row.state = state
                try transaction.save(row)
            }
            return (
                try transaction.counts(of: "Main"),
                try transaction.rows(of: "Main", state: .open, after: 1, limit: 3).map(\.number),
                try transaction.allRows(of: "Main").map(\.number)
            )
        }
        #expect(counts == BatchCounts(verified: 1, writing: 1, open: 5, setAside: 0))
        #expect(counts.rows == 7)
        #expect(open == [3, 5, 6])
        #expect(all == Array(1...7))
    }

    @Test("takes a batch away with its rows")
    func removes() async throws {
        let file = try await RegistryFile.withBatch(rows: 3)
        let left = try await file.write { transaction in
            try transaction.removeBatch("main")
            return (try transaction.batch("Main"), try transaction.allRows(of: "Main"))
        }
        #expect(left.0 == nil)
        #expect(left.1.isEmpty)
    }
}
