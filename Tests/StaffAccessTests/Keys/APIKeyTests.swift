import DatabaseKit
import Foundation
import SimulationKit
import TestSupport
import Testing
import TimeKit

@testable import StaffAccess

/// The keys of programs that use the API.
@Suite struct APIKeyTests {
    @Test("a secret is accepted until its key is removed")
    func lifeOfAKey() async throws {
        try await StaffBench.with { bench in
            let (key, secret) = try await bench.keys.add("website", .treasurer, organizations: ["Grace"])
            #expect(key.organizations == ["Grace"] && key.role == .treasurer && key.lastUsed == nil)
            let shown = try #require(APIKeySecret(secret.text))
            #expect(try await bench.keys.key(of: shown)?.name == "website")
            var letters = Array(secret.text)
            letters[20] = letters[20] == "A" ? "B" : "A"
            let other = try #require(APIKeySecret(String(letters)))
            #expect(try await bench.keys.key(of: other) == nil)
            #expect(try await bench.keys.remove("website").id == key.id)
            #expect(try await bench.keys.key(of: shown) == nil)
        }
    }

    @Test("the stored key does not reveal the secret", .sqlite)
    func keptAsHash() async throws {
        try await StaffBench.with { bench in
            let (_, secret) = try await bench.keys.add("website", .owner, organizations: ["Grace"])
            let folder = URL(filePath: bench.store.sqlite.path).deletingLastPathComponent()
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                let bytes = try Data(contentsOf: folder.appending(path: name))
                #expect(bytes.firstRange(of: Data(secret.text.utf8)) == nil, "\(name)")
                let random = secret.text.dropFirst(APIKeySecret.mark.count)
                #expect(bytes.firstRange(of: Data(random.utf8)) == nil, "\(name)")
            }
        }
    }

    @Test("the last use is recorded as a day, also on later days")
    func lastUse() async throws {
        try await StaffBench.with { bench in
            let (_, secret) = try await bench.keys.add("website", .owner, organizations: ["Grace"])
            #expect(try await bench.keys.keys().first?.lastUsed == nil)
            var days: Set<Timestamp> = []
            for _ in 0..<4 {
                _ = try await bench.keys.key(of: secret)
                let noted = try #require(try await bench.keys.keys().first?.lastUsed)
                #expect(noted == bench.clock.now.date.startOfDay)
                days.insert(noted)
                bench.clock.advance(seconds: 43_200)
            }
            #expect(days.count == 3)
        }
    }

    @Test("a secret has 43 random characters, and any other text is refused")
    func secrets() {
        var generator = SeededGenerator(seed: 3)
        let (one, two) = (
            APIKeySecret(random: { generator.next() }), APIKeySecret(random: { generator.next() })
        )
        #expect(one != two && one.hash != two.hash && one.text.count == "tapk_test_".count + 43)
        for text in ["", "tapk_test_", one.text + "a", String(one.text.dropFirst()), "sk_test_" + one.text] {
            #expect(APIKeySecret(text) == nil, "\(text)")
        }
    }

    @Test("a key takes each further organization once, up to 50; a removed key takes none")
    func scope() async throws {
        try await StaffBench.with { bench in
            let (key, secret) = try await bench.keys.add("website", .owner, organizations: ["Grace"])
            let widen = { @Sendable (organization: String) in
                try await bench.file.write { try $0.widenAPIKey(key.id, by: organization) }
            }
            for _ in 0..<2 { #expect(try await widen("Hope")?.organizations == ["Grace", "Hope"]) }
            #expect(try await bench.keys.key(of: secret)?.organizations == ["Grace", "Hope"])
            for number in 3...50 { _ = try await widen("Org\(number)") }
            let error = await #expect(throws: StaffError.self) { try await widen("Org51") }
            #expect(error?.code == .tooManyOrganizations)
            #expect(try await bench.keys.key(of: secret)?.organizations.count == 50)
            _ = try await bench.keys.remove("website")
            #expect(try await widen("Org52") == nil)
            #expect(try await bench.keys.keys().isEmpty)
        }
    }

    @Test(
        "refuses an invalid or used name, a key without organizations, and removing an unknown key",
        arguments: [
            ("", ["Grace"], StaffError.Code.invalidKeyName), ("two words", ["Grace"], .invalidKeyName),
            (String(repeating: "a", count: 65), ["Grace"], .invalidKeyName), ("other", [], .organizations),
            ("website", ["Grace"], .keyTaken),
        ])
    func refusals(name: String, organizations: [String], code: StaffError.Code) async throws {
        try await StaffBench.with { bench in
            _ = try await bench.keys.add("website", .owner, organizations: ["Grace"])
            let error = await #expect(throws: StaffError.self) {
                try await bench.keys.add(name, .owner, organizations: organizations)
            }
            #expect(error?.code == code)
            let missing = await #expect(throws: StaffError.self) { try await bench.keys.remove("nobody") }
            #expect(missing?.code == .keyNotFound)
        }
    }
}
