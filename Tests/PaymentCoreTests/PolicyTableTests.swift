import DatabaseKit
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Testing
import TimeKit

@Suite struct PolicyTableTests {
    @Test("an unknown kind of payment is an error that lists the known kinds")
    func unknownKind() async throws {
        let world = try await HeldWorld.make()
        defer { world.remove() }
        let payment = try await world.charge(.job(100_00))
        let table = PolicyTable(["gift": SilentPolicy(), "plan": SilentPolicy()])
        let error = await #expect(throws: PaymentError.self) {
            try await world.file.write { try table.changed(payment, at: payment.created, in: $0) }
        }
        #expect(error?.code == .unknownKind)
        #expect(error?.reason == "the kind \"job\" is unknown; the known kinds are: gift, plan")
    }
}
