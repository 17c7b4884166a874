extension TagSession {
    /// Executes `plan`, reads the data back and compares it with the intended content.
    ///
    /// If a response is lost, the session selects the tag again. It repeats the write unless the tag already
    /// contains the data. If the data read back is wrong, the session tries to set the message's length to 0,
    /// because a reader could otherwise see a mix of two messages.
    ///
    /// - Parameters:
    ///   - plan: A plan created from the latest snapshot of the tag.
    ///   - progress: Called after each write with the number of completed writes and the total.
    /// - Throws: `verifyFailed` if the tag does not contain the written data. For any other error, such as
    ///   `tagLost` or `nak`, the reason describes the tag's current content.
    public func execute(
        _ plan: ProgrammingPlan, progress: @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) async throws(TagError) -> WriteReport {
        for (index, step) in plan.steps.enumerated() {
            do {
                try await write(step.new, at: step.place)
            } catch {
                throw error.stopping(plan, before: index)
            }
            pagesWritten += 1
            progress(index + 1, plan.steps.count)
        }
        do {
            try await verify(plan)
        } catch {
            throw error.code == .verifyFailed ? error : error.stopping(plan, before: plan.steps.count)
        }
        return WriteReport(uid: tag?.uid ?? [], pagesWritten: pagesWritten, commands: commands)
    }

    /// Writes bytes to a page, a block or a part of a file, in up to three attempts. After a failed attempt,
    /// reads the bytes back, and returns if they are already correct.
    private func write(_ bytes: [UInt8], at place: ProgrammingStep.Place) async throws(TagError) {
        var attempts = 0
        while true {
            attempts += 1
            do {
                return try await send(bytes, to: place)
            } catch {
                guard error.mayPass else { throw error }
                try await selectAgain()
                try await reopenFile()
                if try await held(at: place, count: bytes.count) == bytes { return }
                guard attempts < Self.writeAttempts else { throw error }
            }
        }
    }

    private static let writeAttempts = 3

    private func send(_ bytes: [UInt8], to place: ProgrammingStep.Place) async throws(TagError) {
        switch place {
        case .page(let page):
            commands += 1
            _ = try await reader.send(.write(page: UInt8(page), data: bytes))
        case .block(let block):
            guard try await open(ClassicCard.sector(of: block), ClassicCard.ndefKey) else {
                throw TagError(.nak, "the card refused the key of sector \(ClassicCard.sector(of: block))")
            }
            commands += 1
            _ = try await reader.send(.writeBlock(UInt8(block), data: bytes))
        case .file(let offset):
            let (_, status) = try await exchange(TypeFourCommand.update(offset: offset, bytes))
            guard status == [0x90, 0x00] else { throw refusal("a write to its file", status) }
        }
    }

    // MARK: Reading back

    /// The remedy for a tag that does not contain the bytes that were written to it.
    static let verifyRemedy =
        "try again; if this fails again, use another tag: this tag may be worn out or counterfeit"

    private func verify(_ plan: ProgrammingPlan) async throws(TagError) {
        guard !plan.steps.isEmpty else { return }
        var wrong: [String] = []
        for (portion, held) in try await readBack(plan.readBack) where held != portion.bytes {
            wrong.append(portion.place.name)
        }
        guard let first = wrong.first else { return }
        let isEmpty = await retreat(plan)
        throw TagError(
            .verifyFailed, "the tag does not contain the written data",
            reason: "\(first)\(wrong.count > 1 ? " and \(wrong.count - 1) more differ" : " differs")"
                + (isEmpty ? "; the tag was left with an empty message" : ""),
            remedy: Self.verifyRemedy)
    }

    /// Reads the current bytes of each portion with as few commands as possible. The result is nil for a
    /// portion that the tag refuses to return.
    private func readBack(
        _ portions: [ProgrammingPlan.Portion]
    ) async throws(TagError) -> [(ProgrammingPlan.Portion, [UInt8]?)] {
        let pages = portions.compactMap { if case .page(let page) = $0.place { page } else { nil } }
        guard let chip, let first = pages.min(), let last = pages.max() else {
            var result: [(ProgrammingPlan.Portion, [UInt8]?)] = []
            for portion in portions {
                result.append((portion, try await held(at: portion.place, count: portion.bytes.count)))
            }
            return result
        }
        var map = PageMap(count: last + 1)
        try await read(first...last, chip, into: &map)
        return portions.map { portion in
            guard case .page(let page) = portion.place else { return (portion, nil) }
            return (portion, map.pages[page])
        }
    }

    /// Returns the current bytes of a page, a block or a part of a file; nil if the tag refuses to return the
    /// page or block.
    private func held(at place: ProgrammingStep.Place, count: Int) async throws(TagError) -> [UInt8]? {
        switch place {
        case .page(let page):
            return try await readPage(page)
        case .block(let block):
            return try await readBlock(block, ClassicCard.ndefKey)
        case .file(let offset):
            let atOnce = container?.maxReadBytes ?? 1
            do {
                return try await readFile(from: offset, count: count, atOnce: atOnce)
            } catch {
                guard error.code == .tagLost else { throw error }
                try await selectAgain()
                try await reopenFile()
                return try await readFile(from: offset, count: count, atOnce: atOnce)
            }
        }
    }

    /// Reads one page. Returns nil if the tag refuses it.
    func readPage(_ page: Int) async throws(TagError) -> [UInt8]? {
        let answer = try await ask(.read(page: UInt8(page)))
        return answer?.count == 16 ? answer.map { Array($0.prefix(4)) } : nil
    }

    /// Sets the message's length to 0, so that readers do not see corrupt data. Returns true only if the new
    /// length was read back from the tag.
    private func retreat(_ plan: ProgrammingPlan) async -> Bool {
        guard let portion = plan.retreat else { return false }
        do throws(TagError) {
            try await write(portion.bytes, at: portion.place)
            return try await held(at: portion.place, count: portion.bytes.count) == portion.bytes
        } catch {
            return false
        }
    }
}

extension ProgrammingStep.Place {
    /// The location as text for messages, such as `page 4`.
    public var name: String {
        switch self {
        case .page(let page): "page \(page)"
        case .block(let block): "block \(block)"
        case .file(let offset): "file byte \(offset)"
        }
    }
}

/// The result of a write whose data was read back and found correct.
public struct WriteReport: Hashable, Sendable {
    /// The tag's UID.
    public let uid: [UInt8]
    /// The number of writes that the session has completed, including those of earlier plans. A write changes
    /// a page, a block, or a part of a file.
    public let pagesWritten: Int
    /// The number of RF data commands that the session has sent, including those for inspection and
    /// read-back. Anticollision, select, halt and RATS are not counted.
    public let commands: Int
}
