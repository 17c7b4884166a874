/// All reasons to refuse a plan, collected so that one error can report them together. The first one is the
/// most serious.
struct Refusals {
    private var errors: [TagError] = []
    /// The data that the option `force` would write; nil if no refusal can be overridden with it.
    private var forcing: TagError.Forcing?

    mutating func add(
        _ code: TagError.Code, _ summary: String, _ reason: String = "", remedy: String = "",
        help: TagError.Help? = nil
    ) {
        errors.append(TagError(code, summary, reason: reason, remedy: remedy, help: help))
    }

    /// Throws the first refusal as an error whose reason includes all the others. Does nothing if there are
    /// no refusals.
    func throwAll() throws(TagError) {
        guard let first = errors.first else { return }
        let others = errors.dropFirst().map {
            "also: " + $0.summary + ($0.reason.isEmpty ? "" : ": " + $0.reason)
        }
        let reasons = ([first.reason] + others).filter { !$0.isEmpty }
        let helpful = errors.first { !$0.remedy.isEmpty }
        // If another error cannot be overridden, the advice to force the write would be wrong.
        let canBeForced = errors.dropFirst().allSatisfy {
            $0.code == .holdsAnotherMessage || $0.code == .unusableMessage
        }
        throw TagError(
            first.code, first.summary, reason: reasons.joined(separator: "\n"),
            remedy: helpful?.remedy ?? "", help: helpful?.help, forcing: canBeForced ? forcing : nil)
    }
}

extension Refusals {
    /// Refuses MIFARE Classic cards and unsupported chips, unless `options` contains `force`.
    mutating func checkChip(_ chip: Chip, _ options: ProgrammingOptions) {
        guard !options.contains(.force) else { return }
        if case .classic = chip.kind {
            add(
                .notAllowedHere, "\(chip.product) is not supported", "iPhones do not read this card as NDEF",
                remedy: "use an NTAG213, 215 or 216")
            forcing = .anyway
        } else if let reason = chip.refusal {
            add(
                .unsupportedTag, "\(chip.product) is not supported", reason,
                remedy: "use an NTAG213, 215 or 216")
            forcing = .namedArea
        }
    }

    /// Refuses to write a message or an image to a tag whose capability container does not let phones read
    /// it, unless `options` contains `force`.
    mutating func checkReadable(
        _ snapshot: TagSnapshot, _ goal: ProgrammingGoal, _ options: ProgrammingOptions
    ) {
        guard !options.contains(.force), snapshot.findings.contains(.containerNotReadable) else { return }
        switch goal {
        case .erase, .format: return
        case .message, .restore: break
        }
        add(
            .unusableMessage, "no phone can use the message", PhoneUse.Obstacle.closedContainer.summary,
            remedy: "use another tag")
        forcing = forcing ?? .anyway
    }

    /// Refuses a chip whose memory wraps around. On such a chip, a write past the memory's end would
    /// permanently set lock bits.
    mutating func checkMemory(_ snapshot: TagSnapshot) {
        for case .memoryWraps(let page) in snapshot.findings {
            add(
                .tooSmall, "the chip has less memory than it claims",
                "page \(page) repeats page 0, as on counterfeit chips", remedy: "use another tag")
        }
    }

    /// Refuses to overwrite the tag's message, unless the new message is the same or `options` contains
    /// `overwrite`. Erasing is always allowed, and so is replacing an invalid message, an empty message or a
    /// single empty record.
    mutating func checkMessage(
        _ snapshot: TagSnapshot, _ goal: ProgrammingGoal, _ options: ProgrammingOptions
    ) {
        guard let held = snapshot.message, !held.isEmpty, snapshot.state != .unformatted else { return }
        guard !options.contains(.overwrite), held != Self.emptyRecord else { return }
        switch goal {
        case .erase, .message(held): return
        case .message, .format, .restore:
            add(
                .holdsAnotherMessage, "the tag contains another message", Self.account(of: held),
                remedy: "read the message first, and then allow it to be replaced", help: .overwrite)
        }
    }

    /// Refuses the plan if a mirror covers used bytes of the data area, or bytes that the plan writes or
    /// reads back. These bytes could not be verified. A mirror over other bytes is harmless.
    mutating func checkMirror(_ mirror: TagMirror, _ snapshot: TagSnapshot, _ draft: PlanDraft?) {
        let first = Type2Memory.firstUserPage * 4
        let places = (draft?.steps.map(\.place) ?? []) + (draft?.readBack.map(\.place) ?? [])
        let isTouched = places.contains { place in
            if case .page(let page) = place { mirror.mask(ofPage: page).contains(0x00) } else { false }
        }
        guard isTouched || mirror.range.overlaps(first..<first + max(1, snapshot.usedBytes)) else { return }
        add(
            .mirrorOn, "the chip's mirror replaces a part of the message: \(mirror.summary)",
            "data that is written there cannot be read back",
            remedy: "switch the mirror off, or write a URL with a placeholder for the mirrored values",
            help: .changeMirror)
    }

    /// Refuses writes of pages that are locked or protected by a password. If the lock and configuration
    /// pages could not be read, also refuses writes of pages that might be locked or protected.
    mutating func checkClosure(_ closure: Type2Closure, _ steps: [ProgrammingStep], _ isOpen: Bool) {
        let pages = steps.compactMap { if case .page(let page) = $0.place { page } else { nil } }
        let locked = closure.lockedPages.intersection(pages).sorted()
        if let first = locked.first {
            add(
                .readOnly, "the tag is locked",
                locked.count == 1
                    ? "page \(first) is permanently read-only"
                    : "\(locked.count) of the pages to write are permanently read-only, starting with page \(first)",
                remedy: "use another tag: a locked tag cannot be changed")
        }
        let protected = closure.protectedFrom.map { from in pages.filter { $0 >= from } } ?? []
        if let from = closure.protectedFrom, !protected.isEmpty, !isOpen {
            add(
                .passwordProtected, "the tag is protected by a password",
                "the password protects page \(from) and all later pages",
                remedy: "to remove the password, use the secret that it was set with", help: .unprotect)
        }
        if let page = closure.unknownPages.first, !pages.isEmpty {
            add(
                .passwordProtected, "the tag does not show which pages are locked or protected",
                "page \(page) could not be read, so it may be protected by a password",
                remedy: "to remove the password, use the secret that it was set with", help: .unprotect)
        }
    }

    /// Returns a description of the existing message: its first URI that consists of printable ASCII
    /// characters or, if there is no such URI, its size.
    private static func account(of message: [UInt8]) -> String {
        let records = (try? NDEFMessage(decoding: message))?.records ?? []
        for record in records {
            guard case .uri(let content) = try? record.decoded(),
                content.uri.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else { continue }
            return "the message is \(content.uri)"
        }
        return message.count == 1 ? "the message has 1 byte" : "the message has \(message.count) bytes"
    }

    /// The encoded message that other tools write to erase a tag: one record with TNF 0. Replacing it does
    /// not require `overwrite`.
    private static let emptyRecord: [UInt8] = [0xD0, 0x00, 0x00]
}
