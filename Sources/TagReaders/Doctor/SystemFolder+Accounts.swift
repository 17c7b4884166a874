extension SystemFolder {
    /// The accounts by name. Source: passwd(5).
    func accounts() -> [String: (id: UInt32, group: UInt32)] {
        var accounts: [String: (id: UInt32, group: UInt32)] = [:]
        for line in lines(of: "/etc/passwd") {
            let parts = line.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count >= 4, let id = UInt32(parts[2]), let group = UInt32(parts[3]) else { continue }
            accounts[String(parts[0])] = (id, group)
        }
        return accounts
    }

    /// The groups by name. Source: group(5).
    func groups() -> [String: ReaderFacts.Group] {
        var groups: [String: ReaderFacts.Group] = [:]
        for line in lines(of: "/etc/group") {
            let parts = line.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count >= 4, let id = UInt32(parts[2]) else { continue }
            groups[String(parts[0])] = ReaderFacts.Group(
                id: id, members: Set(parts[3].split(separator: ",").map(String.init)))
        }
        return groups
    }
}
