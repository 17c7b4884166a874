/// The restrictions on a Type 2 tag's pages: locks, password protection and mirror.
struct Type2Closure: Hashable {
    /// The numbers of the pages that lock bits make permanently read-only.
    private(set) var lockedPages: Set<Int> = []
    /// The first page that a password or key protects; nil if no page is protected.
    private(set) var protectedFrom: Int?
    /// Whether the tag requires the password for reading too. If false, it is required only for writing.
    private(set) var protectsReading = false
    /// AUTHLIM: the number of consecutive wrong passwords after which the tag refuses every password; 0 means
    /// no limit. Nil if the chip has no AUTHLIM, or if the page with it is unknown.
    private(set) var attemptLimit: Int?
    /// The active mirror; nil if mirroring is off.
    private(set) var mirror: TagMirror?
    /// Whether the configuration pages are permanently locked (CFGLCK).
    private(set) var isConfigurationLocked = false
    /// The numbers of the lock and configuration pages whose content is unknown, because they were not read.
    /// If at least one of the two configuration pages was not read, only the lower page number is listed for
    /// both.
    private(set) var unknownPages: [Int] = []

    /// Decodes the lock bytes and the configuration from a tag's pages.
    init(_ chip: Chip, pages: [[UInt8]?]) {
        readStaticLocks(pages.held(2))
        guard let memory = chip.memory else { return }
        if let locks = memory.dynamicLocks { readDynamicLocks(locks, pages) }
        if let protection = memory.protection { readProtection(protection, chip, pages) }
    }

    /// Decodes the static lock bytes, which are bytes 2 and 3 of page 2. Bit 3 of the first lock byte locks
    /// page 3, and bit 7 of the second one locks page 15. Source: T2TOP 1.1 §2.2.
    private mutating func readStaticLocks(_ page: [UInt8]?) {
        guard let page else { return unknownPages.append(2) }
        let bits = UInt16(page[3]) << 8 | UInt16(page[2])
        lockedPages.formUnion((3...15).filter { bits >> UInt16($0) & 1 == 1 })
    }

    private mutating func readDynamicLocks(_ locks: Type2Memory.DynamicLocks, _ pages: [[UInt8]?]) {
        guard let page = pages.held(locks.page) else { return unknownPages.append(locks.page) }
        for (bit, closed) in locks.pagesOfBit where page[bit / 8] >> UInt8(bit % 8) & 1 == 1 {
            lockedPages.formUnion(closed)
        }
    }

    private mutating func readProtection(
        _ protection: Type2Memory.Protection, _ chip: Chip, _ pages: [[UInt8]?]
    ) {
        let (first, second) = (protection.pages.lowerBound, protection.pages.upperBound)
        guard let head = pages.held(first), let access = pages.held(second) else {
            return unknownPages.append(first)
        }
        switch protection {
        case .configuration:
            // CFG0 byte 3 is AUTH0; CFG1 byte 0 is ACCESS: bit 7 PROT, bit 6 CFGLCK. Source: NTAG213/215/216 §8.5.7.
            let configuration = Type2Configuration(head: head, access: access, features: chip.features)
            protectedFrom = Self.protectedPage(configuration.firstProtected, chip)
            protectsReading = configuration.protectsReading
            isConfigurationLocked = configuration.isLocked
            attemptLimit = configuration.attemptLimit
            mirror = configuration.mirror
        case .ultralightC:
            // AUTH0 is byte 0; bit 0 of AUTH1 limits the protection to writing. Source: MF0ICU2 §7.5.8.
            protectedFrom = Self.protectedPage(head[0], chip)
            protectsReading = access[0] & 0x01 == 0
        }
    }

    /// Returns the first page that AUTH0 protects; nil if AUTH0 is greater than the number of the chip's last
    /// page. In that case, no page is protected.
    private static func protectedPage(_ auth0: UInt8, _ chip: Chip) -> Int? {
        Int(auth0) < chip.memory?.pageCount ?? 0 ? Int(auth0) : nil
    }
}
