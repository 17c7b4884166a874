/// What a bank's words beside a deposit say of payouts: banks drop marks and write capitals.
struct BankWords {
    /// What was said.
    struct Said: Hashable {
        /// The payout that is named.
        var payout: Int?
        /// How much it says: 2 names a payout, 1 the organization, 0 nothing.
        var strength: Int
    }

    /// Payouts by their plain ids; of two that are the same but for case neither is known.
    private var payouts: [Substring: Int] = [:]
    private let lengths: Set<Int>
    private let descriptor: String?

    init(payouts ids: [String], descriptor: String?) {
        let plain = ids.map(Self.plain)
        for (index, id) in plain.enumerated() where id.count >= Self.least {
            payouts[id[...]] = payouts[id[...]] == nil ? index : -1
        }
        payouts = payouts.filter { $0.value >= 0 }
        lengths = Set(payouts.keys.map(\.utf8.count))
        let words = descriptor.map(Self.plain) ?? ""
        self.descriptor = words.count >= Self.least ? words : nil
    }

    /// Fewer letters than this say nothing.
    private static let least = 5

    func said(in text: String) -> Said {
        let plain = Self.plain(text)
        for length in lengths {
            for start in plain.utf8.indices.prefix(max(0, plain.utf8.count - length + 1)) {
                let end = plain.utf8.index(start, offsetBy: length)
                if let payout = payouts[plain[start..<end]] { return Said(payout: payout, strength: 2) }
            }
        }
        return Said(payout: nil, strength: descriptor.map { plain.contains($0) } == true ? 1 : 0)
    }

    /// Letters and digits of ASCII, in capitals.
    private static func plain(_ text: String) -> String {
        String(
            decoding: text.utf8.filter { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: false
                }
            }, as: UTF8.self
        ).uppercased()
    }
}
