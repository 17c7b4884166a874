import Foundation

/// What a Linux system shows of its readers, and of what may be in their way.
///
/// A value: ``ReaderDiagnosis`` looks at nothing else. ``init(root:account:)`` collects it from a root folder.
public struct ReaderFacts: Hashable, Sendable {
    /// Who wants to use a reader.
    public var account: Account
    /// Whether the system shows its USB at all; a container often does not.
    public var showsUSB = true
    /// What is plugged in.
    public var devices: [USBDevice] = []
    /// Serial ports that may have a PN532 behind them.
    public var ports: [DeviceFile] = []
    /// The loaded kernel modules.
    public var modules: Set<String> = []
    /// The modules that the system was told not to load by itself.
    public var blacklistedModules: Set<String> = []
    /// The names of the running programs.
    public var programs: Set<String> = []
    /// The udev rules that name a USB device and say who may use it.
    public var rules: [DeviceRule] = []
    /// What stands in libnfc's files.
    public var libnfc = LibNFCConfiguration()
    /// The state of PC/SC's daemon.
    public var pcsc = PCSCState()
    /// The groups of the system by their names.
    public var groups: [String: Group] = [:]
    /// How programs are installed here.
    public var packages = PackageTool.apt

    /// Facts of a system on which nothing is plugged in.
    public init(account: Account) { self.account = account }

    /// Who wants to use a reader.
    public struct Account: Hashable, Sendable {
        /// The login name, or the number where it has none.
        public var name: String
        /// The number; 0 may everything.
        public var id: UInt32
        /// The numbers of the groups that this process, or a new login, is in.
        public var groups: Set<UInt32>

        /// An account from its parts.
        public init(name: String, id: UInt32, groups: Set<UInt32>) {
            self.name = name
            self.id = id
            self.groups = groups
        }
    }

    /// A device on the USB.
    public struct USBDevice: Hashable, Sendable {
        /// Where it is plugged in, as the kernel names it: `1-2.4`.
        public var place: String
        /// Vendor and product.
        public var id: USBDeviceID
        /// What it calls itself; may be empty.
        public var name: String
        /// Its interfaces.
        public var interfaces: [Interface]
        /// The file by which programs reach it; nil where there is none.
        public var file: DeviceFile?

        /// One of its functions.
        public struct Interface: Hashable, Sendable {
            /// The USB class; 0Bh is a smart card reader.
            public var interfaceClass: UInt8
            /// What has taken it: a kernel driver, `usbfs` for a program, nil for nobody.
            public var driver: String?
        }
    }

    /// A file of a device, and who may use it.
    public struct DeviceFile: Hashable, Sendable {
        /// Its path below the root folder, as `/dev/ttyUSB0`.
        public var path: String
        /// The name of its group; nil where the system has no name for it.
        public var group: String?
        /// The permission bits.
        public var mode: UInt16
        /// Whether the account may read and write it.
        public var isUsable: Bool
    }

    /// A line of a udev rules file about one kind of device.
    public struct DeviceRule: Hashable, Sendable {
        /// Which devices.
        public var id: USBDeviceID
        /// The group that may use them; nil where the rule names none.
        public var group: String?
        /// The file that has the rule, below the root folder.
        public var path: String
    }

    /// A group of accounts.
    public struct Group: Hashable, Sendable {
        /// Its number.
        public var id: UInt32
        /// The names of its members.
        public var members: Set<String>
    }

    /// What libnfc.conf and the files beside it say.
    public struct LibNFCConfiguration: Hashable, Sendable {
        /// Whether libnfc looks for readers on the USB; it does where nothing is said.
        public var looksForReaders = true
        /// The file that says no.
        public var file: String?
        /// The readers that are named, each with its file.
        public var connstrings: [Connstring] = []

        /// A reader that a file names.
        public struct Connstring: Hashable, Sendable {
            /// As `pn532_uart:/dev/ttyUSB0`.
            public var text: String
            /// The file below the root folder.
            public var file: String
        }
    }

    /// What there is of PC/SC.
    public struct PCSCState: Hashable, Sendable {
        /// Whether the daemon is installed.
        public var isInstalled = false
        /// Whether its socket waits for programs, which start it.
        public var hasSocket = false
        /// Whether the driver for USB readers is installed.
        public var hasDriver = false
    }

    /// How programs are installed.
    public enum PackageTool: String, Sendable {
        /// Debian, Ubuntu, Raspberry Pi OS.
        case apt
        /// Fedora and its kin.
        case dnf
        /// Arch.
        case pacman
    }

    /// Collects the facts of the system below a root folder; nothing is opened for writing, asked or changed.
    ///
    /// What is not there or may not be read is left out.
    ///
    /// - Parameters:
    ///   - root: `/`, or the root folder of another system, as a mounted card of a Raspberry Pi.
    ///   - account: Who wants to use a reader.
    public init(root: String = "/", account: Account) {
        let folder = SystemFolder(root)
        self.init(account: account)
        let files = DeviceFiles(folder, account)
        groups = folder.groups()
        showsUSB = folder.holds("/sys/bus/usb/devices")
        devices = Self.devices(folder, files)
        ports = Self.ports(folder, files)
        modules = Self.modules(folder)
        blacklistedModules = Self.blacklistedModules(folder)
        programs = Self.programs(folder)
        rules = Self.rules(folder)
        libnfc = LibNFCConfiguration(folder)
        pcsc = PCSCState(folder)
        packages = Self.packages(folder)
    }

    private static func devices(_ folder: SystemFolder, _ files: DeviceFiles) -> [USBDevice] {
        let path = "/sys/bus/usb/devices"
        let names = folder.names(in: path)
        return names.filter { !$0.contains(":") }.compactMap { place in
            func value(_ name: String) -> String { folder.line(of: "\(path)/\(place)/\(name)") ?? "" }
            guard let id = USBDeviceID(vendor: value("idVendor"), product: value("idProduct")) else {
                return nil
            }
            let interfaces = names.filter { $0.hasPrefix("\(place):") }.map { name in
                USBDevice.Interface(
                    interfaceClass: UInt8(
                        folder.line(of: "\(path)/\(name)/bInterfaceClass") ?? "", radix: 16) ?? 0,
                    driver: folder.linkName(of: "\(path)/\(name)/driver"))
            }
            let name = [value("manufacturer"), value("product")].filter { !$0.isEmpty }.joined(separator: " ")
            let bus = Int(value("busnum")) ?? 0
            let number = Int(value("devnum")) ?? 0
            return USBDevice(
                place: place, id: id, name: name, interfaces: interfaces,
                file: files.file("/dev/bus/usb/\(threeDigits(bus))/\(threeDigits(number))"))
        }
    }

    private static func threeDigits(_ number: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, 3 - text.count)) + text
    }

    /// USB cables, boards that are a serial port themselves, and the pins of a Raspberry Pi.
    private static func ports(_ folder: SystemFolder, _ files: DeviceFiles) -> [DeviceFile] {
        folder.names(in: "/dev")
            .filter { name in ["ttyUSB", "ttyACM", "ttyAMA"].contains { name.hasPrefix($0) } }
            .compactMap { files.file("/dev/\($0)") }
    }

    private static func modules(_ folder: SystemFolder) -> Set<String> {
        Set(folder.lines(of: "/proc/modules").compactMap { $0.split(separator: " ").first.map(String.init) })
    }

    /// Source: modprobe.d(5): `blacklist`, and `install` with a program that does nothing.
    private static func blacklistedModules(_ folder: SystemFolder) -> Set<String> {
        let folders = ["/etc/modprobe.d", "/run/modprobe.d", "/usr/lib/modprobe.d", "/lib/modprobe.d"]
        var modules: Set<String> = []
        for path in folders {
            for name in folder.names(in: path) where name.hasSuffix(".conf") {
                for line in folder.lines(of: "\(path)/\(name)") {
                    let words = line.split { $0 == " " || $0 == "\t" }
                    guard words.count >= 2 else { continue }
                    let isNever = words[0] == "install" && words.last.map { $0.hasSuffix("/false") } == true
                    if words[0] == "blacklist" || isNever { modules.insert(String(words[1])) }
                }
            }
        }
        return modules
    }

    private static func programs(_ folder: SystemFolder) -> Set<String> {
        let processes = folder.names(in: "/proc").filter { UInt32($0) != nil }
        return Set(processes.compactMap { folder.line(of: "/proc/\($0)/comm") })
    }

    /// Lines that name vendor and product, and let somebody use the device.
    private static func rules(_ folder: SystemFolder) -> [DeviceRule] {
        let folders = [
            "/etc/udev/rules.d", "/run/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d",
        ]
        var rules: [DeviceRule] = []
        for path in folders {
            for name in folder.names(in: path) where name.hasSuffix(".rules") {
                for line in folder.lines(of: "\(path)/\(name)") where !line.hasPrefix("#") {
                    guard let vendor = quoted(after: "idVendor}==", in: line),
                        let product = quoted(after: "idProduct}==", in: line),
                        let id = USBDeviceID(vendor: vendor, product: product)
                    else { continue }
                    let group = quoted(after: "GROUP=", in: line) ?? quoted(after: "GROUP:=", in: line)
                    guard group != nil || line.contains("\"uaccess\"") || line.contains("MODE=\"0666\"")
                    else { continue }
                    rules.append(DeviceRule(id: id, group: group, path: "\(path)/\(name)"))
                }
            }
        }
        return rules
    }

    /// The text between the quotation marks behind `key`.
    private static func quoted(after key: String, in line: String) -> String? {
        guard let start = line.range(of: key + "\"") else { return nil }
        let rest = line[start.upperBound...]
        return rest.firstIndex(of: "\"").map { String(rest[..<$0]) }
    }

    /// Source: os-release(5).
    private static func packages(_ folder: SystemFolder) -> PackageTool {
        let words = folder.lines(of: "/etc/os-release").filter { $0.hasPrefix("ID") }
            .flatMap { $0.split { "=\" ".contains($0) } }
        if words.contains("arch") { return .pacman }
        return words.contains("fedora") || words.contains("rhel") ? .dnf : .apt
    }
}

/// The two numbers that name a kind of USB device.
public struct USBDeviceID: Hashable, Sendable, CustomStringConvertible {
    /// Who made it.
    public var vendor: UInt16
    /// Which of the maker's.
    public var product: UInt16

    /// An id from its numbers.
    public init(_ vendor: UInt16, _ product: UInt16) {
        self.vendor = vendor
        self.product = product
    }

    /// The id of two texts of four hex digits; nil for anything else.
    init?(vendor: some StringProtocol, product: some StringProtocol) {
        guard let vendor = UInt16(vendor, radix: 16), let product = UInt16(product, radix: 16) else {
            return nil
        }
        self.init(vendor, product)
    }

    /// As lsusb writes it: `072f:2200`.
    public var description: String { "\(Self.digits(vendor)):\(Self.digits(product))" }

    /// Four hex digits, as udev's rules have them.
    static func digits(_ number: UInt16) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: 4 - text.count) + text
    }
}

extension ReaderFacts.LibNFCConfiguration {
    /// Source: nfc-tools/libnfc 1.8.0 `libnfc/conf.c`: libnfc.conf, then the files of devices.d.
    fileprivate init(_ folder: SystemFolder) {
        let more = folder.names(in: "/etc/nfc/devices.d").filter { $0.hasSuffix(".conf") }
        for path in ["/etc/nfc/libnfc.conf"] + more.map({ "/etc/nfc/devices.d/\($0)" }) {
            for line in folder.lines(of: path) where !line.hasPrefix("#") {
                let parts = line.split(separator: "=", maxSplits: 1)
                guard parts.count == 2 else { continue }
                let key = parts[0].trimmingCharacters(in: .whitespaces)
                let value = parts[1].trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
                switch key {
                case "allow_autoscan":
                    looksForReaders = ["yes", "true", "1"].contains(value)
                    file = path
                case "device.connstring", "connstring":
                    connstrings.append(Connstring(text: value, file: path))
                default: break
                }
            }
        }
    }
}

extension ReaderFacts.PCSCState {
    fileprivate init(_ folder: SystemFolder) {
        isInstalled = ["/usr/sbin/pcscd", "/usr/bin/pcscd", "/sbin/pcscd"].contains(where: folder.holds)
        hasSocket = folder.holds("/run/pcscd/pcscd.comm")
        hasDriver = ["/usr/lib/pcsc/drivers", "/usr/lib64/pcsc/drivers", "/usr/lib/readers/usb"].contains {
            folder.names(in: $0).contains { $0.hasPrefix("ifd-ccid") }
        }
    }
}

extension ReaderFacts.Account {
    /// Who runs this program, with the groups of this login.
    public static func current(root: String = "/") -> ReaderFacts.Account {
        let id = geteuid()
        var groups = [gid_t](repeating: 0, count: 1024)
        let count = getgroups(Int32(groups.count), &groups)
        return ReaderFacts.Account(
            name: SystemFolder(root).accounts().first { $0.value.id == id }?.key ?? String(id), id: id,
            groups: Set(groups.prefix(max(0, Int(count)))).union([getegid()]))
    }

    /// An account of the system below `root` as it is after a login; nil where there is none of this name.
    public init?(named name: String, root: String = "/") {
        let folder = SystemFolder(root)
        guard let account = folder.accounts()[name] else { return nil }
        let groups = folder.groups().values.filter { $0.members.contains(name) }.map(\.id)
        self.init(name: name, id: account.id, groups: Set(groups).union([account.group]))
    }
}
