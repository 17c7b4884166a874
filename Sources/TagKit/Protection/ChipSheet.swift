/// References to the sections of a chip's data sheet that describe the chip's protection. They are shown to
/// the user.
struct ChipSheet: Hashable {
    /// The data sheet's short title.
    let name: String
    let container: String
    let staticLocks: String
    let dynamicLocks: String
    let configuration: String
    let password: String
    let authenticate: String
    let mirror: String

    /// Looks up the data sheet of a chip. Returns nil if the chip's lock and configuration pages are not
    /// supported, or if the chip was only inferred. A variant of the inferred chip can have other bits in
    /// these pages.
    init?(_ chip: Chip) {
        guard let memory = chip.memory, chip.refusal == nil, !chip.isInferred else { return nil }
        let known = Chip.supportedType2.first { $0.memory == memory && $0.features == chip.features }
        guard let known, !Self.differing.contains(chip.product) else { return nil }
        switch known {
        case .ultralight: self.init("MF0ICU1", "§7.4.3", "§7.4.2", "", "", "", "")
        case .ultralightC: self.init("MF0ICU2", "§7.5.4", "§7.5.2", "§7.5.3", "§7.5.8", "", "")
        case .ultralight11, .ultralight21:
            self.init("MF0ULx1", "§8.5.4", "§8.5.2", "§8.5.3", "§8.5.6", "§8.6.1", "§10.8")
        case .ntag203: self.init("NTAG203", "§8.5.3", "§8.5.1", "§8.5.2", "", "", "")
        case .ntag210, .ntag212:
            self.init("NTAG210/212", "§8.5.4", "§8.5.2", "§8.5.3", "§8.5.6", "§8.6.1", "§10.6")
        default: self.init("NTAG213/215/216", "§8.5.4", "§8.5.2", "§8.5.3", "§8.5.7", "§8.8.1", "§10.7")
        }
    }

    /// Chips that resemble a supported chip but have additional bits in their configuration pages.
    /// ``init(_:)`` returns nil for them.
    private static let differing = ["NTAG213 TagTamper", "NTAG213C"]

    private init(
        _ name: String, _ container: String, _ staticLocks: String, _ dynamicLocks: String,
        _ configuration: String, _ password: String, _ authenticate: String
    ) {
        self.name = name
        self.container = "\(name) \(container)"
        self.staticLocks = "\(name) \(staticLocks)"
        self.dynamicLocks = "\(name) \(dynamicLocks)"
        self.configuration = "\(name) \(configuration)"
        self.password = "\(name) \(password)"
        self.authenticate = "\(name) \(authenticate)"
        mirror = "\(name) §8.7"
    }
}
