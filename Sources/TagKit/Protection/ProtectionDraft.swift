/// A protection plan that is being created: its steps so far, and all reasons to refuse it.
struct ProtectionDraft {
    let snapshot: TagSnapshot
    let memory: Type2Memory
    let sheet: ChipSheet
    let closure: Type2Closure
    /// Whether the session that inspected the tag has authenticated with the tag's password.
    let isOpen: Bool
    var steps: [ProtectionStep] = []
    var notes: [String] = []
    /// The predicted behavior of phones that read the message to be locked; nil unless the plan locks the tag
    /// permanently.
    var phoneUse: PhoneUse?
    var refusals = Refusals()

    private let pages: [[UInt8]?]

    /// Creates a draft without steps. Adds a refusal if the chip's memory wraps around or if its lock pages
    /// could not be read.
    ///
    /// - Throws: `unsupportedTag` for a tag whose lock and configuration pages are not supported.
    init(_ snapshot: TagSnapshot, isOpen: Bool) throws(TagError) {
        guard case .pages(let pages) = snapshot.memory, let memory = snapshot.chip.memory,
            let closure = snapshot.closure, let sheet = ChipSheet(snapshot.chip)
        else {
            throw TagError(
                .unsupportedTag, "\(snapshot.chip.product) cannot be locked or protected",
                reason: snapshot.chip.refusal ?? Self.reason(snapshot.chip),
                remedy: snapshot.chip.isInferred
                    ? "use a reader that can request the chip's version, such as one with a PN532"
                    : "use an NTAG213, 215 or 216")
        }
        (self.snapshot, self.memory, self.sheet, self.closure) = (snapshot, memory, sheet, closure)
        (self.isOpen, self.pages) = (isOpen, pages)
        refusals.checkMemory(snapshot)
        if let page = closure.unknownPages.first {
            refusals.add(
                .passwordProtected, "the tag does not show which pages are locked or protected",
                "page \(page) could not be read, so it may be protected by a password",
                remedy: "use the tag's password")
        }
    }

    private static func reason(_ chip: Chip) -> String {
        switch chip.kind {
        case .type2 where chip.isInferred:
            "this reader cannot request the chip's version, so the chip could be a variant with different lock bits"
        case .type2:
            "the lock and configuration pages of this chip are not known well enough to change them permanently"
        case .type4: "the tag's files are protected by keys, not by a password or lock bits"
        case .classic:
            "the tag's sectors are protected by keys and access bits, not by a password or lock bits"
        }
    }

    /// Returns the current bytes of a page; nil if the page was not read.
    func held(_ page: Int) -> [UInt8]? { pages.held(page) }

    /// The current configuration (CFG0 and CFG1); nil if the chip has no configuration or the configuration
    /// could not be read.
    var configuration: Type2Configuration? {
        guard let page = configurationPage, let head = held(page), let access = held(page + 1) else {
            return nil
        }
        return Type2Configuration(head: head, access: access, features: snapshot.chip.features)
    }

    /// The page number of CFG0; nil if the chip has no configuration.
    var configurationPage: Int? {
        if case .configuration(let page) = memory.protection { page } else { nil }
    }

    // MARK: Steps

    /// Adds a step that writes a page, unless the page already contains these bytes.
    mutating func write(
        _ page: Int, from old: [UInt8], to new: [UInt8], _ purpose: String, source: String,
        name: (Int, Int) -> String
    ) {
        let bits = BitChange.all(from: old, to: new, name: name)
        guard !bits.isEmpty else { return }
        steps.append(
            ProtectionStep(.write(page: page, old: old, new: new), purpose, source: source, bits: bits))
    }

    /// Adds the writes of CFG0 and CFG1 that change the configuration. If `headFirst` is true, CFG0 is
    /// written first; otherwise, CFG1 is.
    mutating func write(
        from old: Type2Configuration, to new: Type2Configuration, headFirst: Bool, head: String,
        access: String
    ) {
        guard let page = configurationPage else { return }
        let start = steps.count
        let source = sheet.configuration
        write(page, from: old.head, to: new.head, head, source: source, name: old.headBit)
        write(page + 1, from: old.access, to: new.access, access, source: source, name: old.accessBit)
        if !headFirst { steps[start...].reverse() }
    }

    /// Adds a power cycle, followed by a step that reads pages and compares them with their expected content.
    mutating func readBack(
        _ expected: [ProtectionStep.Expectation], afterPowerCycleBecause reason: String, _ purpose: String
    ) {
        steps.append(ProtectionStep(.powerCycle, reason, source: "\(sheet.name), power cycle"))
        steps.append(
            ProtectionStep(
                .readBack(expected.sorted { $0.page < $1.page }), purpose, source: "T2TOP 1.1 §5.1"))
    }

    /// Adds a step that writes a page's current bytes again and checks that the tag refuses the write.
    mutating func proveRefused(_ page: Int, _ bytes: [UInt8], _ purpose: String, source: String) {
        steps.append(ProtectionStep(.proveRefused(page: page, bytes: bytes), purpose, source: source))
    }

    /// Returns the expected content of the message's pages, which the plan must not change. Bytes under the
    /// current or the planned mirror are excluded from the comparison.
    func message(under mirror: TagMirror?) -> [ProtectionStep.Expectation] {
        let mirrors = [mirror, configuration?.mirror].compactMap { $0 }
        let last = Type2Memory.firstUserPage + (snapshot.usedBytes + 3) / 4
        return (Type2Memory.firstUserPage..<last).compactMap { page in
            guard let bytes = held(page) else { return nil }
            let mask = mirrors.reduce([0xFF, 0xFF, 0xFF, 0xFF]) { mask, mirror in
                zip(mask, mirror.mask(ofPage: page)).map { $0 & $1 }
            }
            return ProtectionStep.Expectation(page, bytes, mask: mask)
        }
    }

    /// Returns the number and the bytes of the first page in `range` whose bytes are known and not covered by
    /// the current mirror; nil if there is no such page.
    func unmirrored(_ range: ClosedRange<Int>) -> (page: Int, bytes: [UInt8])? {
        let mirror = configuration?.mirror
        for page in range {
            guard let bytes = held(page), mirror?.mask(ofPage: page).contains(0x00) != true else { continue }
            return (page, bytes)
        }
        return nil
    }

    /// The used bytes of the data area, as a range of byte offsets from the start of page 0.
    var usedRange: Range<Int> {
        let first = Type2Memory.firstUserPage * 4
        return first..<first + snapshot.usedBytes
    }
}

extension Type2Configuration {
    /// The bytes that must be read back from CFG0, at `page`, and from CFG1.
    func expected(at page: Int) -> [ProtectionStep.Expectation] {
        [ProtectionStep.Expectation(page, head), ProtectionStep.Expectation(page + 1, access)]
    }
}
