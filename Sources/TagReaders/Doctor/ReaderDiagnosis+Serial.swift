extension ReaderDiagnosis {
    /// Whether the account may open a serial port. Debian gives them to the group dialout, Arch to uucp.
    static func findings(_ port: ReaderFacts.DeviceFile, _ facts: ReaderFacts) -> [ReaderFinding] {
        guard !port.isUsable else { return [] }
        let group = port.group ?? (facts.packages == .pacman ? "uucp" : "dialout")
        if facts.groups[group]?.members.contains(facts.account.name) == true {
            return [loginTooOld(group, facts)]
        }
        return [
            notInGroup(
                group, toUse: "serial ports",
                reason: "\(facts.account.name) may not write \(port.path) (\(port.permissions))", facts)
        ]
    }

    /// A cable without its port. Source of brltty's: juliagoda/CH341SER#18, pop-os/pop#2475.
    static func cable(_ known: KnownReader, _ facts: ReaderFacts) -> [ReaderFinding] {
        guard facts.ports.isEmpty else { return [] }
        let reason = "it is plugged in, and there is no /dev/ttyUSB0"
        guard facts.programs.contains("brltty") else {
            return [
                ReaderFinding(
                    .portMissing, "the system made no port of the \(known.name)", reason: reason,
                    commands: ["sudo dmesg | grep -i tty"],
                    hint: "plug it in again; the command shows what the kernel says of it")
            ]
        }
        return [
            ReaderFinding(
                .brlttyHolds, "brltty, the driver for Braille displays, takes the \(known.name)",
                reason: "\(reason); brltty is running",
                commands: ["sudo systemctl mask --now brltty-udev.service brltty.service"],
                hint: "not where somebody reads with a Braille display; then plug the cable in again")
        ]
    }

    /// What stands in libnfc's own files.
    static func findings(
        _ configuration: ReaderFacts.LibNFCConfiguration, _ facts: ReaderFacts, among readers: [Reader]
    ) -> [ReaderFinding] {
        var findings: [ReaderFinding] = []
        let needsScan = readers.contains { $0.id != nil && $0.drivers.contains("libnfc") }
        if !configuration.looksForReaders, needsScan, let file = configuration.file {
            findings.append(
                ReaderFinding(
                    .autoscanOff, "libnfc was told not to look for readers",
                    reason: "\(file) says allow_autoscan = false",
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
                    .configuredPortMissing, "libnfc's file names a port that is not there",
                    reason: "\(connstring.file) says \(connstring.text)",
                    commands: ["sudoedit \(connstring.file)"],
                    hint: facts.ports.first.map { "write \($0.path), which is there" }
                        ?? "plug the reader in, or put # before the line"))
        }
        return findings
    }
}

extension ReaderFacts.LibNFCConfiguration.Connstring {
    /// The path of a serial port: the part behind the driver, and before the speed; nil for other readers.
    fileprivate var port: String? {
        let parts = text.split(separator: ":")
        guard parts.count >= 2, parts[1].hasPrefix("/dev/tty") else { return nil }
        return String(parts[1])
    }
}
