import DatabaseKit
import StaffAccess
import TestSupport
import Testing

/// Everything that is kept of those who sign in.
@Suite struct KeptDocumentTests {
    @Test("every kind of document is kept as Foundation keeps it, a password's octets too")
    func all() async throws {
        try await StaffBench.with { bench in
            _ = try await bench.desk.signIn(email: StaffBench.owner, password: StaffBench.password)
            try await bench.expect(.wrongPassword, of: StaffBench.owner, "wrong")
            _ = try await bench.keys.add("website", .treasurer, organizations: ["Grace"])
            try await bench.expectKept(StaffMember.self, in: "staff_member")
            try await bench.expectKept(StaffSession.self, in: "staff_session")
            try await bench.expectKept(SignInTries.self, in: "sign_in_tries")
            try await bench.expectKept(APIKey.self, in: "api_key")
        }
    }
}

extension StaffBench {
    /// Expects documents of a kind in a table, each of them as Foundation's coders would keep it.
    fileprivate func expectKept<Value: Codable & Sendable>(_ type: Value.Type, in table: String) async throws
    {
        let values = try await file.read { try $0.all(type, "SELECT body FROM \(table) LIMIT 1000") }
        #expect(!values.isEmpty, "\(table)")
        for value in values { #expect(try isKeptAsFoundationKeepsIt(value), "\(table)") }
    }
}
