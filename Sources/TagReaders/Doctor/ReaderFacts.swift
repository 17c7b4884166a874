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
    public enum PackageTool: String, Hashable, Sendable {
        /// Debian, Ubuntu, Raspberry Pi OS.
        case apt
        /// Fedora and its kin.
        case dnf
        /// Arch.
        case pacman
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
