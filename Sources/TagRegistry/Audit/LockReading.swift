import TagKit

/// The lock state of a tag, as shown by a snapshot of its memory. A read-only tag without pages counts as
/// completely locked.
struct LockReading: Hashable {
    /// The first page that a password protects, or nil if the tag has no password.
    private(set) var passwordFrom: Int?
    /// Whether part of the content is not freely readable: reading it requires the password, or part of the
    /// memory could not be read.
    private(set) var hidesContent = false
    /// Whether every page of the message is permanently locked.
    private(set) var isMessageClosed = false
    /// Whether every page of the data area and the capability container is permanently locked.
    private(set) var isWhole = false
    /// Whether at least one page is permanently locked.
    private(set) var isTouched = false
    /// Whether the message is locked but anyone can still change the password or the mirror in the
    /// configuration.
    private(set) var isConfigurationOpen = false

    /// Reads the lock state from a snapshot of depth ``TagKit/TagSession/Depth/inspection``.
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
            // On these tags, keys protect files and blocks. The snapshot shows only whether they accept writes.
            isMessageClosed = snapshot.state == .readOnly
            isWhole = isMessageClosed
            isTouched = isMessageClosed
            return
        }
        let first = Type2Memory.firstUserPage
        let message = first..<first + (snapshot.usedBytes + 3) / 4
        // The page before the area contains the capability container.
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
            // The plan for a permanent lock also checks AUTH0, which has a separate lock bit. The plan is forced,
            // because it does not matter here whether phones can use the message.
            let plan = try? ProtectionPlan(snapshot, .permanent(), options: .force)
            isConfigurationOpen = plan?.writes ?? false
        }
    }

    /// The lock state as a single value.
    var seen: SeenLock {
        if isMessageClosed { return .permanent }
        if hidesContent { return .unknown }
        if passwordFrom != nil { return .password }
        return isTouched ? .partly : .open
    }
}

/// A tag's NDEF message as phones read it: its records, and the URL of its first URI record.
struct HeldMessage {
    /// The records of the message. Empty for an empty message, and for bytes that are not a valid message.
    let records: [NDEFRecord]
    /// The decoding error; nil if the message is valid, empty or missing.
    let flaw: NDEFError?
    /// The URL that an iPhone opens; nil if the message contains no URL.
    let url: String?
    /// Whether the URL is in the first record, which is the only record that Android reads.
    let isURLFirst: Bool

    /// Decodes a message. If the message is nil, the result has no records.
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

    /// A clause that describes the content of the message.
    var sentence: String {
        if let url { return "it points to \(url.shortened)" }
        if flaw != nil { return "its content cannot be read" }
        return records.isEmpty ? "it is empty" : "it contains no URL"
    }
}

extension String {
    /// The URL, truncated to 160 characters for display.
    var shortened: String { count > 160 ? prefix(159) + "…" : self }
}
