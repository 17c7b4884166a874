import Foundation
import TagReaders

/// A root folder created for one test, with the files that the doctor reads.
struct SystemRoot: Sendable {
    let path: String

    /// Creates a system with the account `ann`, runs `body` on it, and removes it.
    static func with(_ body: (SystemRoot) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "root-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let root = SystemRoot(path: folder.path)
        try root.write("/etc/group", "plugdev:x:46:\ndialout:x:20:\n")
        try body(root)
    }

    /// The doctor's report for `ann`, who owns none of these files.
    func diagnosis() -> ReaderDiagnosis {
        let ann = ReaderFacts.Account(name: "ann", id: 4242, groups: [4242])
        return ReaderDiagnosis(ReaderFacts(root: path, account: ann))
    }

    func write(_ name: String, _ text: String) throws {
        let file = URL(filePath: path + name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// A device with one interface, and its file.
    func addReader(
        _ vendor: UInt16, _ product: UInt16, place: String = "1-2", driver: String? = nil,
        interfaceClass: String = "ff", mode: Int = 0o666
    ) throws {
        let device = "/sys/bus/usb/devices/\(place)"
        let digits = USBDeviceID(vendor, product).description.split(separator: ":")
        try write("\(device)/idVendor", "\(digits[0])\n")
        try write("\(device)/idProduct", "\(digits[1])\n")
        try write("\(device)/busnum", "1\n")
        try write("\(device)/devnum", "4\n")
        try write("\(device):1.0/bInterfaceClass", "\(interfaceClass)\n")
        if let driver {
            try FileManager.default.createSymbolicLink(
                atPath: "\(path)\(device):1.0/driver",
                withDestinationPath: "../../../../bus/usb/drivers/\(driver)")
        }
        try addDevice("/dev/bus/usb/001/004", mode: mode)
    }

    func addPort(_ name: String, mode: Int = 0o666) throws { try addDevice("/dev/\(name)", mode: mode) }

    private func addDevice(_ name: String, mode: Int) throws {
        try write(name, "")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path + name)
    }

    func addProcess(_ number: Int, _ name: String) throws { try write("/proc/\(number)/comm", "\(name)\n") }

    /// libnfc's rules as Debian ships them, for one reader.
    func addRules() throws {
        try write(
            "/lib/udev/rules.d/93-pn53x.rules",
            "# ACR122\nATTRS{idVendor}==\"072f\", ATTRS{idProduct}==\"2200\", MODE=\"0664\", GROUP=\"plugdev\"\n"
        )
    }

    func addPCSC() throws {
        try write("/usr/sbin/pcscd", "")
        try write("/run/pcscd/pcscd.comm", "")
        try write("/usr/lib/pcsc/drivers/ifd-ccid.bundle/Contents/Info.plist", "")
    }

    /// Every path below the folder, with its size and time.
    func everything() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path).sorted().map { name in
            var found = stat()
            lstat("\(path)/\(name)", &found)
            return
                "\(name) \(found.st_size) \(found.st_mtim.tv_sec).\(found.st_mtim.tv_nsec) \(found.st_mode)"
        }
    }
}
