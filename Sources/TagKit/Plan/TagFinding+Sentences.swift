import TextKit

extension TagFinding {
    /// The finding's code, which is stable and is used as the `code` of JSON warnings.
    public var code: String {
        switch self {
        case .clone: "clone"
        case .fastReadRefused: "fastReadRefused"
        case .unsupported: "unsupported"
        case .memoryWraps: "memoryWraps"
        case .notReadByPhones: "notReadByPhones"
        case .containerMissing: "containerMissing"
        case .containerWrong: "containerWrong"
        case .containerTooLarge: "containerTooLarge"
        case .containerTooSmall: "containerTooSmall"
        case .containerReadOnly: "containerReadOnly"
        case .containerWriteAccess: "containerWriteAccess"
        case .containerNotReadable: "containerNotReadable"
        case .locked: "locked"
        case .password: "password"
        case .attemptLimit: "attemptLimit"
        case .lockFrozen: "lockFrozen"
        case .unreadable: "unreadable"
        case .configurationLocked: "configurationLocked"
        case .mirror: "mirror"
        case .areaMalformed: "areaMalformed"
        case .messageMalformed: "messageMalformed"
        case .lockControlWrong: "lockControlWrong"
        case .notTerminated: "notTerminated"
        case .staleBytes: "staleBytes"
        }
    }

    /// A human-readable description of the finding, without a period.
    public var summary: String {
        switch self {
        case .clone(let product): "the chip was not made by NXP: \(product)"
        case .fastReadRefused: "the chip claims to support FAST_READ but refuses it, as counterfeit chips do"
        case .unsupported(let product, let reason): "\(product) is not supported: \(reason)"
        case .memoryWraps(let page):
            "the chip has less memory than it claims: page \(page) repeats page 0, as on counterfeit chips"
        case .notReadByPhones: "iPhones and most Android phones do not read MIFARE Classic as NDEF"
        case .containerMissing: "the tag is not formatted for NDEF yet"
        case .containerWrong(let bytes): "the capability container is wrong: \(Hex.upper(bytes))"
        case .containerTooLarge(let claimed, let memory):
            "the capability container claims \(claimed) bytes, but the chip has \(memory)"
        case .containerTooSmall(let claimed, let memory):
            "the capability container claims only \(claimed) of the chip's \(memory) bytes"
        case .containerReadOnly: "the tag is marked as read-only"
        case .containerWriteAccess(let access):
            "the capability container restricts writing: write access \(Hex.byte(access)) is "
                + (access >= 0x80 ? "defined by the tag's maker" : "reserved")
        case .containerNotReadable: PhoneUse.Obstacle.closedContainer.summary
        case .locked(let pages): "lock bits make \(Self.ranges(pages)) permanently read-only"
        case .password(let page, let reading):
            "a password protects \(reading ? "reading and writing" : "writing") from page \(page) on"
        case .attemptLimit(let limit):
            "after \(limit == 1 ? "1 wrong password" : "\(limit) wrong passwords in a row"), "
                + "the tag can never be written again"
        case .lockFrozen(let reason): "the tag can never be locked completely: \(reason)"
        case .unreadable(fromPage: 0): "the tag does not allow its message to be read"
        case .unreadable(let page): "nothing could be read from page \(page) on"
        case .configurationLocked: "the configuration can never be changed again (CFGLCK)"
        case .mirror(let mirror):
            "the chip shows \(mirror.summary) instead of the stored bytes (a mirror is on)"
        case .areaMalformed(let error): "the data area is damaged: \(error.summary)"
        case .messageMalformed(let error): "the message violates the rules of NDEF: \(error.summary)"
        case .lockControlWrong: "the Lock Control TLV does not match this chip"
        case .notTerminated: "no terminator follows the message"
        case .staleBytes(let count):
            "an earlier message left \(count) \(count == 1 ? "byte" : "bytes") on the tag, "
                + "which phones do not show"
        }
    }

    /// Returns page numbers as text, such as `page 4` or `pages 4-9, 12`.
    private static func ranges(_ pages: [Int]) -> String {
        var ranges: [ClosedRange<Int>] = []
        for page in pages.sorted() {
            if let last = ranges.last, last.upperBound + 1 == page {
                ranges[ranges.count - 1] = last.lowerBound...page
            } else {
                ranges.append(page...page)
            }
        }
        let names = ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
        return (pages.count == 1 ? "page " : "pages ") + names.joined(separator: ", ")
    }
}
