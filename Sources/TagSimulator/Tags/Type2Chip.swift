/// What tells one Type 2 chip from another: its memory map, its commands and what it holds from the factory.
public struct Type2Chip: Hashable, Sendable {
    /// What a chip can do beyond READ, WRITE and COMP_WRITE.
    struct Features: OptionSet, Hashable, Sendable {
        let rawValue: Int
        /// GET_VERSION, FAST_READ, READ_SIG, PWD_AUTH.
        static let ev1 = Features(rawValue: 1 << 0)
        /// The NFC counter: READ_CNT 02, counted by the first read after power-up.
        static let nfcCounter = Features(rawValue: 1 << 1)
        /// Three one-way counters: READ_CNT, INCR_CNT, CHECK_TEARING_EVENT.
        static let threeCounters = Features(rawValue: 1 << 2)
        /// The UID can be mirrored into reads.
        static let uidMirror = Features(rawValue: 1 << 3)
        /// The counter can be mirrored too; MIRROR_CONF then says what.
        static let counterMirror = Features(rawValue: 1 << 4)
        /// VCSL.
        static let virtualCard = Features(rawValue: 1 << 5)
        /// AUTHENTICATE, AUTH0 and AUTH1 of Ultralight C.
        static let tripleDES = Features(rawValue: 1 << 6)
        /// A 16-bit one-way counter on page 41.
        static let counterPage = Features(rawValue: 1 << 7)
        /// CC and lock bits are never torn: they hold the old or the new value.
        static let antiTearing = Features(rawValue: 1 << 8)
        /// Lock bits close their pages with the next REQA or WUPA, not at once.
        static let lateLocks = Features(rawValue: 1 << 9)
    }

    /// The product's name, as files of tags write it.
    public let product: String
    /// All pages, from 0 on.
    public let pageCount: Int
    /// The last page of user memory, which begins at page 4.
    public let lastUserPage: Int
    /// What GET_VERSION answers; empty where the chip does not know it.
    public let version: [UInt8]
    let features: Features
    let dynamicLocks: LockBits?
    /// CC and the first user pages as they leave the factory.
    let factoryCC: [UInt8]
    let factoryData: [UInt8]

    /// The page of the dynamic lock bytes: the one behind user memory.
    var dynamicLockPage: Int? { dynamicLocks == nil ? nil : lastUserPage + 1 }
    /// CFG0; CFG1, PWD and PACK follow it.
    var configPage: Int? { features.contains(.ev1) ? pageCount - 4 : nil }
    /// The pages that READ never returns: PWD and PACK, or the key of an Ultralight C.
    var secretPages: [Int] {
        if let page = configPage { return [page + 2, page + 3] }
        return features.contains(.tripleDES) ? Array(44...47) : []
    }
    /// The last page that READ gives; Ultralight C never gives its key.
    var lastReadablePage: Int { features.contains(.tripleDES) ? 43 : pageCount - 1 }
}
