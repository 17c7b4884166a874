/// The writes that achieve a goal. A draft does not consider whether the tag or the options permit these
/// writes.
struct PlanDraft {
    var steps: [ProgrammingStep] = []
    var readBack: [ProgrammingPlan.Portion] = []
    var retreat: ProgrammingPlan.Portion?
}

extension PlanDraft {
    /// Drafts the writes for a data area that contains TLVs.
    ///
    /// Returns nil and adds a refusal if the intended content does not fit.
    init?(
        _ reading: AreaReading, _ goal: ProgrammingGoal, wipes: Bool, _ refusals: inout Refusals
    ) {
        guard let target = Self.target(goal, reading, wipes: wipes, &refusals) else { return nil }
        let units = reading.units
        steps = SafeOrder(reading: reading, target: target).steps()
        guard !steps.isEmpty else { return }
        let changed = steps.compactMap { step in units.places.firstIndex(of: step.place) }
        let first = min(changed.min() ?? 0, target.gate?.unit ?? 0)
        readBack = (first...target.lastUnit).map {
            ProgrammingPlan.Portion(place: units.places[$0], bytes: units.slice($0, of: target.bytes))
        }
        retreat = target.gate.map { ProgrammingPlan.Portion(place: units.places[$0.unit], bytes: $0.closed) }
    }

    /// Drafts the writes for a MIFARE Classic card. Returns nil and adds a refusal if the card has no NDEF
    /// sector or the intended content does not fit.
    init?(
        _ snapshot: TagSnapshot, _ goal: ProgrammingGoal, _ options: ProgrammingOptions,
        _ refusals: inout Refusals
    ) {
        guard let reading = snapshot.reading, reading.units.areaBytes > 0 else {
            refusals.add(
                .wrongContainer, "the card is not formatted for NDEF",
                "the card has no readable directory that lists an NDEF sector",
                remedy: "use an NTAG213, 215 or 216")
            return nil
        }
        self.init(reading, goal, wipes: options.contains(.wipe), &refusals)
    }

    private static func target(
        _ goal: ProgrammingGoal, _ reading: AreaReading, wipes: Bool, _ refusals: inout Refusals
    ) -> AreaTarget? {
        let units = reading.units
        var message: [UInt8] = []
        switch goal {
        case .restore(let image):
            if let foreign = reading.messageOfForeign(image) {
                message = foreign
                break
            }
            guard let image = fitting(image, areaBytes: units.areaBytes) else {
                refusals.add(
                    .tooSmall, "the data does not fit on the tag",
                    "the data has \(image.count) bytes, but only \(units.areaBytes) fit",
                    remedy: "use a tag with more memory")
                return nil
            }
            return AreaTarget(restoring: image, in: units, wipes: wipes)
        case .message(let bytes): message = bytes
        case .erase, .format: break
        }
        for site in reading.sites {
            if let target = AreaTarget(message, at: site, in: units, wipes: wipes) { return target }
        }
        refuseTooSmall(message.count, reading.capacityBytes, &refusals)
        return nil
    }

    /// Returns the image, shortened to the size of the area if it is larger. Returns nil if the image is
    /// empty, or if shortening it would remove used bytes.
    private static func fitting(_ image: [UInt8], areaBytes: Int) -> [UInt8]? {
        guard image.count > areaBytes else { return image.isEmpty ? nil : image }
        let used = (try? Type2DataArea(parsing: image))?.usedBytes ?? image.count
        return areaBytes > 0 && used <= areaBytes ? Array(image.prefix(areaBytes)) : nil
    }

    static func refuseTooSmall(_ wanted: Int, _ room: Int, _ refusals: inout Refusals) {
        refusals.add(
            .tooSmall, "the message does not fit on the tag",
            "the message has \(wanted) bytes, but only \(room) fit",
            remedy: "use a shorter message, such as one with a shorter URL, or a tag with more memory")
    }
}
