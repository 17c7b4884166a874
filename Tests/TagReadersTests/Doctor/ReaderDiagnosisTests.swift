import Foundation
import TagReaders
import Testing

/// The doctor over root folders made for each case.
struct ReaderDiagnosisTests {
    @Test("an ACR122U that no other program uses is ready")
    func healthy() throws {
        try SystemRoot.with { root in
            try root.addReader(0x072F, 0x2200)
            let diagnosis = root.diagnosis()
            #expect(diagnosis.findings == [])
            #expect(diagnosis.readers.map(\.name) == ["ACS ACR122U"])
            #expect(diagnosis.readers.map(\.drivers) == [["libnfc", "pcsc"]])
            #expect(diagnosis.readers.map(\.isReady) == [true])
        }
    }

    @Test(
        "an ACR122U that libnfc cannot have and PC/SC serves is ready",
        arguments: [
            (0o666, true, "prevents libnfc from using the ACS ACR122U"),
            (0o660, false, "no udev rule lets you use"),
        ])
    func served(mode: Int, isRunning: Bool, obstacle: String) throws {
        try SystemRoot.with { root in
            try root.addPCSC()
            if isRunning { try root.addProcess(811, "pcscd") }
            try root.addReader(
                0x072F, 0x2200, driver: isRunning ? "usbfs" : nil, interfaceClass: "0b", mode: mode)
            let diagnosis = root.diagnosis()
            #expect(diagnosis.findings == [])
            let reader = try #require(diagnosis.readers.first)
            #expect(reader.isReady && reader.drivers == ["libnfc", "pcsc"] && reader.usable == ["pcsc"])
            #expect(reader.obstacle.contains(obstacle))
        }
    }

    @Test("what the kernel or another program holds PC/SC cannot serve", arguments: ["pn533_usb", "usbfs"])
    func notServed(driver: String) throws {
        try SystemRoot.with { root in
            try root.addPCSC()
            try root.addReader(0x072F, 0x2200, driver: driver, interfaceClass: "0b")
            let diagnosis = root.diagnosis()
            #expect(diagnosis.readers.map(\.usable) == [[]] && diagnosis.findings.count == 1)
        }
    }

    /// A change to a system with one reader, and the doctor's findings after it, each as a code and a
    /// command.
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let code: ReaderFinding.Code
        let commands: [String]
        let prepare: @Sendable (SystemRoot) throws -> Void

        init(
            _ name: String, _ code: ReaderFinding.Code, _ commands: [String],
            _ prepare: @escaping @Sendable (SystemRoot) throws -> Void
        ) {
            testDescription = name
            self.code = code
            self.commands = commands
            self.prepare = prepare
        }
    }

    static let cases: [Case] = [
        Case(
            "pn533_usb holds it and nothing is blacklisted", .kernelHolds,
            [
                "sudo modprobe -r pn533_usb",
                "printf 'blacklist pn533_usb\\nblacklist pn533\\nblacklist nfc\\n' | sudo tee "
                    + "/etc/modprobe.d/tapctl-nfc.conf",
            ]
        ) { root in
            try root.write("/proc/modules", "pn533_usb 1 0 - Live\npn533 1 1 pn533_usb,\nnfc 1 1 pn533,\n")
            try root.addReader(0x072F, 0x2200, driver: "pn533_usb")
        },
        Case(
            "the shipped list of older Debians forgets pn533_usb", .kernelHolds,
            [
                "sudo modprobe -r pn533_usb",
                "printf 'blacklist pn533_usb\\n' | sudo tee /etc/modprobe.d/tapctl-nfc.conf",
            ]
        ) { root in
            try root.write("/etc/modprobe.d/blacklist-libnfc.conf", "blacklist nfc\nblacklist pn533\n")
            try root.addReader(0x04E6, 0x5591, driver: "pn533_usb")
        },
        Case("the list is whole, the reader was in before", .kernelHolds, ["sudo modprobe -r pn533_usb"]) {
            root in
            try root.write(
                "/etc/modprobe.d/nfc.conf", "blacklist nfc\n blacklist pn533\ninstall pn533_usb /bin/false\n")
            try root.addReader(0x04CC, 0x2533, driver: "pn533_usb")
        },
        Case(
            "pcscd runs beside an ACR122U", .pcscdHolds, ["sudo systemctl stop pcscd.socket pcscd.service"]
        ) { root in
            try root.addProcess(811, "pcscd")
            try root.addReader(0x072F, 0x2200, driver: "usbfs", interfaceClass: "0b")
        },
        Case(
            "a program without a name that we know holds it", .programHolds,
            ["sudo fuser -v /dev/bus/usb/001/004"]
        ) {
            try $0.addReader(0x04E6, 0x5591, driver: "usbfs")
        },
        Case(
            "no rule names the reader", .ruleMissing,
            [
                "echo 'SUBSYSTEM==\"usb\", ATTR{idVendor}==\"04e6\", ATTR{idProduct}==\"5594\", MODE=\"0660\", "
                    + "GROUP=\"plugdev\", TAG+=\"uaccess\"' | sudo tee /etc/udev/rules.d/70-tapctl-nfc.rules",
                "sudo udevadm control --reload",
            ]
        ) { try $0.addReader(0x04E6, 0x5594, mode: 0o660) },
        Case("its group is not yours", .notInGroup, ["sudo usermod -aG plugdev ann"]) { root in
            try root.addRules()
            try root.addReader(0x072F, 0x2200, mode: 0o660)
        },
        Case(
            "its group is not on this system", .notInGroup,
            ["sudo groupadd --system nfc", "sudo usermod -aG nfc ann"]
        ) {
            root in
            try root.write(
                "/etc/udev/rules.d/50-nfc.rules",
                "ATTRS{idVendor}==\"072f\", ATTRS{idProduct}==\"2200\", GROUP=\"nfc\"\n")
            try root.addReader(0x072F, 0x2200, mode: 0o660)
        },
        Case(
            "the rule is newer than the reader", .ruleNotApplied,
            ["sudo udevadm control --reload", "sudo udevadm trigger --subsystem-match=usb"]
        ) { root in
            try root.addRules()
            try root.write("/etc/group", "plugdev:x:46:ann\ndialout:x:20:\n")
            try root.addReader(0x072F, 0x2200, mode: 0o660)
        },
        Case("an ACR1252U without PC/SC", .pcscdMissing, ["sudo apt install pcscd libccid", enable]) {
            try $0.addReader(0x072F, 0x223B, interfaceClass: "0b")
        },
        Case("the same on Fedora", .pcscdMissing, ["sudo dnf install pcsc-lite pcsc-lite-ccid", enable]) {
            root in
            try root.write("/etc/os-release", "NAME=\"Fedora Linux\"\nID=fedora\n")
            try root.addReader(0x072F, 0x223B, interfaceClass: "0b")
        },
        Case(
            "PC/SC without its driver", .ccidMissing,
            ["sudo apt install pcscd libccid", "sudo systemctl restart pcscd.socket"]
        ) {
            root in
            try root.write("/usr/sbin/pcscd", "")
            try root.addReader(0x072F, 0x223B, interfaceClass: "0b")
        },
        Case("PC/SC switched off, and a reader that is not in the list", .pcscdStopped, [enable]) { root in
            try root.addPCSC()
            try FileManager.default.removeItem(atPath: root.path + "/run/pcscd/pcscd.comm")
            try root.addReader(0x1234, 0x5678, interfaceClass: "0b")
        },
        Case("a Sony RC-S380", .unsupported, []) { try $0.addReader(0x054C, 0x06C3) },
        Case(
            "libnfc may not look", .autoscanOff,
            ["sudo sed -i 's/^[[:space:]]*allow_autoscan.*/allow_autoscan = true/' /etc/nfc/libnfc.conf"]
        ) { root in
            try root.write("/etc/nfc/libnfc.conf", "# a comment\nallow_autoscan = false\n")
            try root.addReader(0x072F, 0x2200)
        },
        Case(
            "libnfc's file names another port", .configuredPortMissing,
            ["sudoedit /etc/nfc/devices.d/pn532.conf"]
        ) {
            root in
            try root.write(
                "/etc/nfc/devices.d/pn532.conf",
                "name = \"PN532\"\nconnstring = \"pn532_uart:/dev/ttyUSB1:115200\"\n")
            try root.addPort("ttyUSB0")
        },
        Case("a serial port of a group that is not yours", .notInGroup, ["sudo usermod -aG dialout ann"]) {
            try $0.addPort("ttyUSB0", mode: 0o660)
        },
        Case("added to the group, but not logged in again", .loginTooOld, ["newgrp dialout"]) { root in
            try root.write("/etc/group", "dialout:x:20:ann\n")
            try root.addPort("ttyACM0", mode: 0o660)
        },
        Case(
            "brltty took the cable", .brlttyHolds,
            ["sudo systemctl mask --now brltty-udev.service brltty.service"]
        ) { root in
            try root.addProcess(77, "brltty")
            try root.addReader(0x1A86, 0x7523)
        },
        Case("a cable without a port", .portMissing, ["sudo dmesg | grep -i tty"]) {
            try $0.addReader(0x10C4, 0xEA60)
        },
        Case("nothing is plugged in", .noReader, ["lsusb"]) {
            try $0.write("/sys/bus/usb/devices/none/x", "")
        },
        Case("a container without USB", .noReader, []) { _ in },
    ]

    private static let enable = "sudo systemctl enable --now pcscd.socket"

    @Test("finds each cause, and says the commands that mend it", arguments: cases)
    func finds(example: Case) throws {
        try SystemRoot.with { root in
            try example.prepare(root)
            let diagnosis = root.diagnosis()
            #expect(diagnosis.findings.map(\.code) == [example.code])
            #expect(diagnosis.findings.map(\.commands) == [example.commands])
            #expect(diagnosis.findings.allSatisfy { !$0.commands.isEmpty || !$0.hint.isEmpty })
            #expect(diagnosis.readers.filter(\.isReady).isEmpty == !Self.leavesReady.contains(example.code))
        }
    }

    @Test("a finding about a group names the group and the account")
    func groupAndAccount() throws {
        try SystemRoot.with { root in
            try root.addPort("ttyUSB0", mode: 0o660)
            #expect(
                root.diagnosis().findings.map(\.summary) == [
                    "only members of the group dialout may use serial ports, and ann is not a member"
                ])
            try root.write("/etc/group", "dialout:x:20:ann\n")
            #expect(
                root.diagnosis().findings.map(\.summary)
                    == ["ann was added to the group dialout after logging in"])
        }
    }

    /// Problems of libnfc's files are no problem of the reader.
    private static let leavesReady: Set<ReaderFinding.Code> = [.autoscanOff, .configuredPortMissing]

    @Test("a port that is named in libnfc's file is used like the others if it exists")
    func configuredPort() throws {
        try SystemRoot.with { root in
            try root.write("/etc/nfc/libnfc.conf", "device.connstring = \"pn532_uart:/dev/ttyS0\"\n")
            #expect(root.diagnosis().findings.map(\.code) == [.configuredPortMissing])
            try root.addPort("ttyS0")
            #expect(root.diagnosis().findings == [])
            #expect(root.diagnosis().readers.map(\.place) == ["/dev/ttyS0"])
            try root.addPort("ttyS0", mode: 0o660)
            #expect(root.diagnosis().findings.map(\.code) == [.notInGroup])
        }
    }

    @Test(
        "the reason counts the USB devices that are not readers",
        arguments: [
            (1, "there is no serial port, and the only USB device is not a known reader"),
            (2, "there is no serial port, and none of the 2 USB devices is a known reader"),
        ])
    func otherDevices(count: Int, reason: String) throws {
        try SystemRoot.with { root in
            for number in 1...count { try root.addReader(0x1D6B, 0x0002, place: "usb\(number)") }
            let findings = root.diagnosis().findings
            #expect(findings.map(\.code) == [.noReader] && findings.map(\.reason) == [reason])
        }
    }

    @Test("every kind of finding has a case")
    func whole() { #expect(Set(Self.cases.map(\.code)) == Set(ReaderFinding.Code.allCases)) }

    @Test("root may use what no rule gives, and a member what its group has")
    func permitted() throws {
        try SystemRoot.with { root in
            try root.addReader(0x04E6, 0x5594, mode: 0o660)
            let everything = ReaderFacts.Account(name: "root", id: 0, groups: [0])
            #expect(ReaderDiagnosis(ReaderFacts(root: root.path, account: everything)).findings == [])
            let owner = ReaderFacts.Account(
                name: "me", id: geteuid() == 0 ? 1 : geteuid(), groups: [getegid()])
            #expect(ReaderDiagnosis(ReaderFacts(root: root.path, account: owner)).findings == [])
        }
    }

    @Test("a reader of PC/SC is ready where the daemon waits, and two of a kind are named once each")
    func pcsc() throws {
        try SystemRoot.with { root in
            try root.addPCSC()
            try root.addReader(0x072F, 0x223B, interfaceClass: "0b")
            try root.addReader(0x072F, 0x2303, place: "1-5", interfaceClass: "0b")
            let diagnosis = root.diagnosis()
            #expect(diagnosis.findings == [])
            #expect(diagnosis.readers.map(\.name) == ["ACS ACR1252U", "ACS ACR1552U"])
            #expect(diagnosis.readers.map(\.place) == ["1-2", "1-5"])
        }
    }

    @Test("a keyboard and a hub are no readers")
    func strangers() throws {
        try SystemRoot.with { root in
            try root.addReader(0x1D6B, 0x0002, place: "usb1", interfaceClass: "09")
            try root.addReader(0x046D, 0xC31C, place: "1-1", interfaceClass: "03")
            #expect(root.diagnosis().findings.map(\.code) == [.noReader])
        }
    }

    @Test("nothing below the root folder is changed")
    func changesNothing() throws {
        try SystemRoot.with { root in
            try root.addRules()
            try root.addReader(0x072F, 0x2200, driver: "pn533_usb", mode: 0o660)
            let before = try root.everything()
            _ = root.diagnosis()
            let after = try root.everything()
            #expect(after == before)
        }
    }

    @Test("files that are pipes, folders, huge or no text do not stop it")
    func oddFiles() throws {
        try SystemRoot.with { root in
            try root.addReader(0x072F, 0x2200)
            try root.write("/etc/udev/rules.d/1.rules", String(repeating: "x", count: 1 << 19))
            try root.write("/etc/group", "::::\nplugdev:x\n\u{0}\u{0}")
            try root.write("/etc/modprobe.d/2.conf/file", "blacklist x")
            try FileManager.default.createDirectory(
                atPath: root.path + "/etc/nfc", withIntermediateDirectories: true)
            #expect(mkfifo(root.path + "/etc/nfc/libnfc.conf", 0o600) == 0)
            #expect(root.diagnosis().findings == [])
        }
    }
}
