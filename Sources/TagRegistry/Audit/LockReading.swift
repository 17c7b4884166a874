import TagKit

/// How a tag is closed, as far as a look shows it.
struct LockReading: Hashable {
    /// The first page that a password protects.
    private(set) var passwordFrom: Int?
    /// The password is needed for reading too, or something could not be read at all.
    private(set) var hidesContent = false
    /// Every page of the message is locked for ever.
    private(set) var isMessageClosed = false
    /// Every page of the data area and the capability container are.
    private(set) var isWhole = false
    /// Some pages are.
    private(set) var isTouched = false
    /// The message is closed, and a stranger can still turn the configuration: a password, a mirror.
    private(set) var isConfigurationOpen = false

    /// Reads what a look with ``TagKit/TagSession/Depth/inspection`` shows.
    init(_ snapshot: TagSnapshot) {
        var locked: Set<Int> = []
        var isConfigurationLocked = false
        for finding in snapshot.findings {
            switch finding {
            case .password(let page, let reading):
                passwordFrom = page
                hidesContent = hidesContent || reading
            case .unreadable: hidesContent = true
            case .locked(let pages): locked = Set(pages)
            case .configurationLocked: isConfigurationLocked = true
            default: break
            }
        }
        guard case .pages = snapshot.memory else {
            // Files and blocks are closed by keys; what can be told is whether they take writes.
            isMessageClosed = snapshot.state == .readOnly
            isWhole = isMessageClosed
            isTouched = isMessageClosed
            return
        }
        let first = Type2Memory.firstUserPage
        let message = first..<first + (snapshot.usedBytes + 3) / 4
        // The container stands on the page before.
        let area = first - 1..<first + (snapshot.areaBytes + 3) / 4
        isTouched = !locked.isEmpty
        isMessageClosed = !message.isEmpty && message.allSatisfy(locked.contains)
        isWhole = isMessageClosed && area.allSatisfy(locked.contains)
        guard isMessageClosed, let protection = snapshot.chip.memory?.protection else { return }
        switch protection {
        case .configuration(let page):
            let isCovered = passwordFrom.map { $0 <= page } ?? false
            isConfigurationOpen = !isConfigurationLocked && !isCovered
        case .ultralightC:
            // Its AUTH0 has a lock bit of its own, which a plan for a permanent lock looks at.
            // This does not judge if phones can use the message.
            let plan = try? ProtectionPlan(snapshot, .permanent(), options: .force)
            isConfigurationOpen = plan?.writes ?? false
        }
    }

    /// The same in a word.
    var seen: SeenLock {
        if isMessageClosed { return .permanent }
        if hidesContent { return .unknown }
        if passwordFrom != nil { return .password }
        return isTouched ? .partly : .open
    }
}

/// The content of a message, as phones read it: the URL of its first URI record.
struct HeldMessage {
    /// The records; empty for an empty message, and for bytes that are not a message.
    let records: [NDEFRecord]
    /// The error if the bytes are not a message.
    let flaw: NDEFError?
    /// The URL that an iPhone opens.
    let url: String?
    /// Android looks at the first record only.
    let isURLFirst: Bool

    /// Takes a message apart; nil is a tag without one.
    init(_ message: [UInt8]?) {
        var records: [NDEFRecord] = []
        var flaw: NDEFError?
        if let message, !message.isEmpty {
            do throws(NDEFError) {
                records = try NDEFMessage(decoding: message).records
            } catch {
                flaw = error
            }
        }
        let first = records.enumerated().lazy.compactMap { index, record -> (Int, String)? in
            guard case .uri(let content) = try? record.decoded() else { return nil }
            return (index, content.uri)
        }.first
        (self.records, self.flaw, url, isURLFirst) = (records, flaw, first?.1, first?.0 == 0)
    }

    /// Where it leads, in half a sentence.
    var sentence: String {
        if let url { return "it leads to \(url.shortened)" }
        if flaw != nil { return "what it holds cannot be read" }
        return records.isEmpty ? "it holds nothing" : "it holds no address"
    }
}

extension String {
    /// A URL for a sentence: its first 160 characters.
    var shortened: String { count > 160 ? prefix(159) + "…" : self }
}
