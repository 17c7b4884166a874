import DatabaseKit
import SimulationKit
import StaffAccess
import TestSupport
import Testing
import TokenKit

/// Invitations to the staff of an organization, and the removal of its members.
@Suite struct InvitationTests {
    private static let guest = "guest@example.org"
    private static let day: Int64 = 86_400

    @Test("an invitation is accepted once, within three days, and there is no account before that")
    func once() async throws {
        try await StaffBench.with { bench in
            let mail = try #require(try await bench.invite(Self.guest, as: .treasurer).first)
            #expect(mail.to == Self.guest && mail.organization == "Grace" && mail.id.hasPrefix("invite_"))
            #expect(try await bench.service.invitationMails().isEmpty)
            #expect(try await bench.service.members().map(\.email) == [StaffBench.owner])
            try await bench.expect(.wrongPassword, of: Self.guest, StaffBench.password)
            let token = try #require(mail.token)
            try await bench.accept(token)
            await bench.expect(.deadLink) { try await bench.accept(token) }
            let member = try #require(try await bench.service.members().first { $0.email == Self.guest })
            #expect(member.role == .treasurer && member.organizations == ["Grace"])
            #expect(try await bench.service.people(of: "grace").invitations.isEmpty)
            try await bench.expect(nil, of: Self.guest, StaffBench.password)
        }
    }

    @Test("an invitation can be accepted for three days", arguments: [(3 * day - 1, true), (3 * day, false)])
    func late(seconds: Int64, isOpen: Bool) async throws {
        try await StaffBench.with { bench in
            let token = try #require(try await bench.invite(Self.guest).first?.token)
            bench.clock.advance(seconds: seconds)
            #expect((try await bench.service.invitation(of: token) != nil) == isOpen)
            let invitation = try #require(try await bench.service.people(of: "Grace").invitations.first)
            #expect((invitation.state(at: bench.clock.now) == .expired) == !isOpen)
            if isOpen {
                try await bench.accept(token)
            } else {
                await bench.expect(.deadLink) { try await bench.accept(token) }
            }
        }
    }

    @Test("a weak password does not use up the link")
    func weak() async throws {
        try await StaffBench.with { bench in
            let token = try #require(try await bench.invite(Self.guest).first?.token)
            for password in ["passwordpassword", "a hill with a church", "by the grace of all"] {
                await bench.expect(.weakPassword) {
                    try await bench.service.acceptInvitation(
                        with: token, password: password, names: ["Hill Church"])
                }
            }
            try await bench.accept(token)
        }
    }

    @Test("an invitation that is sent again has a new link, and the previous one is dead")
    func again() async throws {
        try await StaffBench.with { bench in
            let first = try #require(try await bench.invite(Self.guest).first?.token)
            let owner = try await bench.member(StaffBench.owner)
            let id = try #require(try await bench.service.people(of: "Grace").invitations.first?.id)
            try await bench.service.sendInvitation(id, to: "Grace", by: owner)
            await bench.expect(.deadLink) { try await bench.accept(first) }
            let second = try #require(try await bench.service.invitationMails().first?.token)
            await bench.expect(.deadLink) { try await bench.accept(first) }
            // The same address with another role is the same invitation.
            let third = try #require(try await bench.invite(Self.guest, as: .tags).first?.token)
            await bench.expect(.deadLink) { try await bench.accept(second) }
            #expect(try await bench.service.people(of: "Grace").invitations.map(\.id) == [id])
            try await bench.accept(third)
            #expect(try await bench.member(Self.guest).role == .tags)
        }
    }

    @Test("a person gets at most three invitations from an organization in a day, even if they are withdrawn")
    func limits() async throws {
        try await StaffBench.with { bench in
            let owner = try await bench.member(StaffBench.owner)
            for _ in 1...3 {
                #expect(try await bench.invite(Self.guest).count == 1)
                let id = try #require(try await bench.service.people(of: "Grace").invitations.first?.id)
                try await bench.service.withdrawInvitation(id, to: "Grace", by: owner)
            }
            let error = await #expect(throws: StaffError.self) { _ = try await bench.invite(Self.guest) }
            #expect(error?.code == .tooManyInvitations && error?.remedy == "try again tomorrow")
            bench.clock.advance(seconds: Self.day)
            _ = try await bench.invite(Self.guest)
        }
    }

    @Test("an organization has at most 100 invitations, even if they are withdrawn")
    func many() async throws {
        try await StaffBench.with { bench in
            let owner = try await bench.member(StaffBench.owner)
            for number in 1...StaffInvitation.mostOfOrganization {
                _ = try await bench.invite("guest\(number)@example.org")
            }
            let error = await #expect(throws: StaffError.self) { _ = try await bench.invite(Self.guest) }
            #expect(error?.code == .tooManyInvitations)
            #expect(error?.remedy == "withdraw invitations that are no longer needed, and try again tomorrow")
            let id = try #require(try await bench.service.people(of: "Grace").invitations.first?.id)
            try await bench.service.withdrawInvitation(id, to: "Grace", by: owner)
            await bench.expect(.tooManyInvitations) { _ = try await bench.invite(Self.guest) }
            bench.clock.advance(seconds: Self.day)
            _ = try await bench.invite(Self.guest)
            bench.clock.advance(seconds: 30 * Self.day)
            #expect(try await bench.service.people(of: "Grace").invitations.isEmpty)
            _ = try await bench.invite(Self.guest)
            #expect(
                try await bench.file.read { try $0.value("SELECT COUNT(*) FROM staff_invitation") } == 1)
        }
    }

    @Test("a withdrawn invitation and one of a removed owner are dead")
    func withdrawn() async throws {
        try await StaffBench.with { bench in
            let owner = try await bench.member(StaffBench.owner)
            let token = try #require(try await bench.invite(Self.guest).first?.token)
            let id = try #require(try await bench.service.people(of: "Grace").invitations.first?.id)
            await bench.expect(.noInvitation) {
                try await bench.service.withdrawInvitation("invitation_0", to: "Grace", by: owner)
            }
            try await bench.service.withdrawInvitation(id, to: "Grace", by: owner)
            #expect(try await bench.service.people(of: "Grace").invitations.isEmpty)
            await bench.expect(.deadLink) { try await bench.accept(token) }
            await bench.expect(.noInvitation) {
                try await bench.service.sendInvitation(id, to: "Grace", by: owner)
            }

            let other = try #require(try await bench.invite("other@example.org").first?.token)
            _ = try await bench.service.remove(try #require(StaffAddress(StaffBench.owner)))
            await bench.expect(.deadLink) { try await bench.accept(other) }
        }
    }

    @Test("an address of another organization's member looks the same to the owner, and gets no link")
    func elsewhere() async throws {
        try await StaffBench.with { bench in
            _ = try await bench.add("hope@example.org", .readOnly, ["Hope"])
            let mails = try await bench.invite("hope@example.org", as: .owner)
            #expect(mails.map(\.to) == ["hope@example.org"] && mails[0].token == nil)
            _ = try await bench.invite(Self.guest, as: .owner)
            let states = try await bench.service.people(of: "Grace").invitations.map {
                $0.state(at: bench.clock.now)
            }
            #expect(states.count == 2 && states[0] == states[1] && states[0] != .waiting)
            let member = try await bench.member("hope@example.org")
            #expect(member.role == .readOnly && member.organizations == ["Hope"])
        }
    }

    @Test("an address that got an account after the invitation cannot accept it")
    func added() async throws {
        try await StaffBench.with { bench in
            let token = try #require(try await bench.invite(Self.guest).first?.token)
            _ = try await bench.add(Self.guest, .tags, ["Grace"])
            await bench.expect(.deadLink) { try await bench.accept(token) }
            #expect(try await bench.service.people(of: "Grace").invitations.isEmpty)
            await bench.expect(.taken) { _ = try await bench.invite(Self.guest) }

            let other = try #require(try await bench.invite("other@example.org").first?.token)
            _ = try await bench.add("other@example.org", .tags, ["Hope"])
            await bench.expect(.deadLink) { try await bench.accept(other) }
        }
    }

    @Test("the file contains no token of an invitation", .sqlite)
    func hashes() async throws {
        try await StaffBench.with { bench in
            let token = try #require(try await bench.invite(Self.guest).first?.token)
            let path = bench.store.sqlite.path
            let bytes = try [path, path + "-wal"].map { try [UInt8](contentsOf: $0) }
            let text = String(decoding: Array(bytes.joined()), as: UTF8.self)
            #expect(text.contains(Self.guest) && !text.contains(token.text))
        }
    }

    @Test("S-3: a restore ends invitations")
    func restored() async throws {
        try await StaffBench.with { bench in
            let token = try #require(try await bench.invite(Self.guest).first?.token)
            let now = bench.clock.now
            try await bench.file.write { _ = try $0.suspendAccess(at: now) }
            await bench.expect(.deadLink) { try await bench.accept(token) }
            let people = try await bench.service.people(of: "Grace")
            #expect(people.invitations.isEmpty && people.members.map(\.member.unconfirmedSince) == [now])
        }
    }

    // MARK: Members

    @Test("a member is removed from one organization, and completely from the last one")
    func removal() async throws {
        try await StaffBench.with { bench in
            let owner = try await bench.member(StaffBench.owner)
            let both = try await bench.add("both@example.org", .treasurer, ["Grace", "Hope"])
            let session = try await bench.service.signIn(email: both.email, password: StaffBench.password)
            let people = try await bench.service.people(of: "Grace").members
            #expect(people.map(\.member.id) == [both.id, owner.id])
            try await bench.service.remove(both.id, from: "Grace", by: owner)
            #expect(try await bench.service.member(of: session)?.organizations == ["Hope"])
            await bench.expect(.notFound) {
                try await bench.service.remove(both.id, from: "Grace", by: owner)
            }
            let hope = try await bench.add("hope@example.org", .owner, ["Hope"])
            try await bench.service.remove(both.id, from: "Hope", by: hope)
            #expect(try await bench.service.member(of: session) == nil)
            #expect(try await bench.service.people(of: "Hope").members.map(\.member.id) == [hope.id])
        }
    }

    @Test("no one removes themselves, and two owners who remove each other leave one")
    func lastOwner() async throws {
        try await StaffBench.with { bench in
            let owner = try await bench.member(StaffBench.owner)
            let other = try await bench.add("other@example.org", .owner, ["Grace"])
            await bench.expect(.ownAccount) {
                try await bench.service.remove(owner.id, from: "Grace", by: owner)
            }
            try await bench.service.remove(owner.id, from: "Grace", by: other)
            await bench.expect(.notOwner) {
                try await bench.service.remove(other.id, from: "Grace", by: owner)
            }
            #expect(try await bench.service.people(of: "Grace").members.map(\.member.id) == [other.id])
        }
    }

    @Test("only an owner of the organization changes its people")
    func strangers() async throws {
        try await StaffBench.with { bench in
            let owner = try await bench.member(StaffBench.owner)
            _ = try await bench.invite(Self.guest)
            let id = try #require(try await bench.service.people(of: "Grace").invitations.first?.id)
            let address = try #require(StaffAddress("new@example.org"))
            for (name, role, organization) in [
                ("hope", StaffRole.owner, "Hope"), ("treasurer", .treasurer, "Grace"),
                ("tags", .tags, "Grace"), ("reader", .readOnly, "Grace"),
            ] {
                let member = try await bench.add("\(name)@example.org", role, [organization])
                await bench.expect(.notOwner) {
                    try await bench.service.invite(
                        address, as: .owner, to: "Grace", by: member, password: StaffBench.password)
                }
                await bench.expect(.notOwner) {
                    try await bench.service.sendInvitation(id, to: "Grace", by: member)
                }
                await bench.expect(.notOwner) {
                    try await bench.service.withdrawInvitation(id, to: "Grace", by: member)
                }
                await bench.expect(.notOwner) {
                    try await bench.service.remove(owner.id, from: "Grace", by: member)
                }
            }
            let hope = try await bench.member("hope@example.org")
            await bench.expect(.noInvitation) {
                try await bench.service.withdrawInvitation(id, to: "Hope", by: hope)
            }
            await bench.expect(.notFound) {
                try await bench.service.remove(owner.id, from: "Hope", by: hope)
            }
        }
    }
}

extension StaffBench {
    /// Returns the member with an address.
    fileprivate func member(_ email: String) async throws -> StaffMember {
        try await service.member(of: try #require(StaffAddress(email)))
    }

    /// Invites a person to `Grace`, and returns what is to be sent.
    @discardableResult
    func invite(_ email: String, as role: StaffRole = .readOnly) async throws -> [InvitationMail] {
        let address = try #require(StaffAddress(email))
        try await service.invite(
            address, as: role, to: "Grace", by: try await member(Self.owner), password: Self.password)
        return try await service.invitationMails()
    }

    fileprivate func accept(_ token: PasswordToken) async throws {
        try await service.acceptInvitation(with: token, password: Self.password, names: [])
    }
}
