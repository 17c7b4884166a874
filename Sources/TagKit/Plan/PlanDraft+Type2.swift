import TextKit

extension PlanDraft {
    /// Drafts the writes to a Type 2 tag's data area and, for the goal `format`, to its capability container.
    ///
    /// Returns nil and adds a refusal if the capability container could not be read or declares no data area,
    /// or if the intended content does not fit.
    init?(
        _ pages: [[UInt8]?], _ snapshot: TagSnapshot, _ goal: ProgrammingGoal, _ options: ProgrammingOptions,
        _ refusals: inout Refusals
    ) {
        guard let page3 = pages.held(Type2Container.page) else {
            refusals.add(
                .passwordProtected, "the capability container could not be read",
                "the tag refuses reads of page \(Type2Container.page)")
            return nil
        }
        let right = snapshot.chip.memory.map(\.container)
        if goal == .format, let right, page3 != right, Type2Container.canBecome(right, from: page3),
            snapshot.chip.memory?.isBlankFromFactory == true || Type2Container(page3) == nil
        {
            self.init(formatting: pages, page3, right, snapshot, options, &refusals)
            return
        }
        guard let reading = snapshot.reading, reading.units.areaBytes > 0 else {
            Self.refuseContainer(page3, right, &refusals)
            return nil
        }
        self.init(reading, goal, wipes: options.contains(.wipe), &refusals)
    }

    /// Drafts the writes that format a tag: first the empty message, then the capability container. Because
    /// of this order, an interruption never leaves a tag with a container but without a valid message.
    /// Returns nil and adds a refusal if not even the empty message fits.
    private init?(
        formatting pages: [[UInt8]?], _ page3: [UInt8], _ right: [UInt8], _ snapshot: TagSnapshot,
        _ options: ProgrammingOptions, _ refusals: inout Refusals
    ) {
        let units = DataUnits.type2(pages, areaBytes: Int(right[2]) * 8)
        let reading = AreaReading(units, controlTLVs: snapshot.chip.memory?.controlTLVs ?? []) { _ in true }
        self.init(reading, .format, wipes: options.contains(.wipe), &refusals)
        let place = ProgrammingStep.Place.page(Type2Container.page)
        steps.append(ProgrammingStep(place: place, old: page3, new: right, reason: .container))
        readBack.insert(ProgrammingPlan.Portion(place: place, bytes: right), at: 0)
    }

    private static func refuseContainer(_ page3: [UInt8], _ right: [UInt8]?, _ refusals: inout Refusals) {
        let held = "page 3 contains \(Hex.upper(page3))"
        guard let right, Type2Container.canBecome(right, from: page3) else {
            refusals.add(
                .wrongContainer, "the tag's capability container is wrong",
                held + ", and its bits can never be cleared",
                remedy: "use another tag")
            return
        }
        refusals.add(
            .wrongContainer, "the tag is not formatted for NDEF", held + " instead of a capability container",
            remedy: "format the tag; the write to page 3 cannot be undone", help: .format)
    }
}
