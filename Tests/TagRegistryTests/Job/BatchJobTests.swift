import InvocationRouter
import TagRegistry
import Testing
import TextKit

@Suite struct BatchJobTests {
    static let grace = DirectoryOrganization(
        id: "Grace", displayName: "Grace", aliases: ["gnade"], defaultFund: "1",
        funds: [
            DirectoryFund(id: "1", name: "General"), DirectoryFund(id: "2", name: "Roof", isOpen: false),
            DirectoryFund(id: "3", name: "Once", offersMonthly: false),
        ])
    static let closed = DirectoryOrganization(id: "Shut", displayName: "Shut", status: .closed, funds: [])
    static let directory = BatchDirectory(["grace": grace, "Grace": grace, "Shut": closed], isEmpty: false)
    static let ntag213 = ChipRoom(
        product: "NTAG213", areaBytes: 144, layout: .type2(controlTLVBytes: 5))
    static let ntag215 = ChipRoom(product: "NTAG215", areaBytes: 496, layout: .type2())

    /// A checked job for the table in `text`.
    static func plan(
        _ text: String, batch: Batch = Batch(name: "Main", created: noon), countsSeats: Bool = false,
        common: BatchJob.Row = BatchJob.Row(seat: ""), rooms: [ChipRoom] = [ntag213, ntag215],
        takesAnyRoom: Bool = true, directory: BatchDirectory = directory
    ) throws -> BatchPlan {
        let table = BatchTable(try CSVTable(Array(text.utf8)))
        guard table.problems.isEmpty else { throw BatchRefusal(problems: table.problems, rows: 0) }
        var job = BatchJob(batch: batch, rows: table.rows, countsSeats: countsSeats)
        job.fill(from: common)
        var id = 0
        return try job.checked(
            in: directory, rooms: rooms, takesAnyRoom: takesAnyRoom, hosts: .standard, at: noon
        ) {
            id += 1
            return "id\(id)"
        }
    }

    /// The problems of a table, with lines and codes.
    static func refused(_ text: String, _ change: (inout Batch) -> Void = { _ in }) -> [String] {
        var batch = Batch(name: "Main", created: noon)
        change(&batch)
        do {
            _ = try plan(text, batch: batch)
            return []
        } catch let refusal as BatchRefusal {
            return refusal.problems.map { "\($0.line.map(String.init) ?? "-") \($0.code.rawValue)" }
        } catch {
            return ["\(error)"]
        }
    }

    @Test("makes rows from a table with its columns in any order")
    func columns() throws {
        let plan = try Self.plan(
            "Monthly;Fund;Church;Campus;Seat;Notes\nyes;;grace;North;A1;by the door\n;3;Grace;;A2;\n")
        #expect(plan.rows.map(\.seat) == ["A1", "A2"])
        #expect(
            plan.rows.map(\.url) == [
                "https://appclip.tap.giving/Grace?r=1", "https://appclip.tap.giving/Grace?f=3&r=0",
            ])
        #expect(plan.rows.map(\.campus) == ["North", nil])
        #expect(plan.rows.map(\.org) == ["Grace", "Grace"])
        #expect(plan.batch.products == ["NTAG213", "NTAG215"])
        #expect(plan.notes.isEmpty)
    }

    @Test("values that a row omits come from the command line")
    func common() throws {
        let plan = try Self.plan(
            "seat,fund,url\nA1,,\nA2,3,\nA3,,https://church.example/give\n",
            common: BatchJob.Row(seat: "", campus: "North", org: "Grace", fund: "1"))
        #expect(
            plan.rows.map(\.url) == [
                "https://appclip.tap.giving/Grace?f=1&r=0", "https://appclip.tap.giving/Grace?f=3&r=0",
                "https://church.example/give",
            ])
        #expect(plan.rows.map(\.campus) == ["North", "North", "North"])
    }

    @Test("reports all mistakes at once, by line")
    func allProblems() {
        let table = """
            seat,org,fund,recurring,url
            A1,Grace,9,,
            A2,Nobody,,,
            a1,Grace,,,
            ,Grace,,,
            A5,Grace,2,,
            A6,Grace,3,yes,
            A7,Shut,,,
            A8,,,,
            A9,Grace,,,https://church.example
            B1,,,,http://church.example
            B2,,,,https://appclip.tap.giving.evil.example/Grace
            B3,,,,https://appclip.tap.giving/Grace?F=1
            B4,,,,https://appclip.tap.giving/Grace?r=0&m=04E141124C2880x00002A
            B5,,,,https://appclip.tap.giving/Nobody
            """
        #expect(
            Self.refused(table) == [
                "2 unknownFund", "3 unknownOrganization", "4 doubledSeat", "5 noSeat", "6 fundClosed",
                "7 recurringNotOffered", "8 organizationInactive", "9 noDestination", "10 twoDestinations",
                "11 insecureURL", "12 invalidURL", "13 invalidURL", "14 holdsEvidence",
                "15 unknownOrganization",
            ])
    }

    @Test(
        "refuses a table that it does not understand",
        arguments: [
            ("place name,org\nA1,Grace", ["1 unknownColumn", "1 noSeatColumn"]),
            ("org\nGrace", ["1 noSeatColumn"]), ("seat,org,fnud\nA1,Grace,3", ["1 unknownColumn"]),
            ("seat,seat\nA1,A2", ["1 doubledColumn"]),
            (
                "seat,org,recurring\nA1,Grace,maybe\nA2,Grace,perhaps",
                ["2 malformedRecurring", "3 malformedRecurring"]
            ),
            ("seat,org\nA1,Grace,12", ["2 notATable"]), ("seat,org\n", ["- noRows"]),
        ])
    func notUnderstood(text: String, problems: [String]) { #expect(Self.refused(text) == problems) }

    @Test(
        "refuses names that cannot be shown",
        arguments: ["", "a/b", String(repeating: "x", count: 65), "a\u{202E}b"])
    func names(name: String) {
        #expect(Self.refused("seat,org\nA1,Grace") { $0.name = name } == ["- invalidName"])
    }

    @Test("a URL that is too long for some chips allows the others")
    func narrows() throws {
        let long = "https://church.example/" + String(repeating: "x", count: 150)
        let plan = try Self.plan("seat,url\nA1,\(long)\nA2,https://church.example")
        #expect(plan.batch.products == ["NTAG215"])
        #expect(plan.notes.count == 1)
    }

    @Test("a URL that is too long for a requested chip is refused by line")
    func tooLong() throws {
        let long = "https://church.example/" + String(repeating: "x", count: 150)
        let refusal = #expect(throws: BatchRefusal.self) {
            try Self.plan(
                "seat,url\nA1,https://church.example\nA2,\(long)", rooms: [Self.ntag213], takesAnyRoom: false)
        }
        #expect(refusal?.problems.map(\.code) == [.doesNotFit])
        #expect(refusal?.problems.first?.line == 3)
    }

    @Test("a mirror and a seat's id follow the canonical form, in this order")
    func mirrorAndID() throws {
        let batch = Batch(name: "Main", mirror: .counter, created: noon)
        let plan = try Self.plan("seat,org\nA1,Grace", batch: batch, countsSeats: true)
        #expect(
            plan.rows.map(\.url) == [
                "https://appclip.tap.giving/Grace?r=0&t=id1&m=00000000000000x000000"
            ])
        #expect(plan.rows.map(\.tagID) == ["id1"])
        #expect(
            Self.refused("seat,url\nA1,https://church.example") { $0.mirror = .counter } == ["2 noMirror"])
    }

    @Test(
        "refuses a chip that cannot have the protection or the mirror, before any tag is written",
        arguments: [
            ("NTAG 424 DNA", TagProtection.permanent, MirrorChoice.none, ["noProtection"]),
            ("NTAG 424 DNA", .password, .none, ["noProtection"]),
            ("NTAG 424 DNA", .permanent, .counter, ["noProtection", "noMirror"]),
            ("NTAG203", .password, .none, ["noProtection"]),
            ("MIFARE Ultralight", .password, .none, ["noProtection"]),
            ("MIFARE Ultralight C", .password, .none, ["noProtection"]),
            ("NTAG212", .permanent, .counter, ["noMirror"]), ("NTAG212", .password, .counter, ["noMirror"]),
            ("NTAG203", .permanent, .counter, ["noMirror"]),
            ("NTAG 424 DNA", .none, .none, []), ("NTAG203", .permanent, .none, []),
            ("MIFARE Ultralight C", .permanent, .none, []), ("NTAG212", .password, .none, []),
            ("NTAG213", .password, .counter, []), ("NTAG216", .permanent, .counter, []),
        ] as [(String, TagProtection, MirrorChoice, [String])])
    func impossible(
        product: String, protection: TagProtection, mirror: MirrorChoice, codes: [String]
    ) throws {
        let batch = Batch(name: "Main", protection: protection, mirror: mirror, created: noon)
        let room = ChipRoom(product: product, areaBytes: 144, layout: .type2())
        var problems: [BatchProblem] = []
        do {
            _ = try Self.plan("seat,org\nA1,Grace", batch: batch, rooms: [room], takesAnyRoom: false)
        } catch let refusal as BatchRefusal {
            problems = refusal.problems
        }
        #expect(problems.map(\.code.rawValue) == codes)
        #expect(
            problems.allSatisfy {
                $0.words.hasPrefix(product) && $0.words.contains("accept only NTAG213, 215 or 216")
            })
    }

    @Test("managed tags contain an id, and open the destination of their row, on any host")
    func managed() throws {
        let batch = Batch(name: "Main", isManaged: true, created: noon)
        let plan = try Self.plan("seat,org,url\nA1,Grace,\nA2,,https://church.example", batch: batch)
        #expect(
            plan.rows.map(\.url) == [
                "https://appclip.tap.giving/t/id1", "https://appclip.tap.giving/t/id2",
            ])
        #expect(
            plan.destinations.map(\.aim?.url) == [
                "https://appclip.tap.giving/Grace?r=0", "https://church.example",
            ])
        #expect(plan.destinations.map(\.place) == [.main(1), .main(2)])
        let both = Self.refused("seat,org\nA1,Grace") { ($0.isManaged, $0.mirror) = (true, .counter) }
        #expect(both == ["- noMirror"])
    }

    @Test("without any organization a whole URL of ours is taken, with a note")
    func noDirectory() throws {
        let plan = try Self.plan(
            "seat,url\nA1,https://APPCLIP.tap.giving/Grace?r=0",
            directory: BatchDirectory([:], isEmpty: true))
        #expect(plan.rows.map(\.url) == ["https://appclip.tap.giving/Grace?r=0"])
        #expect(plan.rows.map(\.org) == ["Grace"])
        #expect(plan.notes.count == 1)
    }

    @Test("refuses by line a URL with a piece that was probably meant as a fund or a flag (T-5)")
    func unclearURLs() throws {
        let table = """
            seat,url
            A1,https://appclip.tap.giving/Grace?f=3&amp;r=1
            A2,https://appclip.tap.giving/Grace?fund=3
            A3,https://appclip.tap.giving/Grace?f=3&r=0
            A4,https://appclip.tap.giving/Grace?f=3#r=1
            A5,https://appclip.tap.giving/Grace?f=3;r=1
            A6,https://appclip.tap.giving/Grace?f=3&v=1
            """
        let expected = ["2 unclearURL", "3 unclearURL", "5 unclearURL", "6 unclearURL", "7 unclearURL"]
        #expect(Self.refused(table) == expected)
        for directory in [Self.directory, BatchDirectory([:], isEmpty: true)] {
            let refusal = #expect(throws: BatchRefusal.self) { try Self.plan(table, directory: directory) }
            let words = try #require(refusal?.problems.first?.words)
            #expect(words.hasSuffix("the URL should probably be https://appclip.tap.giving/Grace?f=3&r=1"))
        }
    }

    @Test("lists each changed piece of a planned URL by its line (T-5)")
    func rewritten() throws {
        let table = """
            seat,url
            A1,https://appclip.tap.giving/grace?f=1&r=1&utm_source=mail
            A2,https://appclip.tap.giving/Grace?f=1&r=1
            A3,HTTPS://Church.Example/Give
            """
        let plan = try Self.plan(table)
        #expect(plan.rows.map(\.url)[0] == "https://appclip.tap.giving/Grace?f=1&r=1")
        #expect(plan.rows.map(\.url)[2] == "https://church.example/Give")
        #expect(plan.rewritten.map(\.line) == [2, 4] && plan.rewritten.map(\.seat) == ["A1", "A3"])
        #expect(plan.rewritten[0].changes.map(\.from) == ["grace", "utm_source=mail"])
        #expect(plan.rewritten[1].changes.map(\.from) == ["HTTPS", "Church.Example"])
        let alone = try Self.plan(table, directory: BatchDirectory([:], isEmpty: true))
        #expect(alone.rewritten.map(\.line) == [2, 4])
        #expect(alone.rewritten[0].changes.map(\.from) == ["utm_source=mail"])
    }

    @Test(
        "names the one flaw of a seat, and prints no invisible character (low finding)",
        arguments: [
            (
                "A\u{200B}1",
                "the seat's name has an invisible character at character 2: U+200B ZERO WIDTH SPACE"
            ),
            (
                "A\u{202E}1",
                "the seat's name has a bidirectional control at character 2: U+202E RIGHT-TO-LEFT OVERRIDE"
            ),
            ("\"A\n1\"", "the seat's name has a line break at character 2: U+000A"),
            ("\"A\r\n1\"", "the seat's name has a line break at character 2: U+000D"),
            ("A\u{2028}1", "the seat's name has a line break at character 2: U+2028 LINE SEPARATOR"),
            ("A\u{1B}[31m1", "the seat's name has a control character at character 2: U+001B"),
            ("A\u{AD}1", "the seat's name has an invisible character at character 2: U+00AD SOFT HYPHEN"),
            (String(repeating: "x", count: 65), "the seat's name has 65 characters; the maximum is 64"),
        ])
    func seatFlaws(seat: String, words: String) throws {
        let refusal = #expect(throws: BatchRefusal.self) { try Self.plan("seat,org\n\(seat),Grace") }
        let problem = try #require(refusal?.problems.first)
        #expect(problem.code == .invalidSeat && problem.words == words)
        let shown = try #require(problem.shownSeat)
        #expect(shown == shown.escapedForDisplay() && !shown.contains("\n") && shown.count < 80)
    }

    @Test("escapes every other cell of a table that a message repeats")
    func escapedCells() throws {
        let table = "seat,org,fund\nA1,Gr\u{202E}ace,\nA2,Grace,\"1\n2\"\n"
        let refusal = #expect(throws: BatchRefusal.self) { try Self.plan(table) }
        let words = try #require(refusal).problems.map(\.words)
        #expect(words.count == 2 && words.allSatisfy { $0 == $0.escapedForDisplay() })
    }

    @Test("a plan is stored completely, and only once")
    func kept() async throws {
        let file = try RegistryFile()
        let plan = try Self.plan(
            "seat,org\nA1,Grace\nA2,Grace", batch: Batch(name: "Main", isManaged: true, created: noon))
        try await file.write { try $0.keep(plan) }
        let (rows, tag) = try await file.write {
            (try $0.allRows(of: "Main"), try $0.directoryTag(id: "id2"))
        }
        #expect(rows == plan.rows)
        #expect(tag?.org == "Grace")
        await #expect(throws: RegistryError(.batchExists, "Main")) {
            try await file.write { try $0.keep(plan) }
        }
    }

    @Test("a name is new within an organization, and an organization finds only batches with its seats by it")
    func namesOfOrganizations() async throws {
        let file = try RegistryFile()
        let grace = try Self.plan(
            "seat,org\nA1,Grace", batch: Batch(name: "Main", isManaged: true, created: noon))
        let own = grace.planned(by: "Grace")
        #expect(own.batch.name == "Grace/Main" && own.batch.organization == "Grace")
        #expect(own.rows.map(\.batch) == ["Grace/Main"])
        #expect(own.destinations.map { $0.place?.batch } == ["Grace/Main"])
        #expect(own.batch.shownToOrganization == grace.batch && grace.batch.organization == nil)
        try await file.write { try $0.keep(own) }
        // The operator cannot plan a second batch that Grace would see as Main; no one else is affected.
        await #expect(throws: RegistryError(.batchExists, "Grace/Main")) {
            try await file.write { try $0.keep(grace) }
        }
        await #expect(throws: RegistryError(.batchExists, "Main")) {
            try await file.write { try $0.keep(own) }
        }
        try await file.write { transaction in
            try transaction.save(Batch(name: "Main", created: noon))
            try transaction.save(
                BatchRow(
                    batch: "Main", number: 1, seat: "B1", org: "Hope", url: "https://appclip.tap.giving/Hope",
                    changed: noon))
            for (organization, name, found) in [
                ("Grace", "main", "Grace/Main"), ("GRACE", "Main", "Grace/Main"), ("Hope", "Main", "Main"),
                ("Other", "Main", nil), ("Hope", "Grace/Main", nil), ("Grace", "Grace/Main", nil),
            ] as [(String, String, String?)] {
                #expect(
                    try transaction.batch(name, of: organization)?.name == found, "\(organization) \(name)")
            }
            #expect(try transaction.batches(of: "Grace", after: nil, limit: 9).map(\.name) == ["Grace/Main"])
            #expect(try transaction.batches(of: "Hope", after: nil, limit: 9).map(\.name) == ["Main"])
            #expect(try transaction.batches(of: "Hope", after: "Main", limit: 9).isEmpty)
        }
    }

    @Test("a batch is removed before its first tag, and its managed ids are never used again")
    func removed() async throws {
        let file = try RegistryFile()
        let plan = try Self.plan(
            "seat,org\nA1,Grace", batch: Batch(name: "Main", isManaged: true, created: noon))
        try await file.write { transaction in
            try transaction.keep(plan)
            try transaction.remove(plan.batch)
        }
        let (batch, tag) = try await file.write { (try $0.batch("Main"), try $0.directoryTag(id: "id1")) }
        #expect(batch == nil)
        #expect(tag?.state == .revoked)
        await #expect(throws: RegistryError(.batchInUse, "Main")) {
            try await file.write { transaction in
                try transaction.keep(BatchPlan.sample)
                try transaction.begin(("04AA", "NTAG213"), for: .main(1), at: noon)
                try transaction.remove(Batch(name: "Main", created: noon))
            }
        }
    }
}

extension BatchPlan {
    fileprivate static var sample: BatchPlan {
        get throws { try BatchJobTests.plan("seat,org\nA1,Grace") }
    }
}
