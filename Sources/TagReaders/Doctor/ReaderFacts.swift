import Foundation

/// Facts about a Linux system that determine whether NFC readers can be used.
///
/// ``ReaderDiagnosis`` uses only these facts. ``init(root:account:)`` collects them from the system's files.
public struct ReaderFacts: Hashable, Sendable {
    /// The account whose programs will use a reader.
    public var account: Account
    /// Whether the system shows its USB devices in `/sys`. Many containers do not.
    var showsUSB = true
    /// The connected USB devices.
    public var devices: [USBDevice] = []
    /// The serial ports to which a PN532 may be connected: the ports of USB cables and USB boards, the port
    /// on a Raspberry Pi's pins, and any existing port that libnfc's configuration files name.
    public var ports: [DeviceFile] = []
    /// The names of the loaded kernel modules.
    public var modules: Set<String> = []
    /// The names of the kernel modules that the system is configured not to load automatically.
    var blacklistedModules: Set<String> = []
    /// The names of the running programs.
    public var programs: Set<String> = []
    /// The udev rules that grant access to USB devices with a specific vendor and product id.
    public var rules: [DeviceRule] = []
    /// The settings in libnfc's configuration files.
    public var libnfc = LibNFCConfiguration()
    /// The state of PC/SC's daemon and driver.
    public var pcsc = PCSCState()
    /// The system's groups, keyed by name.
    public var groups: [String: Group] = [:]
    /// The system's package manager.
    var packages = PackageTool.apt

    /// Creates facts about a system without devices. The caller sets the other properties.
    public init(account: Account) { self.account = account }

    /// An account on the system, with the groups that determine its permissions.
    public struct Account: Hashable, Sendable {
        /// The login name, or the user id as text if the account has no name.
        public var name: String
        /// The user id; 0 is root, which has all permissions.
        public var id: UInt32
        /// The ids of the account's groups: those of the current login, or those that a new login would have.
        public var groups: Set<UInt32>

        public init(name: String, id: UInt32, groups: Set<UInt32>) {
            self.name = name
            self.id = id
            self.groups = groups
        }
    }

    /// A connected USB device.
    public struct USBDevice: Hashable, Sendable {
        /// The kernel's name for the USB port to which the device is connected, such as `1-2.4`.
        public var place: String
        /// The vendor and product id.
        public var id: USBDeviceID
        /// The manufacturer and product name that the device reports. May be empty.
        public var name: String
        var interfaces: [Interface]
        /// The device file in `/dev/bus/usb` that programs open; nil if the file does not exist.
        public var file: DeviceFile?

        /// A USB interface of the device.
        public struct Interface: Hashable, Sendable {
            /// The USB interface class, such as 0Bh for a smart card reader.
            public var interfaceClass: UInt8
            /// The driver that has claimed the interface: a kernel module, or `usbfs` for a program; nil if
            /// the interface is not claimed.
            public var driver: String?
        }
    }

    /// A device file with its permissions.
    public struct DeviceFile: Hashable, Sendable {
        /// The path on the examined system, such as `/dev/ttyUSB0`.
        public var path: String
        /// The name of the group that owns the file; nil if the group has no name.
        public var group: String?
        /// The permission bits of the file mode.
        public var mode: UInt16
        /// Whether the account has permission to read and write the file.
        var isUsable: Bool
    }

    /// A udev rule that grants access to USB devices with a specific vendor and product id.
    public struct DeviceRule: Hashable, Sendable {
        /// The vendor and product id of the devices that the rule matches.
        public var id: USBDeviceID
        /// The group to which the rule grants access; nil if the rule names no group.
        public var group: String?
        /// The path of the file that contains the rule, on the examined system.
        public var path: String
    }

    /// A group of accounts, as listed in `/etc/group`.
    public struct Group: Hashable, Sendable {
        public var id: UInt32
        /// The names of the accounts that are listed as members.
        public var members: Set<String>
    }

    /// The settings in `libnfc.conf` and in the files in `devices.d`.
    public struct LibNFCConfiguration: Hashable, Sendable {
        /// Whether libnfc searches for USB readers (`allow_autoscan`). By default, it does.
        var looksForReaders = true
        /// The path of the file that sets `allow_autoscan`; nil if no file sets it.
        public var file: String?
        /// The readers that the files configure by connection string.
        var connstrings: [Connstring] = []

        /// A reader that is configured by its connection string.
        public struct Connstring: Hashable, Sendable {
            /// The connection string, such as `pn532_uart:/dev/ttyUSB0`.
            public var text: String
            /// The path of the configuration file on the examined system.
            public var file: String
        }
    }

    /// The state of PC/SC's daemon, pcscd, and of its driver.
    public struct PCSCState: Hashable, Sendable {
        /// Whether the daemon is installed.
        public var isInstalled = false
        /// Whether the daemon's socket exists. When a program connects to the socket, systemd starts the
        /// daemon.
        var hasSocket = false
        /// Whether the driver for USB readers is installed.
        var hasDriver = false
    }

    /// The system's package manager.
    public enum PackageTool: String, Sendable {
        /// The package manager of Debian, Ubuntu and Raspberry Pi OS.
        case apt
        /// The package manager of Fedora and its derivatives.
        case dnf
        /// The package manager of Arch Linux.
        case pacman
    }

    /// Collects the facts about the system whose files are below a root folder. Files are only read, never
    /// written.
    ///
    /// Files that do not exist or cannot be read are skipped.
    ///
    /// - Parameters:
    ///   - root: `/`, or the root folder of another system, such as the mounted memory card of a Raspberry
    ///     Pi.
    ///   - account: The account whose programs will use a reader.
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
        for path in libnfc.connstrings.compactMap(\.port) where !ports.contains(where: { $0.path == path }) {
            if let port = files.file(path) { ports.append(port) }
        }
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
        String(number).padded(to: 3)
    }

    /// Returns the serial ports of USB cables (`ttyUSB`) and USB boards (`ttyACM`), and those on a Raspberry
    /// Pi's pins (`ttyAMA`).
    private static func ports(_ folder: SystemFolder, _ files: DeviceFiles) -> [DeviceFile] {
        folder.names(in: "/dev")
            .map { "/dev/\($0)" }.filter(isCablePort).compactMap(files.file)
    }

    /// Returns whether the path has a name that Linux gives to the serial port of a USB cable or a USB board,
    /// or to a serial port on a Raspberry Pi's pins.
    static func isCablePort(_ path: String) -> Bool {
        ["/dev/ttyUSB", "/dev/ttyACM", "/dev/ttyAMA"].contains { path.hasPrefix($0) }
    }

    private static func modules(_ folder: SystemFolder) -> Set<String> {
        Set(folder.lines(of: "/proc/modules").compactMap { $0.split(separator: " ").first.map(String.init) })
    }

    /// Returns the names of the modules that the system is configured not to load.
    ///
    /// Source: modprobe.d(5): `blacklist`, and `install` with a command such as `/bin/false`.
    private static func blacklistedModules(_ folder: SystemFolder) -> Set<String> {
        var modules: Set<String> = []
        for (_, line) in folder.settings("modprobe.d", suffix: ".conf") {
            let words = line.split { $0 == " " || $0 == "\t" }
            guard words.count >= 2 else { continue }
            let isNever = words[0] == "install" && words.last.map { $0.hasSuffix("/false") } == true
            if words[0] == "blacklist" || isNever { modules.insert(String(words[1])) }
        }
        return modules
    }

    private static func programs(_ folder: SystemFolder) -> Set<String> {
        let processes = folder.names(in: "/proc").filter { UInt32($0) != nil }
        return Set(processes.compactMap { folder.line(of: "/proc/\($0)/comm") })
    }

    /// Returns the udev rules that match a USB vendor and product and grant access to a group, to the user at
    /// the computer, or to everyone.
    private static func rules(_ folder: SystemFolder) -> [DeviceRule] {
        var rules: [DeviceRule] = []
        for (path, line) in folder.settings("udev/rules.d", suffix: ".rules") where !line.hasPrefix("#") {
            guard let vendor = quoted(after: "idVendor}==", in: line),
                let product = quoted(after: "idProduct}==", in: line),
                let id = USBDeviceID(vendor: vendor, product: product)
            else { continue }
            let group = quoted(after: "GROUP=", in: line) ?? quoted(after: "GROUP:=", in: line)
            guard group != nil || line.contains("\"uaccess\"") || line.contains("MODE=\"0666\"") else {
                continue
            }
            rules.append(DeviceRule(id: id, group: group, path: path))
        }
        return rules
    }

    /// Returns the text in quotation marks that follows `key`; nil if there is no such text.
    private static func quoted(after key: String, in line: String) -> String? {
        guard let start = line.range(of: key + "\"") else { return nil }
        let rest = line[start.upperBound...]
        return rest.firstIndex(of: "\"").map { String(rest[..<$0]) }
    }

    /// Returns the package manager of the system's distribution; `apt` unless the distribution is Arch,
    /// Fedora or RHEL, or is based on one of them. Source: os-release(5).
    private static func packages(_ folder: SystemFolder) -> PackageTool {
        let words = folder.lines(of: "/etc/os-release").filter { $0.hasPrefix("ID") }
            .flatMap { $0.split { "=\" ".contains($0) } }
        if words.contains("arch") { return .pacman }
        return words.contains("fedora") || words.contains("rhel") ? .dnf : .apt
    }
}

/// The vendor id and the product id of a USB device.
public struct USBDeviceID: Hashable, Sendable, CustomStringConvertible {
    /// The id of the vendor, which USB-IF assigns.
    public var vendor: UInt16
    /// The id of the product, which the vendor assigns.
    public var product: UInt16

    public init(_ vendor: UInt16, _ product: UInt16) {
        self.vendor = vendor
        self.product = product
    }

    /// Parses a vendor id and a product id from hexadecimal text. Returns nil if either is not a 16-bit
    /// hexadecimal number.
    init?(vendor: some StringProtocol, product: some StringProtocol) {
        guard let vendor = UInt16(vendor, radix: 16), let product = UInt16(product, radix: 16) else {
            return nil
        }
        self.init(vendor, product)
    }

    /// The two ids in the format of `lsusb`, such as `072f:2200`.
    public var description: String { "\(Self.digits(vendor)):\(Self.digits(product))" }

    /// Returns a number as four hexadecimal digits, the format of ids in udev rules.
    static func digits(_ number: UInt16) -> String {
        String(number, radix: 16).padded(to: 4)
    }
}

extension ReaderFacts.LibNFCConfiguration {
    /// Reads the settings from libnfc's configuration files.
    ///
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
    /// Returns the account that runs this program, with the groups of its current login.
    public static func current(root: String = "/") -> ReaderFacts.Account {
        let id = geteuid()
        var groups = [gid_t](repeating: 0, count: 1024)
        let count = getgroups(Int32(groups.count), &groups)
        return ReaderFacts.Account(
            name: SystemFolder(root).accounts().first { $0.value.id == id }?.key ?? String(id), id: id,
            groups: Set(groups.prefix(max(0, Int(count)))).union([getegid()]))
    }

    /// Looks up the account `name` of the system whose root folder is `root`. Returns nil if the system has
    /// no such account. The groups are those that the account has after its next login: its primary group,
    /// and all groups that list it as a member.
    public init?(named name: String, root: String = "/") {
        let folder = SystemFolder(root)
        guard let account = folder.accounts()[name] else { return nil }
        let groups = folder.groups().values.filter { $0.members.contains(name) }.map(\.id)
        self.init(name: name, id: account.id, groups: Set(groups).union([account.group]))
    }
}
