import Glibc

/// Files of devices, as an account may use them.
struct DeviceFiles {
    private let folder: SystemFolder
    private let account: ReaderFacts.Account
    private let groupNames: [UInt32: String]

    init(_ folder: SystemFolder, _ account: ReaderFacts.Account) {
        self.folder = folder
        self.account = account
        groupNames = Dictionary(
            folder.groups().map { ($0.value.id, $0.key) }, uniquingKeysWith: { first, _ in first })
    }

    /// The file at `path`; nil where there is none.
    func file(_ path: String) -> ReaderFacts.DeviceFile? {
        var found = stat()
        guard stat(folder.place(of: path), &found) == 0 else { return nil }
        return ReaderFacts.DeviceFile(
            path: path, group: groupNames[found.st_gid], mode: UInt16(found.st_mode & 0o777),
            isUsable: isUsable(found, path))
    }

    private func isUsable(_ found: stat, _ path: String) -> Bool {
        if account.id == 0 { return true }
        // Who sits at the computer has it by a list that no mode shows; the system itself knows.
        if folder.isOwn, account.id == geteuid() { return access(path, R_OK | W_OK) == 0 }
        let bits =
            found.st_uid == account.id
            ? found.st_mode >> 6 : account.groups.contains(found.st_gid) ? found.st_mode >> 3 : found.st_mode
        return bits & 0o6 == 0o6
    }
}
