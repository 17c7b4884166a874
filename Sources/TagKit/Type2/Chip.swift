/// What stands in the field: a product, how it is spoken to, and its memory map where that is known.
public struct Chip: Hashable, Sendable {
    /// The protocol and memory that a chip has.
    public enum Kind: Hashable, Sendable {
        /// NFC Forum Type 2: pages of 4 bytes.
        case type2
        /// NFC Forum Type 4: files behind ISO-DEP.
        case type4
        /// MIFARE Classic: blocks of 16 bytes behind keys. No NFC Forum type.
        case classic(ClassicSize)
    }

    /// The product's name, for people and for JSON: `NTAG213`.
    public let product: String
    /// How it is spoken to.
    public let kind: Kind
    /// The memory map; nil for other kinds, and for a Type 2 chip that nobody here knows.
    public let memory: Type2Memory?
    /// The commands that it knows beyond READ and WRITE.
    public let features: Features
    /// Whether it is another maker's copy of `product`.
    public let isClone: Bool
    /// Why it is read at most and never written; nil for a chip that is supported.
    public let refusal: String?

    /// 2 or 4; nil for MIFARE Classic, which the NFC Forum does not know.
    public var forumType: Int? {
        switch kind {
        case .type2: 2
        case .type4: 4
        case .classic: nil
        }
    }

    init(
        _ product: String, _ kind: Kind, memory: Type2Memory? = nil, features: Features = [],
        isClone: Bool = false, refusal: String? = nil
    ) {
        self.product = product
        self.kind = kind
        self.memory = memory
        self.features = features
        self.isClone = isClone
        self.refusal = refusal
    }
}

extension Chip {
    /// What a chip knows beyond reading and writing; most of it Type 2 chips alone.
    public struct Features: OptionSet, Hashable, Sendable {
        /// One bit for each.
        public let rawValue: Int
        /// A set from its bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// GET_VERSION.
        public static let version = Features(rawValue: 1 << 0)
        /// FAST_READ.
        public static let fastRead = Features(rawValue: 1 << 1)
        /// A password or key that protects pages from AUTH0 on.
        public static let password = Features(rawValue: 1 << 2)
        /// MIRROR_CONF says whether UID or counter are mirrored into what is read: NTAG213, 215, 216.
        public static let mirror = Features(rawValue: 1 << 3)
        /// A MIRROR_PAGE above 3 switches the UID mirror on: NTAG210, 212.
        public static let mirrorByPage = Features(rawValue: 1 << 4)
        /// READ_SIG, the maker's signature of the UID.
        public static let signature = Features(rawValue: 1 << 5)
    }

    /// The two sizes of MIFARE Classic that can hold NDEF.
    public enum ClassicSize: Hashable, Sendable {
        /// 16 sectors of 4 blocks.
        case oneK
        /// 32 sectors of 4 blocks and 8 of 16.
        case fourK
    }
}
