/// The result of checking whether the readers of a system can be used. The same facts always produce the same
/// result.
///
/// The diagnosis opens no devices and changes nothing.
public struct ReaderDiagnosis: Hashable, Sendable {
    /// A connected reader, or a serial port to which a reader may be connected.
    public struct Reader: Hashable, Sendable {
        /// The product name of the reader, for display.
        public let name: String
        /// The reader's USB vendor and product id; nil for a serial port.
        public let id: USBDeviceID?
        /// The reader's location, such as `1-2` for a USB device or `/dev/ttyUSB0` for a serial port.
        public let place: String
        /// The names of the libraries that support the reader: `libnfc` and `pcsc`. Empty for an unsupported
        /// reader.
        public let drivers: [String]
        /// The names of the libraries that can use the reader in the system's current state.
        public let usable: [String]
        /// If PC/SC can use the reader now but libnfc cannot, the reason why libnfc cannot; otherwise empty.
        public let obstacle: String

        /// Whether at least one library can use the reader now.
        public var isReady: Bool { !usable.isEmpty }
    }

    /// The connected readers, and the serial ports to which a reader may be connected.
    public private(set) var readers: [Reader] = []
    /// The obstacles found, including the lack of a reader.
    public private(set) var findings: [ReaderFinding] = []

    /// Diagnoses the readers from the given facts.
    public init(_ facts: ReaderFacts) {
        for device in facts.devices {
            guard let known = KnownReader(device) else { continue }
            let found = Self.findings(device, known, facts)
            let isServed = known.way == .both && Self.isServed(device, known, facts)
            // A problem with libnfc does not matter if PC/SC serves the reader.
            if !isServed { findings += found.filter { !findings.contains($0) } }
            guard let drivers = Self.drivers(of: known.way) else { continue }
            readers.append(
                Reader(
                    name: known.name, id: device.id, place: device.place, drivers: drivers,
                    usable: found.isEmpty ? drivers : isServed ? ["pcsc"] : [],
                    obstacle: isServed ? found.first?.summary ?? "" : ""))
        }
        for port in facts.ports {
            let found = Self.findings(port, facts)
            findings += found.filter { !findings.contains($0) }
            readers.append(
                Reader(
                    name: "a serial port, perhaps with a PN532", id: nil, place: port.path,
                    drivers: ["libnfc"], usable: found.isEmpty ? ["libnfc"] : [], obstacle: ""))
        }
        findings += Self.findings(facts.libnfc, facts, among: readers)
        if readers.isEmpty, findings.isEmpty { findings = [Self.noReader(facts)] }
    }

    private static func drivers(of way: KnownReader.Way) -> [String]? {
        switch way {
        case .libnfc: ["libnfc"]
        case .both: ["libnfc", "pcsc"]
        case .pcsc: ["pcsc"]
        case .none: []
        // A cable is listed under its port.
        case .serialCable: nil
        }
    }

    private static func findings(
        _ device: ReaderFacts.USBDevice, _ known: KnownReader, _ facts: ReaderFacts
    ) -> [ReaderFinding] {
        switch known.way {
        case .libnfc: holder(of: device, known, facts) ?? permission(of: device, known, facts)
        case .both:
            holder(of: device, known, facts) ?? daemon(holding: known, facts)
                ?? permission(of: device, known, facts)
        case .pcsc: daemon(neededBy: known, facts)
        case .none: [unsupported(known)]
        case .serialCable: cable(known, facts)
        }
    }

    private static func noReader(_ facts: ReaderFacts) -> ReaderFinding {
        guard facts.showsUSB else {
            return ReaderFinding(
                .noReader, "this system does not show any USB devices",
                reason: "/sys/bus/usb/devices does not exist",
                hint: "in a container or a virtual machine, pass the reader through from the host")
        }
        let reason =
            switch facts.devices.count {
            case 0: "there are no USB devices and no serial ports"
            case 1: "there is no serial port, and the only USB device is not a known reader"
            case let count: "there is no serial port, and none of the \(count) USB devices is a known reader"
            }
        return ReaderFinding(
            .noReader, "no reader was found", reason: reason,
            commands: ["lsusb"],
            hint:
                "plug the reader in, or try another cable or port; if lsusb does not list the reader, "
                + "the computer cannot detect it"
        )
    }

    private static func unsupported(_ known: KnownReader) -> ReaderFinding {
        ReaderFinding(
            .unsupported, "the \(known.name) works with neither libnfc nor PC/SC",
            reason: "the reader uses its own protocol, which only nfcpy and the kernel support",
            hint: "use another reader; docs/hardware.md lists the supported readers")
    }

    /// Returns a finding if an NFC kernel module or another program has claimed the reader; otherwise nil. If
    /// pcscd is running, claims by programs are ignored.
    static func holder(
        of device: ReaderFacts.USBDevice, _ known: KnownReader, _ facts: ReaderFacts
    ) -> [ReaderFinding]? {
        let drivers = device.interfaces.compactMap(\.driver)
        if let driver = drivers.first(where: KnownReader.kernelModules.contains) {
            return [kernel(driver, known, device, facts)]
        }
        // The finding about pcscd contains more details.
        guard drivers.contains("usbfs"), !facts.programs.contains("pcscd") else { return nil }
        return [
            ReaderFinding(
                .programHolds, "another program is using the \(known.name)",
                reason: "USB \(device.place) is claimed by a program (usbfs)",
                commands: device.file.map { ["sudo fuser -v \($0.path)"] } ?? [],
                hint: device.file == nil
                    ? "close the other program" : "close the program that the command shows")
        ]
    }

    /// Returns a finding that the kernel has claimed the reader. The finding's commands remove and blacklist
    /// the kernel's NFC modules.
    ///
    /// Source: nfc-tools/libnfc#221, #391, #402, #426: remove the module, blacklist all three names,
    /// reconnect the reader.
    private static func kernel(
        _ driver: String, _ known: KnownReader, _ device: ReaderFacts.USBDevice, _ facts: ReaderFacts
    ) -> ReaderFinding {
        // Removing a module also removes the modules that only it needs.
        let module = driver == "pn533" && facts.modules.contains("pn533_usb") ? "pn533_usb" : driver
        let unwanted = [module, "pn533", "nfc"].reduce(into: [String]()) {
            if !$0.contains($1) { $0.append($1) }
        }
        var commands = ["sudo modprobe -r \(module)"]
        let missing = unwanted.filter { !facts.blacklistedModules.contains($0) }
        if !missing.isEmpty {
            let lines = missing.map { "blacklist \($0)\\n" }.joined()
            commands.append("printf '\(lines)' | sudo tee /etc/modprobe.d/tapctl-nfc.conf")
        }
        return ReaderFinding(
            .kernelHolds, "the kernel's own NFC driver is using the \(known.name)",
            reason:
                "\(driver) uses USB \(device.place), so libnfc reports: unable to claim USB interface",
            commands: commands, hint: "then unplug the reader and plug it in again")
    }

    /// Returns a finding if pcscd is running; otherwise nil. A running pcscd claims readers such as the
    /// ACR122U, so libnfc cannot open them.
    ///
    /// Source: nfcpy/nfcpy#28, #35; nfc-tools/libnfc#475.
    static func daemon(holding known: KnownReader, _ facts: ReaderFacts) -> [ReaderFinding]? {
        guard facts.programs.contains("pcscd") else { return nil }
        return [
            ReaderFinding(
                .pcscdHolds, "pcscd, the PC/SC daemon, prevents libnfc from using the \(known.name)",
                reason: "pcscd is running",
                commands: ["sudo systemctl stop pcscd.socket pcscd.service"],
                hint: "pcscd starts again at the next boot unless you disable it; "
                    + "you can also leave it running and use the reader through PC/SC")
        ]
    }

    /// Returns a finding if the account does not have permission to open the reader's device file.
    static func permission(
        of device: ReaderFacts.USBDevice, _ known: KnownReader, _ facts: ReaderFacts
    ) -> [ReaderFinding] {
        guard let file = device.file, !file.isUsable else { return [] }
        let reason =
            "\(facts.account.name) does not have permission to write to \(file.path) (\(file.permissions))"
        guard let rule = facts.rules.first(where: { $0.id == device.id }) else {
            return [ruleMissing(for: device.id, known, reason: reason, facts)]
        }
        guard let group = rule.group else {
            return [notApplied(rule, known, reason: reason)]
        }
        if facts.groups[group]?.members.contains(facts.account.name) != true,
            facts.groups[group].map({ facts.account.groups.contains($0.id) }) != true
        {
            return [
                notInGroup(
                    group, toUse: "the \(known.name)",
                    reason: "\(reason); \(rule.path) gives the group \(group) access", facts
                )
            ]
        }
        return file.group == group
            ? [loginTooOld(group, facts)] : [notApplied(rule, known, reason: reason)]
    }

    private static func ruleMissing(
        for id: USBDeviceID, _ known: KnownReader, reason: String, _ facts: ReaderFacts
    ) -> ReaderFinding {
        // `uaccess` grants access to the user at the computer; a group also grants it to remote logins.
        let group = facts.groups["plugdev"] == nil ? "" : ", GROUP=\"plugdev\""
        let rule =
            "SUBSYSTEM==\"usb\", ATTR{idVendor}==\"\(USBDeviceID.digits(id.vendor))\", "
            + "ATTR{idProduct}==\"\(USBDeviceID.digits(id.product))\", MODE=\"0660\"\(group), TAG+=\"uaccess\""
        return ReaderFinding(
            .ruleMissing, "no udev rule lets you use the \(known.name)", reason: reason,
            commands: [
                // uaccess has an effect only in files that are read before 73-seat-late.rules.
                "echo '\(rule)' | sudo tee /etc/udev/rules.d/70-tapctl-nfc.rules",
                "sudo udevadm control --reload",
            ], hint: "then unplug the reader and plug it in again")
    }

    private static func notApplied(
        _ rule: ReaderFacts.DeviceRule, _ known: KnownReader, reason: String
    ) -> ReaderFinding {
        ReaderFinding(
            .ruleNotApplied, "the udev rule for the \(known.name) has not taken effect yet",
            reason: "\(reason); \(rule.path) exists",
            commands: ["sudo udevadm control --reload", "sudo udevadm trigger --subsystem-match=usb"],
            hint: "then unplug the reader and plug it in again")
    }

    static func notInGroup(
        _ group: String, toUse what: String, reason: String, _ facts: ReaderFacts
    ) -> ReaderFinding {
        let exists = facts.groups[group] != nil
        return ReaderFinding(
            .notInGroup,
            "only members of the group \(group) may use \(what), and \(facts.account.name) is not a member",
            reason: reason,
            commands: (exists ? [] : ["sudo groupadd --system \(group)"])
                + ["sudo usermod -aG \(group) \(facts.account.name)"],
            hint: "then log out and in again")
    }

    static func loginTooOld(_ group: String, _ facts: ReaderFacts) -> ReaderFinding {
        ReaderFinding(
            .loginTooOld, "\(facts.account.name) was added to the group \(group) after logging in",
            reason:
                "the system lists \(facts.account.name) as a member, but the session began before the change",
            commands: ["newgrp \(group)"], hint: "or log out and in again: newgrp affects only this terminal"
        )
    }

    /// Returns a finding if the account does not have permission to open a serial port. Serial ports belong
    /// to the group `dialout` on Debian and to the group `uucp` on Arch Linux.
    static func findings(_ port: ReaderFacts.DeviceFile, _ facts: ReaderFacts) -> [ReaderFinding] {
        guard !port.isUsable else { return [] }
        let group = port.group ?? (facts.packages == .pacman ? "uucp" : "dialout")
        if facts.groups[group]?.members.contains(facts.account.name) == true {
            return [loginTooOld(group, facts)]
        }
        return [
            notInGroup(
                group, toUse: "serial ports",
                reason:
                    "\(facts.account.name) does not have permission to write to \(port.path) (\(port.permissions))",
                facts)
        ]
    }

    /// Returns a finding if a serial cable is connected but the system has no serial port for a cable. If
    /// brltty, the driver for Braille displays, is running, the finding reports that brltty is using the
    /// cable.
    ///
    /// Source for the conflict with brltty: juliagoda/CH341SER#18, pop-os/pop#2475.
    static func cable(_ known: KnownReader, _ facts: ReaderFacts) -> [ReaderFinding] {
        // Ports that only libnfc's configuration names, such as /dev/ttyS0, do not belong to cables.
        guard !facts.ports.contains(where: { ReaderFacts.isCablePort($0.path) }) else { return [] }
        let reason = "the cable is plugged in, but /dev/ttyUSB0 does not exist"
        guard facts.programs.contains("brltty") else {
            return [
                ReaderFinding(
                    .portMissing, "the system did not create a serial port for the \(known.name)",
                    reason: reason,
                    commands: ["sudo dmesg | grep -i tty"],
                    hint: "plug the cable in again; "
                        + "the command then shows the kernel's messages about the cable")
            ]
        }
        return [
            ReaderFinding(
                .brlttyHolds, "brltty, the driver for Braille displays, is using the \(known.name)",
                reason: "\(reason); brltty is running",
                commands: ["sudo systemctl mask --now brltty-udev.service brltty.service"],
                hint: "if this computer uses a Braille display, skip the command; "
                    + "otherwise, run it and plug the cable in again")
        ]
    }

    /// Returns findings about libnfc's configuration files: a disabled search for readers, or a port that
    /// does not exist.
    static func findings(
        _ configuration: ReaderFacts.LibNFCConfiguration, _ facts: ReaderFacts, among readers: [Reader]
    ) -> [ReaderFinding] {
        var findings: [ReaderFinding] = []
        let needsScan = readers.contains { $0.id != nil && $0.drivers.contains("libnfc") }
        if !configuration.looksForReaders, needsScan, let file = configuration.file {
            findings.append(
                ReaderFinding(
                    .autoscanOff, "libnfc is configured not to search for readers",
                    reason: "allow_autoscan is off in \(file)",
                    commands: [
                        "sudo sed -i 's/^[[:space:]]*allow_autoscan.*/allow_autoscan = true/' \(file)"
                    ]))
        }
        for connstring in configuration.connstrings {
            guard let path = connstring.port, !facts.ports.contains(where: { $0.path == path }) else {
                continue
            }
            findings.append(
                ReaderFinding(
                    .configuredPortMissing, "libnfc's configuration refers to a port that does not exist",
                    reason: "\(connstring.file) contains \(connstring.text)",
                    commands: ["sudoedit \(connstring.file)"],
                    hint: facts.ports.first.map { "use \($0.path) instead" }
                        ?? "plug the reader in, or disable the line by putting # before it"))
        }
        return findings
    }

    /// Returns true if PC/SC can use a reader that libnfc also supports. PC/SC's daemon or the daemon's
    /// socket must be active, the USB driver must be installed, and the reader must not be in use by another
    /// program. The account's permissions do not matter, because the daemon has its own.
    static func isServed(
        _ device: ReaderFacts.USBDevice, _ known: KnownReader, _ facts: ReaderFacts
    ) -> Bool {
        facts.pcsc.hasDriver && (facts.pcsc.hasSocket || facts.programs.contains("pcscd"))
            && holder(of: device, known, facts) == nil
    }

    /// Returns a finding if PC/SC is not ready for a reader that only PC/SC supports: PC/SC is not installed,
    /// has no driver for USB readers, or is stopped.
    static func daemon(neededBy known: KnownReader, _ facts: ReaderFacts) -> [ReaderFinding] {
        let what = "the \(known.name) works with PC/SC, not with libnfc"
        if !facts.pcsc.isInstalled {
            return [
                ReaderFinding(
                    .pcscdMissing, "\(what), but PC/SC is not installed", reason: "pcscd was not found",
                    commands: [facts.packages.installPCSC, "sudo systemctl enable --now pcscd.socket"])
            ]
        }
        if !facts.pcsc.hasDriver {
            return [
                ReaderFinding(
                    .ccidMissing, "\(what), but PC/SC has no driver for USB readers",
                    reason: "pcsc/drivers contains no ifd-ccid.bundle",
                    commands: [facts.packages.installPCSC, "sudo systemctl restart pcscd.socket"])
            ]
        }
        if !facts.pcsc.hasSocket, !facts.programs.contains("pcscd") {
            return [
                ReaderFinding(
                    .pcscdStopped, "\(what), but PC/SC is stopped",
                    reason: "/run/pcscd/pcscd.comm does not exist",
                    commands: ["sudo systemctl enable --now pcscd.socket"])
            ]
        }
        return []
    }
}

extension ReaderFacts.DeviceFile {
    /// The file mode in octal and the group, as text for messages: `mode 0660, group dialout`.
    var permissions: String {
        "mode " + String(mode & 0o777, radix: 8).padded(to: 4) + (group.map { ", group \($0)" } ?? "")
    }
}

extension String {
    /// The digits with zeros before them.
    func padded(to width: Int) -> String { String(repeating: "0", count: max(0, width - count)) + self }
}

extension ReaderFacts.LibNFCConfiguration.Connstring {
    /// The path of the serial port in the connection string; nil unless the path begins with `/dev/tty`.
    var port: String? {
        let parts = text.split(separator: ":")
        guard parts.count >= 2, parts[1].hasPrefix("/dev/tty") else { return nil }
        return String(parts[1])
    }
}

extension ReaderFacts.PackageTool {
    /// The command that installs the PC/SC daemon and its driver for USB readers.
    fileprivate var installPCSC: String {
        switch self {
        case .apt: "sudo apt install pcscd libccid"
        case .dnf: "sudo dnf install pcsc-lite pcsc-lite-ccid"
        case .pacman: "sudo pacman -S pcsclite ccid"
        }
    }
}
