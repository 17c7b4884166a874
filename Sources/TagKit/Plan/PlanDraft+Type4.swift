extension PlanDraft {
    /// The most bytes that one UPDATE BINARY carries, whatever the tag takes: with more, readers run out of frame.
    ///
    /// Source: nfcpy/nfcpy#204.
    static let largestUpdate = 120

    /// A Type 4 tag: NLEN 0, the message, NLEN. Source: NFC Forum T4TOP 3.0 §7.5.
    ///
    /// nil, with a refusal, when the goal does not fit.
    ///
    /// - Parameter file: The NDEF file from NLEN on, as far as it was read.
    init?(
        file: [UInt8], _ look: TagLook, _ goal: ProgrammingGoal, _ options: ProgrammingOptions,
        _ refusals: inout Refusals
    ) {
        guard let container = look.container else { return nil }
        guard let target = Self.file(goal, container, look.areaBytes, &refusals) else { return nil }
        let field = container.lengthField.rawValue
        let closed = [UInt8](repeating: 0, count: field)
        var whole = target
        if options.contains(.wipe) {
            whole += [UInt8](repeating: 0, count: max(0, look.areaBytes - target.count))
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

    /// NLEN and what shall stand behind it.
    private static func file(
        _ goal: ProgrammingGoal, _ container: CapabilityContainer, _ fileBytes: Int,
        _ refusals: inout Refusals
    ) -> [UInt8]? {
        var message: [UInt8] = []
        if case .message(let bytes) = goal { message = bytes }
        if case .restore(let image) = goal {
            if image.count <= fileBytes,
                (try? NDEFFile(parsing: image, lengthField: container.lengthField)) != nil
            {
                return image
            }
            message = image
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
