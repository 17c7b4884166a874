import StaffAccess
import TestSupport
import Testing

/// All documents that are stored for staff accounts.
@Suite struct KeptDocumentTests {
    @Test("every kind of document is stored as Foundation writes it, also a password's bytes")
    func all() async throws {
        try await StaffBench.with { bench in
            _ = try await bench.service.signIn(email: StaffBench.owner, password: StaffBench.password)
            try await bench.expect(.wrongPassword, of: StaffBench.owner, "wrong")
            _ = try await bench.keys.add("website", .treasurer, organizations: ["Grace"])
            _ = try await bench.enroll()
            _ = try await bench.service.signIn(email: StaffBench.owner, password: StaffBench.password)
            try await bench.file.expectKept(StaffFactor.self, in: "staff_factor")
            try await bench.file.expectKept(PendingSignIn.self, in: "pending_sign_in")
            try await bench.service.askForPasswordLink(try #require(StaffAddress(StaffBench.owner)))
            #expect(try await bench.service.passwordMails().count == 1)
            try await bench.file.expectKept(PasswordLink.self, in: "password_link")
            _ = try await bench.invite("guest@example.org")
            try await bench.file.expectKept(StaffInvitation.self, in: "staff_invitation")
            try await bench.file.expectKept(StaffMember.self, in: "staff_member")
            try await bench.file.expectKept(StaffSession.self, in: "staff_session")
            try await bench.file.expectKept(SignInAttempts.self, in: "sign_in_tries")
            try await bench.file.expectKept(APIKey.self, in: "api_key")
        }
    }
}
