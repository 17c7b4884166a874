import ServerKit
import SimulationKit
import StaffAccess
import Testing

@testable import TapServer

/// The page of an organization's people, and invitations by e-mail.
@Suite struct AdminPeopleTests {
    private static let path = "/admin/org/Grace/people"
    private static let guest = "guest@example.org"
    private static let new = "another sentence of one's own"

    private func with(sendsMail: Bool = true, _ body: (AdminBench) async throws -> Void) async throws {
        var settings = AdminSettings()
        settings.sendsMail = sendsMail
        try await AdminBench.with(settings: settings) { try await body($0) }
    }

    /// Sends a form of the page.
    private func send(
        _ fields: [String: String], by browser: StaffBrowser, at path: String = path
    ) async throws -> Page {
        let csrf = try await browser.open("/admin/account").hidden["csrf"] ?? ""
        return try await browser.post(path, fields.merging(["csrf": csrf]) { $1 })
    }

    /// Sends the waiting e-mails, and returns the paths of all links so far.
    private func links(in bench: AdminBench) async throws -> [String] {
        try await bench.admin.sendInvitations(
            by: bench.bench.mailbox, from: "no-reply@give.example.org", leadingTo: try SiteBench.address)
        let start = try SiteBench.address.text
        let lines = bench.bench.mailbox.letters.flatMap(\.lines).filter { $0.hasPrefix(start) }
        return lines.map { String($0.dropFirst(start.count)) }
    }

    private static func invite(_ email: String = guest, as role: String = "treasurer") -> [String: String] {
        ["do": "invite", "email": email, "role": role, "current": AdminBench.password]
    }

    /// Returns the id of the only invitation to `Grace`.
    private func invitation(in bench: AdminBench) async throws -> String {
        let invitations = try await bench.staff.people(of: "Grace").invitations
        #expect(invitations.count == 1)
        return try #require(invitations.first?.id)
    }

    @Test("an invited person chooses a password with the link, once, and then signs in with their role")
    func accept() async throws {
        try await with { bench in
            let owner = try await bench.browser("owner")
            let page = try await send(Self.invite("Guest@example.org"), by: owner)
            #expect(page.says(Self.guest) && page.says("Being sent"))
            #expect(page.says("role=\"status\">The invitation is being e-mailed."))
            let link = try #require(try await links(in: bench).first)
            let letter = try #require(bench.bench.mailbox.letters.first)
            #expect(letter.to == Self.guest && letter.lines.contains { $0.contains("expires after 3 days") })
            #expect(try await owner.open(Self.path).says("Valid until"))

            var guest = StaffBrowser(site: bench.admin)
            #expect(try await guest.signIn(Self.guest, Self.new).status == 403)
            #expect(try await guest.open(link).says("<h1>Your password</h1>"))
            var form = try await guest.open(link).hidden
            for (new, again, words) in [
                ("passwordpassword", "passwordpassword", "too easy to guess"),
                ("a hill with a church", "a hill with a church", "“church”"),
                (Self.new, "other", "passwords do not match"),
            ] {
                form.merge(["new": new, "again": again]) { $1 }
                let page = try await guest.post(link, form)
                #expect(page.status == 422 && page.says(words) && !page.says(new))
            }
            form.merge(["new": Self.new, "again": Self.new]) { $1 }
            #expect(try await guest.post(link, form).says("<h1>Sign in</h1>"))
            #expect(try await guest.post(link, form).status == 410)
            #expect(try await guest.open(link).status == 410)
            #expect(try await guest.signIn(Self.guest, Self.new).says("<h1>Overview</h1>"))
            let listed = try await owner.open(Self.path)
            #expect(listed.says(Self.guest) && !listed.says("Open invitations"))

            let member = try await bench.member("guest")
            let rows = try await bench.rows(.acceptInvitation)
            #expect(rows.map(\.event.refusal) == ["", "weakPassword", "weakPassword"])
            #expect(rows.first?.event.ids == [member.id] && rows.first?.event.organizations == ["Grace"])
            #expect(
                try await bench.rows(.inviteStaff).map(\.event.actor) == [
                    .staff(try await bench.member("owner"))
                ]
            )
        }
    }

    @Test("the page lists each member with role, second factor and state")
    func list() async throws {
        try await with { bench in
            let page = try await bench.browser("owner").open(Self.path)
            for words in ["owner@example.org", "both@example.org", "read-only", "Can sign in"] {
                #expect(page.says(words))
            }
            #expect(!page.says("hope@example.org") && !page.says("Waiting for confirmation"))
            // The member who is signed in is not offered for removal.
            let id = try await bench.member("owner").id
            #expect(!page.html.contains("value=\"\(id)\""))
        }
    }

    @Test("no one is invited without the owner's password, and wrong ones count")
    func password() async throws {
        try await with { bench in
            let owner = try await bench.browser("owner")
            for password in ["", "wrong", "wrong", "wrong", "wrong", "wrong"] {
                let form = Self.invite().merging(["current": password]) { $1 }
                let page = try await send(form, by: owner)
                #expect(page.status == 422 && page.says("Your current password is wrong"))
            }
            let paused = try await send(Self.invite(), by: owner)
            #expect(paused.status == 422 && paused.says("Too many wrong passwords"))
            #expect(try await bench.staff.people(of: "Grace").invitations.isEmpty)
        }
    }

    @Test("an invitation is sent again with a new link, and withdrawn")
    func again() async throws {
        try await with { bench in
            let owner = try await bench.browser("owner")
            _ = try await send(Self.invite(), by: owner)
            let first = try #require(try await links(in: bench).first)
            let id = try await invitation(in: bench)
            _ = try await send(["do": "again", "invitation": id], by: owner)
            let second = try #require(try await links(in: bench).last)
            let guest = StaffBrowser(site: bench.admin)
            #expect(try await guest.open(first).status == 410)
            #expect(try await guest.open(second).status == 200)
            let page = try await send(["do": "withdraw", "invitation": id], by: owner)
            #expect(!page.says(Self.guest))
            #expect(try await guest.open(second).status == 410)
            let late = try await send(["do": "again", "invitation": id], by: owner)
            #expect(late.status == 422 && late.says("already accepted, withdrawn or removed"))
            let rows = try await bench.rows(nil).map(\.event).filter { $0.action.hasPrefix("staff.") }
            #expect(
                rows.prefix(4).map { "\($0.action) \($0.refusal)" } == [
                    "staff.invite noInvitation", "staff.withdraw_invitation ", "staff.invite ",
                    "staff.invite ",
                ])
            #expect(rows.prefix(4).dropFirst().allSatisfy { $0.ids == [id] })
        }
    }

    @Test("an address of another organization's member gets the same page, and an e-mail without a link")
    func elsewhere() async throws {
        try await with { bench in
            let owner = try await bench.browser("owner")
            let page = try await send(Self.invite("hope@example.org", as: "owner"), by: owner)
            #expect(try await links(in: bench).isEmpty)
            let letter = try #require(bench.bench.mailbox.letters.first)
            #expect(
                letter.to == "hope@example.org" && letter.lines.joined(separator: " ").contains("already has")
            )
            let sent = try await owner.open(Self.path)
            let id = try await invitation(in: bench)
            _ = try await send(["do": "withdraw", "invitation": id], by: owner)

            let other = try await send(Self.invite("hopf@example.org", as: "owner"), by: owner)
            _ = try await links(in: bench)
            let otherID = try await invitation(in: bench)
            func plain(_ page: Page, _ email: String, _ id: String) -> String {
                page.html.replacing(email, with: "EMAIL").replacing(id, with: "ID")
            }
            #expect(plain(page, "hope@example.org", id) == plain(other, "hopf@example.org", otherID))
            #expect(
                plain(sent, "hope@example.org", id)
                    == plain(try await owner.open(Self.path), "hopf@example.org", otherID))
            let member = try await bench.member("hope")
            #expect(member.role == .treasurer && member.organizations == ["Hope"])
        }
    }

    @Test(
        "a refused invitation is explained, and sends nothing",
        arguments: [
            (invite("nobody"), "This is not an e-mail address", "invalidAddress"),
            (invite("treasurer@example.org"), "already exists", "taken"),
        ])
    func refused(fields: [String: String], words: String, code: String) async throws {
        try await with { bench in
            let page = try await send(fields, by: try await bench.browser("owner"))
            #expect(page.status == 422 && page.says(words) && page.says("role=\"alert\""))
            #expect(try await links(in: bench).isEmpty && bench.bench.mailbox.letters.isEmpty)
            #expect(try await bench.rows(.inviteStaff).map(\.event.refusal) == [code])
        }
    }

    @Test("a person gets at most three invitations in a day")
    func limit() async throws {
        try await with { bench in
            let owner = try await bench.browser("owner")
            for _ in 1...3 { #expect(try await send(Self.invite(), by: owner).status == 200) }
            let page = try await send(Self.invite(), by: owner)
            #expect(page.status == 422 && page.says("Too many invitations were sent"))
        }
    }

    @Test("an owner removes a member, but not themselves")
    func remove() async throws {
        try await with { bench in
            let (owner, treasurer) = (try await bench.browser("owner"), try await bench.browser("treasurer"))
            let id = try await bench.member("treasurer").id
            let unsure = try await send(["do": "remove", "member": id], by: owner)
            #expect(unsure.status == 403)
            let page = try await send(["do": "remove", "member": id, "sure": "1"], by: owner)
            #expect(page.status == 200 && !page.says("treasurer@example.org"))
            #expect(try await treasurer.open("/admin").says("<h1>Sign in</h1>"))
            #expect(try await bench.rows(.removeStaff).map(\.event.ids).contains([id]))

            let own = try await bench.member("owner").id
            let refused = try await send(["do": "remove", "member": own, "sure": "1"], by: owner)
            #expect(refused.status == 422 && refused.says("You cannot remove yourself"))
            // A member of two organizations stays in the other one.
            let both = try await bench.member("both").id
            _ = try await send(["do": "remove", "member": both, "sure": "1"], by: owner)
            #expect(try await bench.member("both").organizations == ["Hope"])
        }
    }

    @Test(
        "only owners can open the page or send its forms",
        arguments: [("treasurer", 403), ("tags", 403), ("reader", 403), ("hope", 404)])
    func roles(name: String, status: Int) async throws {
        try await with { bench in
            let browser = try await bench.browser(name)
            #expect(try await browser.open(Self.path).status == status)
            #expect(try await !browser.open("/admin").says(">People<"))
            let owner = try await bench.member("owner").id
            for fields in [
                Self.invite(as: "owner"), ["do": "remove", "member": owner, "sure": "1"],
                ["do": "again", "invitation": "x"], ["do": "withdraw", "invitation": "x"],
            ] {
                #expect(try await send(fields, by: browser).status == status)
            }
            #expect(try await bench.staff.invitationMails().isEmpty)
            #expect(try await bench.member("owner").id == owner)
        }
    }

    @Test("an owner cannot change another organization's people with ids of it")
    func foreign() async throws {
        try await with { bench in
            _ = try await send(Self.invite(), by: try await bench.browser("owner"))
            let id = try await invitation(in: bench)
            let both = try await bench.browser("both")
            let path = "/admin/org/Hope/people"
            for action in ["again", "withdraw"] {
                let real = try await send(["do": action, "invitation": id], by: both, at: path)
                let unknown = try await send(
                    ["do": action, "invitation": "invitation_0"], by: both, at: path)
                #expect(real.status == 422 && real.html == unknown.html)
            }
            let member = try await bench.member("treasurer").id
            let page = try await send(["do": "remove", "member": member, "sure": "1"], by: both, at: path)
            #expect(page.status == 422 && page.says("There is no staff member"))
            #expect(try await bench.staff.people(of: "Grace").invitations.map(\.id) == [id])
            #expect(try await bench.member("treasurer").organizations == ["Grace"])
        }
    }

    @Test("a form without the page's token, or with an unknown role or action, changes nothing")
    func forged() async throws {
        try await with { bench in
            let owner = try await bench.browser("owner")
            let forged = Self.invite().merging(["csrf": "0"]) { $1 }
            #expect(try await owner.post(Self.path, forged).status == 403)
            #expect(try await send(Self.invite(as: "admin"), by: owner).status == 403)
            #expect(try await send(["do": "other"], by: owner).status == 403)
            #expect(try await bench.staff.people(of: "Grace").invitations.isEmpty)
        }
    }

    @Test("without a mail server the page says how the operator adds a person, and no invitation is stored")
    func withoutMail() async throws {
        try await with(sendsMail: false) { bench in
            let owner = try await bench.browser("owner")
            let page = try await owner.open(Self.path)
            #expect(page.says("tapctl admin add") && !page.says("Send invitation"))
            #expect(try await send(Self.invite(), by: owner).says("tapctl admin add"))
            #expect(try await bench.staff.people(of: "Grace").invitations.isEmpty)
        }
    }
}
