import InvocationRouter

/// A directory and a registry in a table.
struct TestDirectory: OrganizationDirectory, TagDirectory {
    var organizations = [TestDirectory.grace]
    var tags: [DirectoryTag] = [TestDirectory.seat]

    static let funds = [
        DirectoryFund(id: "1", name: "General"),
        DirectoryFund(id: "2", name: "Missions", offersMonthly: false),
        DirectoryFund(id: "old", name: "Old Roof", isOpen: false),
    ]
    static let grace = DirectoryOrganization(
        id: "GraceChapel", displayName: "Grace Chapel", aliases: ["São"], defaultFund: "1", funds: funds)
    static let uid: [UInt8] = [0x04, 0xE1, 0x41, 0x12, 0x4C, 0x28, 0x80]
    static let seat = DirectoryTag(
        id: "A12", uid: uid, org: "GraceChapel", destination: "https://appclip.tap.giving/GraceChapel?r=0",
        highestCounter: 41)

    func organization(named name: String) async throws -> DirectoryOrganization? {
        organizations.first { $0.id.lowercased() == name.lowercased() }
    }

    func organization(alias: String) async throws -> DirectoryOrganization? {
        organizations.first { $0.aliases.contains { $0.utf8.elementsEqual(alias.utf8) } }
    }

    func tag(id: String) async throws -> DirectoryTag? { tags.first { $0.id == id } }

    func tag(uid: [UInt8]) async throws -> DirectoryTag? { tags.first { $0.uid == uid } }
}
