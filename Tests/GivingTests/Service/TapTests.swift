import DatabaseKit
import Foundation
import InvocationRouter
import MoneyKit
import MoneyTestSupport
import PaymentCore
import SimulationKit
import Synchronization
import TestSupport
import Testing
import TimeKit

@testable import Giving

/// Stored taps.
@Suite struct TapTests {
    @Test("stores the URL as it arrived, and its contents")
    func url() async throws {
        let url = "https://appclip.tap.giving/Grace?f=12&r=0&note=4242"
        let tap = try await Self.kept(url)
        #expect(tap.url == url && tap.fund == "12")
        #expect(tap.canonical == "https://appclip.tap.giving/Grace?f=12&r=0")
    }

    @Test(
        "stores only the place of a URL that may contain a card number",
        arguments: [
            ("/Grace?f=12&r=0&n=4242424242424242", "/Grace"),
            ("/Grace?f=12&r=0&n=4242.4242.4242.4242", "/Grace"),
            ("/Grace?f=12&r=0&n=4242%204242%204242%204242", "/Grace"),
            ("/Grace?f=12&r=0&n=4242%204242%204242%204242%zz", "/Grace"),
            ("/Grace?f=12&r=0&n=4242%A04242%A04242%A04242", "/Grace"),
            ("/Grace?f=12&r=0#4242424242424242", "/Grace"), ("/Grace?r=0&t=4242424242424242", "/Grace"),
            ("/Grace?r=0&f=4242-4242-4242-4242", "/Grace"),
            ("/Grace?f=12&m=04E141124C2880x00002A&n=4242424242424242", "/Grace"),
            ("/4242424242424242?r=0", ""), ("/%34242424242424242", ""), ("/t/4242424242424242", ""),
        ])
    func cardNumber(target: String, place: String) async throws {
        let tap = try await Self.kept("https://appclip.tap.giving\(target)")
        #expect(tap.url == "https://appclip.tap.giving\(place)" && tap.organization == "Grace")
        #expect(tap.canonical == nil && tap.fund == nil)
        #expect(tap.uid == nil && tap.counter == nil && tap.evidence == nil && !tap.isFresh)
    }

    @Test("stores nothing of a URL whose host is a card number")
    func host() async throws {
        #expect(try await Self.kept("https://4242424242424242/Grace").url.isEmpty)
    }

    @Test(
        "S-6: stores at most 200 bytes, in whole characters, and whether the URL was longer",
        arguments: [("/Grace?r=0&n=", "\u{E9}", ""), ("/", "a", "?n=4242424242424242")])
    func length(start: String, filling: String, end: String) async throws {
        let url = "https://appclip.tap.giving" + start + String(repeating: filling, count: 9000) + end
        let tap = try await Self.kept(url)
        #expect((199...200).contains(tap.url.utf8.count) && url.hasPrefix(tap.url) && tap.isCut)
    }

    @Test("S-6: a URL of 200 bytes is stored whole; a longer one is read whole, but stored in part")
    func whole() async throws {
        let start = "https://appclip.tap.giving/Grace?x="
        let whole = start + String(repeating: "a", count: 200 - start.utf8.count)
        let tap = try await Self.kept(whole)
        #expect(tap.url == whole && !tap.isCut)
        let longer = try await Self.kept(whole + "&f=12&r=1&m=04E141124C2880x00002A")
        #expect(longer.url == whole && longer.isCut && longer.fund == "12" && longer.counter == 42)
        #expect(longer.canonical == "https://appclip.tap.giving/Grace?f=12&r=1")
        #expect(longer.uid == "04E141124C2880" && longer.evidence == "mirror" && longer.isFresh)
    }

    @Test(
        "S-6: a tap is restored from few columns, without a document",
        arguments: [
            ("https://appclip.tap.giving/Grace?f=12&r=0", "https://appclip.tap.giving/Grace?f=12&r=0"),
            ("https://appclip.tap.giving/Grace", "https://appclip.tap.giving/Grace?r=0"),
            ("https://appclip.tap.giving/%67race/?r=0#a", "https://appclip.tap.giving/grace?r=0"),
            ("https://appclip.tap.giving/%47%7", "https://appclip.tap.giving/Grace?r=0"),
            ("HTTPS://appclip.tap.giving/grace?x=é", "https://appclip.tap.giving/grace?r=0"),
            ("https://give.example.org/Grace?r=1", "https://give.example.org/Grace?r=1"),
            ("https://appclip.tap.giving", nil), ("", nil),
        ] as [(String, String?)])
    func restored(url: String, canonical: String?) throws {
        var tap = Tap(
            id: "tap_1npwp4000000000000zz", url: url, canonical: canonical,
            organization: "Grace", uid: "04E141124C2880", counter: 0xFF_FFFF, evidence: "mirror",
            isFresh: true, source: .tag, created: Timestamp(seconds: 0))
        tap.created = try #require(Identifiers.time(of: tap.id))
        let stored = try StoredTap(tap)
        #expect(stored.body == nil)
        #expect(try stored.tap(id: tap.id) == tap)
    }

    @Test("S-6: a tap is stored without a document, even if a second ends while it is recorded")
    func secondEnds() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let readings = Mutex(world.clock.now.seconds)
        let clock = WallClock {
            Timestamp(
                seconds: readings.withLock {
                    $0 += 1
                    return $0
                })
        }
        let giving = GivingService(
            payments: world.giving.payments, clock: clock,
            ids: Identifiers(clock: clock, random: { 7 }), processing: .standard)
        let tap = try await giving.record(
            tap: "https://appclip.tap.giving/Grace?r=0", nil, organization: "Grace", source: .link)
        #expect(try StoredTap(tap).body == nil)
    }

    @Test(
        "a tap that the columns cannot express is stored as a document",
        arguments: [("04E1", 42), ("04E141124C2880", 1 << 24), ("04e141124c2880", 42)])
    func document(uid: String, counter: Int) throws {
        let id = "tap_1npwp4000000000000zz"
        let tap = Tap(
            id: id, url: "/", isCut: true, organization: "Grace", uid: uid, counter: counter,
            evidence: "mirror", isFresh: true, source: .tag,
            created: try #require(Identifiers.time(of: id)))
        let stored = try StoredTap(tap)
        #expect(stored.body != nil)
        #expect(try stored.tap(id: nil) == tap)
    }

    @Test("S-6: a path that was cut names the organization as its directory does")
    func cutPath() async throws {
        let name = String(repeating: "%67", count: 64)
        let tap = try await Self.kept("https://appclip.tap.giving/\(name)?f=12")
        #expect(tap.isCut && tap.canonical == "https://appclip.tap.giving/Grace?f=12&r=0")
    }

    @Test("a tap is read as it was saved", arguments: Tap.Source.allCases)
    func saved(source: Tap.Source) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let clock = WallClock { Timestamp(seconds: 1_769_871_600) }
        let id = Identifiers(clock: clock, random: { 7 }).make("tap")
        var tap = Tap(
            id: id, url: "https://appclip.tap.giving/grace?f=12", isCut: true,
            canonical: "https://appclip.tap.giving/grace?f=12&r=0", organization: "Grace", fund: "12",
            uid: "04E141124C2880", counter: 42, evidence: "mirror", isFresh: true, source: source,
            created: clock.now())
        var taps = [tap]
        (tap.id, tap.created) = ("tap_x", Timestamp(seconds: 5))
        (tap.canonical, tap.isCut, tap.isFresh) = (nil, false, false)
        taps.append(tap)
        for tap in taps {
            try await world.file.write { try $0.save(tap) }
            #expect(try await world.file.read { try $0.tap(tap.id) } == tap)
        }
    }

    @Test("taps that are saved together are read as they were, newest first")
    func together() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let taps = (1...40).map { number in
            world.giving.newTap(
                "https://appclip.tap.giving/Grace?f=\(12 + number % 2)&n=\(number)", nil,
                organization: "Grace", source: number % 3 == 0 ? .tag : .link)
        }
        try await world.file.write { transaction in
            try transaction.save(Array(taps.prefix(7)))
            try transaction.save(Array(taps.dropFirst(7)))
        }
        let found = try await world.file.read { try $0.taps(organization: "Grace", after: nil, limit: 50) }
        #expect(found == taps.reversed())
    }

    @Test("S-6: a tap that was stored before URLs were truncated is read unchanged", .sqlite)
    func earlier() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "taps-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "tapctl.sqlite").path
        let url = "https://appclip.tap.giving/Grace?x=" + String(repeating: "a", count: 8_000)
        let taps = ["tap_1npwp4000000000000zz", "tap_1npwp4000000000000zy", "tap_1"].map { id in
            Tap(
                id: id, url: url, canonical: "https://appclip.tap.giving/Grace?r=0", organization: "Grace",
                isFresh: false, source: .code, created: Identifiers.time(of: id) ?? Timestamp(seconds: 7))
        }
        let before = try DatabaseFile.open(
            at: path, migrations: GivingMigrations.all.filter { !["gifts.6", "gifts.7"].contains($0.name) })
        try await before.write { transaction in
            for tap in taps {
                try transaction.run(
                    "INSERT INTO tap (id, organization, body) VALUES (?, ?, ?)",
                    [tap.id, tap.organization, try transaction.document(tap)])
            }
        }
        try before.close()

        let file = try DatabaseFile.open(at: path, migrations: GivingMigrations.all)
        try await file.read { transaction in
            for tap in taps {
                let found = try transaction.tap(tap.id)
                #expect(found == tap)
            }
            for organization in ["Grace", nil] {
                #expect(try transaction.taps(organization: organization, after: nil, limit: 9) == taps)
                #expect(
                    try transaction.taps(organization: organization, after: taps[0].id, limit: 1) == [taps[1]]
                )
            }
            let second = taps[0].created
            #expect(
                try transaction.tapCount(ofOrganization: "Grace", in: second..<second.adding(seconds: 1)) == 2
            )
            #expect(try transaction.oldTaps(before: .latest, after: nil, limit: 9).ids.count == 2)
        }
        try file.close()
    }

    private static func kept(_ url: String) async throws -> Tap {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let made = try await world.giving.record(
            tap: url, try? Invocation.parse(url, profile: .tap), organization: "Grace", source: .link)
        return try #require(try await world.file.read { try $0.tap(made.id) })
    }
}
