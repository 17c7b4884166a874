extension ReaderDiagnosis {
    /// Whether PC/SC serves a reader that libnfc could drive too: the daemon runs or waits, with its driver, and nobody
    /// else has the reader. The daemon opens it with rights of its own.
    static func isServed(
        _ device: ReaderFacts.USBDevice, _ known: KnownReader, _ facts: ReaderFacts
    ) -> Bool {
        facts.pcsc.hasDriver && (facts.pcsc.hasSocket || facts.programs.contains("pcscd"))
            && holder(of: device, known, facts) == nil
    }

    /// Whether the daemon is there for a reader that works with PC/SC alone.
    static func daemon(neededBy known: KnownReader, _ facts: ReaderFacts) -> [ReaderFinding] {
        let what = "the \(known.name) works with PC/SC, not with libnfc"
        if !facts.pcsc.isInstalled {
            return [
                ReaderFinding(
                    .pcscdMissing, "\(what), and PC/SC is not installed", reason: "there is no pcscd",
                    commands: [facts.packages.installPCSC, "sudo systemctl enable --now pcscd.socket"])
            ]
        }
        if !facts.pcsc.hasDriver {
            return [
                ReaderFinding(
                    .ccidMissing, "\(what), and PC/SC has no driver for USB readers",
                    reason: "there is no ifd-ccid.bundle in pcsc/drivers",
                    commands: [facts.packages.installPCSC, "sudo systemctl restart pcscd.socket"])
            ]
        }
        if !facts.pcsc.hasSocket, !facts.programs.contains("pcscd") {
            return [
                ReaderFinding(
                    .pcscdStopped, "\(what), and PC/SC was switched off",
                    reason: "there is no /run/pcscd/pcscd.comm",
                    commands: ["sudo systemctl enable --now pcscd.socket"])
            ]
        }
        return []
    }
}

extension ReaderFacts.PackageTool {
    /// The daemon and its driver for USB readers.
    fileprivate var installPCSC: String {
        switch self {
        case .apt: "sudo apt install pcscd libccid"
        case .dnf: "sudo dnf install pcsc-lite pcsc-lite-ccid"
        case .pacman: "sudo pacman -S pcsclite ccid"
        }
    }
}
