extension ReaderDiagnosis {
    /// Who has the reader, where somebody has it; nil where nobody does.
    static func holder(
        of device: ReaderFacts.USBDevice, _ known: KnownReader, _ facts: ReaderFacts
    ) -> [ReaderFinding]? {
        let drivers = device.interfaces.compactMap(\.driver)
        if let driver = drivers.first(where: KnownReader.kernelModules.contains) {
            return [kernel(driver, known, device, facts)]
        }
        // pcscd's own finding says more.
        guard drivers.contains("usbfs"), !facts.programs.contains("pcscd") else { return nil }
        return [
            ReaderFinding(
                .programHolds, "another program has the \(known.name)",
                reason: "USB \(device.place) is claimed by a program (usbfs)",
                commands: device.file.map { ["sudo fuser -v \($0.path)"] } ?? [],
                hint: "end the program that the command shows")
        ]
    }

    /// Source: nfc-tools/libnfc#221, #391, #402, #426: taken out, blacklisted under all three names, plugged in anew.
    private static func kernel(
        _ driver: String, _ known: KnownReader, _ device: ReaderFacts.USBDevice, _ facts: ReaderFacts
    ) -> ReaderFinding {
        // Taking one module out takes those with it that nothing else needs.
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
            .kernelHolds, "the kernel's own NFC driver has taken the \(known.name)",
            reason:
                "\(driver) holds USB \(device.place), so libnfc can only say: unable to claim USB interface",
            commands: commands, hint: "then unplug the reader and plug it in again")
    }

    /// pcscd takes an ACR122U as soon as it runs. Source: nfcpy/nfcpy#28, #35; nfc-tools/libnfc#475.
    static func daemon(holding known: KnownReader, _ facts: ReaderFacts) -> [ReaderFinding]? {
        guard facts.programs.contains("pcscd") else { return nil }
        return [
            ReaderFinding(
                .pcscdHolds, "pcscd, the daemon of PC/SC, takes the \(known.name) from libnfc",
                reason: "pcscd is running",
                commands: ["sudo systemctl stop pcscd.socket pcscd.service"],
                hint: "or leave it running and use the reader through PC/SC; "
                    + "after a restart of the computer pcscd is back unless it is disabled")
        ]
    }

    /// Whether the account may open the reader's file.
    static func permission(
        of device: ReaderFacts.USBDevice, _ known: KnownReader, _ facts: ReaderFacts
    ) -> [ReaderFinding] {
        guard let file = device.file, !file.isUsable else { return [] }
        let reason = "\(facts.account.name) may not write \(file.path) (\(file.permissions))"
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
                    group, toUse: "the \(known.name)", reason: "\(reason); \(rule.path) gives it to it", facts
                )
            ]
        }
        return file.group == group
            ? [loginTooOld(group, facts)] : [notApplied(rule, known, reason: reason)]
    }

    private static func ruleMissing(
        for id: USBDeviceID, _ known: KnownReader, reason: String, _ facts: ReaderFacts
    ) -> ReaderFinding {
        // `uaccess` gives it to who sits at the computer, a group also to who comes from afar.
        let group = facts.groups["plugdev"] == nil ? "" : ", GROUP=\"plugdev\""
        let rule =
            "SUBSYSTEM==\"usb\", ATTR{idVendor}==\"\(USBDeviceID.digits(id.vendor))\", "
            + "ATTR{idProduct}==\"\(USBDeviceID.digits(id.product))\", MODE=\"0660\"\(group), TAG+=\"uaccess\""
        return ReaderFinding(
            .ruleMissing, "no udev rule lets you use the \(known.name)", reason: reason,
            commands: [
                // uaccess counts in files that are read before 73-seat-late.rules.
                "echo '\(rule)' | sudo tee /etc/udev/rules.d/70-tapctl-nfc.rules",
                "sudo udevadm control --reload",
            ], hint: "then unplug the reader and plug it in again")
    }

    private static func notApplied(
        _ rule: ReaderFacts.DeviceRule, _ known: KnownReader, reason: String
    ) -> ReaderFinding {
        ReaderFinding(
            .ruleNotApplied, "the rule for the \(known.name) has not come into force yet",
            reason: "\(reason); \(rule.path) is there",
            commands: ["sudo udevadm control --reload", "sudo udevadm trigger --subsystem-match=usb"],
            hint: "then unplug the reader and plug it in again")
    }

    static func notInGroup(
        _ group: String, toUse what: String, reason: String, _ facts: ReaderFacts
    ) -> ReaderFinding {
        let exists = facts.groups[group] != nil
        return ReaderFinding(
            .notInGroup, "only the group \(group) may use \(what), and you are not in it", reason: reason,
            commands: (exists ? [] : ["sudo groupadd --system \(group)"])
                + ["sudo usermod -aG \(group) \(facts.account.name)"],
            hint: "then log out and in again")
    }

    static func loginTooOld(_ group: String, _ facts: ReaderFacts) -> ReaderFinding {
        ReaderFinding(
            .loginTooOld, "you were put into the group \(group) after you logged in",
            reason: "the system lists \(facts.account.name) in it, and this login does not know it yet",
            commands: ["newgrp \(group)"], hint: "or log out and in again: newgrp counts in this window alone"
        )
    }
}

extension ReaderFacts.DeviceFile {
    /// The mode as `ls` numbers it, and the group.
    var permissions: String {
        let octal = String(mode & 0o777, radix: 8)
        return "mode " + String(repeating: "0", count: max(0, 4 - octal.count)) + octal
            + (group.map { ", group \($0)" } ?? "")
    }
}
