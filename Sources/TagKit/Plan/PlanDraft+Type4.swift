extension PlanDraft {
    /// The maximum number of data bytes in one UPDATE BINARY, even if the tag accepts more. Some readers
    /// cannot transfer larger commands, because their frame buffers overflow.
    ///
    /// Source: nfcpy/nfcpy#204.
    static let largestUpdate = 120

    /// Drafts the writes for a Type 4 tag: first NLEN is set to 0, then the message is written, and finally
    /// NLEN is set to the message's size. Source: NFC Forum T4TOP 3.0 §7.5.
    ///
    /// `file` is the part of the NDEF file that was read, starting with NLEN. Returns nil and adds a refusal
    /// if the tag cannot be written or the intended content does not fit.
    init?(
        file: [UInt8], _ snapshot: TagSnapshot, _ goal: ProgrammingGoal, _ options: ProgrammingOptions,
        _ refusals: inout Refusals
    ) {
        guard let container = Self.container(of: snapshot, file, &refusals) else { return nil }
        guard let target = Self.file(goal, container, snapshot.areaBytes, &refusals) else { return nil }
        let field = container.lengthField.rawValue
        let closed = [UInt8](repeating: 0, count: field)
        var whole = target
        if options.contains(.wipe) {
            whole += [UInt8](repeating: 0, count: max(0, snapshot.areaBytes - target.count))
        }
        let chunk = max(1, min(container.maxWriteBytes, Self.largestUpdate))
        let data = stride(from: field, to: whole.count, by: chunk).compactMap { start -> ProgrammingStep? in
            let new = Array(whole[start..<min(start + chunk, whole.count)])
            let old = start + new.count <= file.count ? Array(file[start..<start + new.count]) : nil
            guard old != new else { return nil }
            let reason: ProgrammingStep.Reason = start < target.count ? .data : .wipe
            return ProgrammingStep(place: .file(offset: start), old: old, new: new, reason: reason)
        }
        let (held, wanted) = (Array(file.prefix(field)), Array(whole.prefix(field)))
        guard !data.isEmpty || held != wanted else { return }
        let place = ProgrammingStep.Place.file(offset: 0)
        if held != closed {
            steps.append(ProgrammingStep(place: place, old: held, new: closed, reason: .emptyFirst))
        }
        steps += data
        if wanted != closed {
            steps.append(ProgrammingStep(place: place, old: closed, new: wanted, reason: .length))
        }
        readBack = [ProgrammingPlan.Portion(place: place, bytes: whole)]
        retreat = ProgrammingPlan.Portion(place: place, bytes: closed)
    }

    /// Returns the tag's capability container if its NDEF file can be read and written. Otherwise, returns
    /// nil and adds a refusal.
    private static func container(
        of snapshot: TagSnapshot, _ file: [UInt8], _ refusals: inout Refusals
    ) -> CapabilityContainer? {
        let flaw: String
        switch snapshot.container {
        case nil: flaw = Self.flaw(of: snapshot)
        case let container? where container.readAccess != 0:
            refusals.add(
                .passwordProtected, "the tag does not allow its message to be read",
                "the capability container forbids reading, so a write could not be verified",
                remedy: "use another tag")
            return nil
        // If the NDEF file cannot be opened, another file stays selected on the tag.
        case .some where file.isEmpty: flaw = "the NDEF file that the tag declares cannot be opened"
        // If NLEN took two commands, a reader could see a half-written length. T4TOP 3.0 §5.1, Table 6: MLc is 13 or
        // more.
        case let container? where container.maxWriteBytes < container.lengthField.rawValue:
            flaw =
                "the length field has \(container.lengthField.rawValue) bytes, "
                + "but the tag accepts only \(container.maxWriteBytes) per write"
        case let container?: return container
        }
        refusals.add(
            .wrongContainer, "the tag's capability container is wrong", flaw, remedy: "use another tag")
        return nil
    }

    /// Returns the reason why a tag's capability container cannot be used.
    private static func flaw(of snapshot: TagSnapshot) -> String {
        guard case .files(let bytes, _) = snapshot.memory else { return "" }
        do throws(NDEFError) {
            // T4TOP 2.0 §5.1: MLe is at least 15.
            let count = try CapabilityContainer(parsing: bytes).maxReadBytes
            return "the tag allows only \(count) bytes to be read per command"
        } catch {
            return bytes.isEmpty
                ? "file E103 is missing or empty"
                : error.reason
        }
    }

    /// Returns the intended content of the NDEF file: NLEN and the message. Returns nil and adds a refusal if
    /// the message does not fit, or if the data to restore contains no valid message.
    private static func file(
        _ goal: ProgrammingGoal, _ container: CapabilityContainer, _ fileBytes: Int,
        _ refusals: inout Refusals
    ) -> [UInt8]? {
        var message: [UInt8] = []
        if case .message(let bytes) = goal { message = bytes }
        if case .restore(let area) = goal {
            guard let held = try? Type2DataArea(parsing: area).message().encoded()
            else {
                refusals.add(
                    .notAllowedHere, "this data cannot be written to a Type 4 tag",
                    "a Type 4 tag stores a message without TLVs, and the data contains no readable message",
                    remedy: "restore the data to an NFC Forum Type 2 tag")
                return nil
            }
            message = held
        }
        let room = fileBytes - container.lengthField.rawValue
        let file = NDEFFile(messageBytes: message, lengthField: container.lengthField)
        guard message.count <= room, let encoded = try? file.encoded()
        else {
            refuseTooSmall(message.count, max(0, room), &refusals)
            return nil
        }
        return encoded
    }
}
