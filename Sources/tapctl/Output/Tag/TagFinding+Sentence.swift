import TagKit

extension TagFinding {
    /// A stable name for programs: the `code` of a document's warnings.
    var code: String {
        switch self {
        case .clone: "clone"
        case .fastReadRefused: "fastReadRefused"
        case .unsupported: "unsupported"
        case .notReadByPhones: "notReadByPhones"
        case .containerMissing: "containerMissing"
        case .containerWrong: "containerWrong"
        case .containerTooLarge: "containerTooLarge"
        case .containerTooSmall: "containerTooSmall"
        case .containerReadOnly: "containerReadOnly"
        case .locked: "locked"
        case .password: "password"
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

    /// The finding for people, in half a sentence or two.
    var sentence: String {
        switch self {
        case .clone(let product): "another maker's copy of an \(product)"
        case .fastReadRefused: "the chip claims FAST_READ and refuses it, as copies do; READ is used instead"
        case .unsupported(let product, let reason): "\(product) is not supported: \(reason)"
        case .notReadByPhones: "iPhones and most Android phones do not read MIFARE Classic as NDEF"
        case .containerMissing:
            "no capability container yet: `tapctl tag format` writes it, once and for ever"
        case .containerWrong(let bytes):
            "page 3 holds \(hexText(bytes)), which is no capability container, for ever"
        case .containerTooLarge(let claimed, let memory):
            "the capability container claims \(claimed) bytes, the chip has \(memory)"
        case .containerTooSmall(let claimed, let memory):
            "the capability container uses \(claimed) of the chip's \(memory) bytes"
        case .containerReadOnly: "the capability container says read-only, for ever"
        case .locked(let pages): "lock bits close \(pageList(pages)) for ever"
        case .password(let page, let reading):
            "a password closes page \(page) and all behind it"
                + (reading ? ", for reading too" : " for writing")
        case .unreadable(let page): "page \(page) and what is behind it cannot be read"
        case .configurationLocked: "the configuration is locked for ever"
        case .mirror(let page): "UID or counter are mirrored over the bytes from page \(page) on"
        case .areaMalformed(let error): "no TLVs can be read in the data area: \(error.sentence)"
        case .messageMalformed(let error): "what stands there breaks the rules of NDEF: \(error.sentence)"
        case .lockControlWrong: "the Lock Control TLV is not the one that this chip needs"
        case .notTerminated: "no terminator stands behind the message"
        case .staleBytes(let count): "\(count) bytes of something older stand behind the message"
        }
    }

    /// The finding in a document.
    var document: JSONValue { ["code": .string(code), "message": .string(sentence)] }
}

/// Pages as `page 4`, `pages 4-39` or `pages 4, 5 and 2 more`.
func pageList(_ pages: [Int]) -> String {
    guard let first = pages.first, let last = pages.last else { return "no page" }
    if pages.count == 1 { return "page \(first)" }
    if last - first + 1 == pages.count { return "pages \(first)-\(last)" }
    let shown = pages.prefix(4).map(String.init).joined(separator: ", ")
    return pages.count > 4 ? "pages \(shown) and \(pages.count - 4) more" : "pages \(shown)"
}
