import TextKit

extension TagSession {
    /// Executes a plan that changes the tag's protection.
    ///
    /// If a response to a write is lost, the session tries again, with up to three attempts for each write.
    /// After an interruption, inspect the tag again and create a new plan, which completes the change.
    ///
    /// - Parameters:
    ///   - plan: A plan created from the latest snapshot of the tag.
    ///   - password: The tag's new password, required if the plan writes one.
    ///   - progress: Called after each step with the number of completed steps and the total.
    /// - Throws: `verifyFailed` if the tag's content is not as expected, or if the tag accepts a write that
    ///   it must refuse; `passwordProtected` if the tag responds to the new password with a different PACK;
    ///   `tagLost` if the tag left the field; `nak` if the tag refused a command; `notAllowedHere` if the
    ///   plan requires a password and `password` is nil.
    public func execute(
        _ plan: ProtectionPlan, password: TagPassword? = nil,
        progress: @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) async throws(TagError) -> WriteReport {
        for (index, step) in plan.steps.enumerated() {
            do {
                try await execute(step, password)
            } catch {
                throw error.stopping(plan, before: index)
            }
            progress(index + 1, plan.steps.count)
        }
        return WriteReport(uid: tag?.uid ?? [], pagesWritten: pagesWritten, commands: commands)
    }

    private func execute(_ step: ProtectionStep, _ new: TagPassword?) async throws(TagError) {
        switch step.action {
        case .write(let page, let old, let bytes): try await write(bytes, over: old, page)
        case .writePassword(let page): try await writeSecret(try given(new).password, page)
        case .writeAcknowledge(let page):
            try await writeSecret(try given(new).acknowledge + [0, 0], page)
        case .authenticate: try await prove(try given(new))
        case .powerCycle:
            password = nil
            try await cyclePower()
        case .readBack(let expected): try await compare(expected)
        case .readMirror(let mirror): try await compare(mirror)
        case .proveRefused(let page, let bytes): try await proveRefused(page, bytes)
        }
    }

    private func given(_ password: TagPassword?) throws(TagError) -> TagPassword {
        guard let password else {
            throw TagError(.notAllowedHere, "no password was provided", reason: "the plan writes a password")
        }
        return password
    }

    private static let attempts = 3

    // MARK: Writing

    /// Writes a readable page, in up to three attempts. If no acknowledgment arrives, reads the page and
    /// retries only if the changed bits do not have their new values yet. Other bits are not compared: on a
    /// one-time programmable page, they may already be set.
    private func write(_ bytes: [UInt8], over old: [UInt8], _ page: Int) async throws(TagError) {
        let changed = zip(old, bytes).map { $0 ^ $1 }
        let expected = ProtectionStep.Expectation(page, bytes, mask: changed)
        for attempt in 1...Self.attempts {
            do throws(TagError) {
                commands += 1
                _ = try await reader.send(.write(page: UInt8(page), data: bytes))
                pagesWritten += 1
                return
            } catch {
                guard error.mayPass else { throw error }
                try await selectAgain()
                if let held = try await readPage(page), expected.holds(held) {
                    pagesWritten += 1
                    return
                }
                if attempt == Self.attempts { throw error }
            }
        }
    }

    /// Writes PWD or PACK, which cannot be read back. Makes up to three attempts, until the tag acknowledges
    /// the write.
    private func writeSecret(_ bytes: [UInt8], _ page: Int) async throws(TagError) {
        try await repeating { () async throws(TagError) in
            commands += 1
            _ = try await reader.send(.writeSecret(page: UInt8(page), data: bytes))
            pagesWritten += 1
        }
    }

    /// Runs `body`, and repeats it if the tag refuses the command or does not respond.
    private func repeating(_ body: () async throws(TagError) -> Void) async throws(TagError) {
        for attempt in 1...Self.attempts {
            do throws(TagError) {
                return try await body()
            } catch {
                guard error.mayPass, attempt < Self.attempts else { throw error }
                try await selectAgain()
            }
        }
    }

    /// Checks that the tag accepts the new password and responds with the new PACK. Makes up to three
    /// attempts if the tag refuses the password or does not respond.
    private func prove(_ password: TagPassword) async throws(TagError) {
        try await repeating { () async throws(TagError) in
            try await authenticate(password)
            self.password = password
        }
    }

    // MARK: Proving

    private func cyclePower() async throws(TagError) {
        do {
            try await reader.powerCycle()
        } catch {
            guard error.code == .tagLost else { throw error }
            try await reader.powerCycle()
        }
    }

    private func compare(_ expected: [ProtectionStep.Expectation]) async throws(TagError) {
        guard let chip, let first = expected.first?.page, let last = expected.last?.page else { return }
        var map = PageMap(count: last + 1)
        // If more than 8 pages are between them, two commands are faster than one.
        let gap = expected.indices.dropFirst().first { expected[$0].page - expected[$0 - 1].page > 8 }
        if let gap {
            try await read(first...expected[gap - 1].page, chip, into: &map)
            try await read(expected[gap].page...last, chip, into: &map)
        } else {
            try await read(first...last, chip, into: &map)
        }
        let wrong = expected.filter { !$0.holds(map.pages[$0.page] ?? []) }.map(\.page)
        guard let page = wrong.first else { return }
        throw TagError(
            .verifyFailed, "the tag does not contain the expected data",
            reason: "page \(page)\(wrong.count > 1 ? " and \(wrong.count - 1) more differ" : " differs")",
            remedy: Self.verifyRemedy)
    }

    /// Reads the bytes that a mirror covers. Throws `verifyFailed` unless they show the mirror's content: the
    /// tag's UID, six hexadecimal digits of the counter, or both.
    private func compare(_ mirror: TagMirror) async throws(TagError) {
        guard let chip, let tag else { return }
        let pages = mirror.page...(mirror.range.upperBound - 1) / 4
        var map = PageMap(count: pages.upperBound + 1)
        try await read(pages, chip, into: &map)
        let bytes = map.pages[pages].flatMap { $0 ?? [] }.dropFirst(mirror.byte)
            .prefix(mirror.content.byteCount)
        let uid = Array(Hex.upper(tag.uid).utf8)
        let isShown =
            switch mirror.content {
            case .uid: Array(bytes) == uid
            case .counter: bytes.count == 6 && bytes.allSatisfy(\.isUpperHexDigit)
            case .both:
                bytes.count == 21 && bytes.starts(with: uid + [UInt8(ascii: "x")])
                    && bytes.suffix(6).allSatisfy(\.isUpperHexDigit)
            }
        guard !isShown else { return }
        throw TagError(
            .verifyFailed, "the chip does not mirror its \(mirror.content.words)",
            reason: bytes.isEmpty
                ? "page \(mirror.page) could not be read"
                : "starting at page \(mirror.page), byte \(mirror.byte), the tag returns \(Hex.upper(bytes))",
            remedy: "use another tag: this chip does not work as specified")
    }

    /// Writes a page's current bytes again and checks that the tag refuses the write.
    private func proveRefused(_ page: Int, _ bytes: [UInt8]) async throws(TagError) {
        for attempt in 1...Self.attempts {
            do throws(TagError) {
                commands += 1
                _ = try await reader.send(.write(page: UInt8(page), data: bytes))
            } catch {
                guard error.mayPass else { throw error }
                try await reader.reselect()
                if error.code == .nak { return }
                // A missing response can be a lost acknowledgment or a lost refusal.
                if attempt == Self.attempts { throw error }
                continue
            }
            throw TagError(
                .verifyFailed, "the tag accepted a write that it should have refused",
                reason: "page \(page) was written with its existing bytes, so the tag has not changed",
                remedy: "use another tag: this chip does not work as specified")
        }
    }
}

extension UInt8 {
    fileprivate var isUpperHexDigit: Bool { (0x30...0x39).contains(self) || (0x41...0x46).contains(self) }
}

extension TagError {
    /// Returns a copy of the error whose reason also contains the number of completed steps.
    fileprivate func stopping(_ plan: ProtectionPlan, before index: Int) -> TagError {
        let done = "stopped after \(index) of \(plan.steps.count) steps"
        return TagError(
            code, summary, reason: reason.isEmpty ? done : "\(reason); \(done)",
            remedy: code == .tagLost ? "hold the tag still and try again to complete the change" : remedy,
            help: code == .tagLost ? nil : help, underlying: self)
    }
}
