/// What is wrong with the readers of a system, told from facts alone.
///
/// Nothing is looked at, opened or changed: the same facts give the same diagnosis.
public struct ReaderDiagnosis: Hashable, Sendable {
    /// A reader that is plugged in, or a port that may have one.
    public struct Reader: Hashable, Sendable {
        /// What it is called.
        public let name: String
        /// Vendor and product; nil for a serial port.
        public let id: USBDeviceID?
        /// Where: `1-2` on the USB, or `/dev/ttyUSB0`.
        public let place: String
        /// The libraries that can drive it, `libnfc` and `pcsc`; none for one that nobody can.
        public let drivers: [String]
        /// Those of them in whose way nothing is.
        public let usable: [String]
        /// Why libnfc cannot use what PC/SC can; empty for every other reader.
        public let obstacle: String

        /// Whether it can be used.
        public var isReady: Bool { !usable.isEmpty }
    }

    /// What is there.
    public private(set) var readers: [Reader] = []
    /// What is in the way; empty where a reader can be used.
    public private(set) var findings: [ReaderFinding] = []

    /// Judges the facts.
    public init(_ facts: ReaderFacts) {
        for device in facts.devices {
            guard let known = KnownReader(device) else { continue }
            let found = Self.findings(device, known, facts)
            let isServed = known.way == .both && Self.isServed(device, known, facts)
            // What keeps libnfc away keeps nobody away whom PC/SC serves.
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
        // Its port is the reader's place.
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
                .noReader, "this system shows no USB", reason: "/sys/bus/usb/devices is not there",
                hint: "in a container or a virtual machine, hand the reader in from outside")
        }
        return ReaderFinding(
            .noReader, "no reader is plugged in",
            reason:
                "\(facts.devices.count) USB devices and no serial port; none is a reader that is known here",
            commands: ["lsusb"],
            hint:
                "plug it in, try another cable or socket; what lsusb does not list the computer does not see")
    }

    private static func unsupported(_ known: KnownReader) -> ReaderFinding {
        ReaderFinding(
            .unsupported, "the \(known.name) works with neither libnfc nor PC/SC",
            reason: "it speaks a protocol of its own, which only nfcpy and the kernel know",
            hint: "take another reader; docs/hardware.md says which")
    }
}
