import StaffAccess
import Testing

@testable import TapServer

/// The numbers of simultaneous streams.
@Suite struct StreamQuotaTests {
    private static func owner(_ session: Int, of member: String, at organization: String = "Grace")
        -> StreamOwner
    {
        StreamOwner(session: "\(member) \(session)", member: member, organization: organization)
    }

    /// Opens streams in new sessions of a member until one is refused, and returns them with the refusal.
    private static func fill(
        _ quota: StreamQuota, by member: String, at organization: String = "Grace"
    ) -> (slots: [StreamSlot], refusal: ProblemPage?) {
        var slots: [StreamSlot] = []
        for session in 0..<1_000 {
            do { slots.append(try quota.enter(owner(session, of: member, at: organization))) } catch {
                return (slots, error)
            }
        }
        return (slots, nil)
    }

    @Test(
        "no member can take all streams of an organization, and no organization all of a server",
        arguments: [StreamLimits.live, .exports])
    func order(limits: StreamLimits) {
        #expect(limits.ofSession <= limits.ofMember)
        #expect(limits.ofMember * 2 <= limits.ofOrganization && limits.ofOrganization * 2 <= limits.ofServer)
    }

    @Test("a member who signs in many times, and an organization with many members, leave streams for others")
    func tenants() throws {
        let quota = StreamQuota(of: "exports", .exports)
        let first = Self.fill(quota, by: "a")
        #expect(first.slots.count == 3 && first.refusal?.status == 429)
        #expect(first.refusal?.summary == "3 are open in all your sessions together")
        let others = ["b", "c", "d"].map { Self.fill(quota, by: $0) }
        #expect(others.map(\.slots.count) == [3, 0, 0])
        #expect(others[2].refusal?.status == 429)
        #expect(others[2].refusal?.summary == "6 are open in this organization")
        // A member of two organizations has the same number in both together.
        #expect(Self.fill(quota, by: "a", at: "Hope").slots.isEmpty)
        let hope = Self.fill(quota, by: "h", at: "Hope")
        #expect(hope.slots.count == 3)
        withExtendedLifetime((first.slots, others.map(\.slots), hope.slots)) {}
    }

    @Test("a full server refuses with 503, every refusal says when to try again, and a freed slot is free")
    func whole() throws {
        let quota = StreamQuota(of: "live views", .live)
        var slots: [StreamSlot] = []
        for organization in 0..<9 {
            for member in 0..<9 {
                let filled = Self.fill(quota, by: "\(organization) \(member)", at: "\(organization)")
                slots += filled.slots
                let refusal = try #require(filled.refusal)
                #expect(refusal.status == 429 || quota.open == 64 && refusal.status == 503)
                #expect(refusal.secondsToWait == 10 && refusal.title == "Too many live views are open")
            }
        }
        #expect(quota.open == 64 && slots.count == 64)
        slots[0].release()
        slots[0].release()
        #expect(quota.open == 63)
        let slot = try quota.enter(Self.owner(0, of: "new", at: "new"))
        slots.removeAll()
        #expect(quota.open == 1 && quota.isInUse(by: "new") && !quota.isInUse(by: "0"))
        slot.release()
        #expect(quota.open == 0 && !quota.isInUse(by: "new"))
    }
}
