import TagKit

extension TagLook {
    /// The same tag once a plan was carried out and read back: what was written is known, and need not be read again.
    func written(by plan: ProgrammingPlan) -> TagLook {
        guard case .pages(var pages) = memory else { return self }
        for step in plan.steps {
            if case .page(let page) = step.place, pages.indices.contains(page) { pages[page] = step.new }
        }
        return TagLook(tag, chip: chip, version: version, pages: pages)
    }

    /// The tag as its memory is, where its chip shows UID and counter over the place-holder as its batch wants it.
    func asWritten(for batch: Batch) -> TagLook {
        guard batch.mirror != .none, let mirror, mirror.content == .both else { return self }
        return without(mirrorOver: mirror.content.placeholder) ?? self
    }

    /// The mirror of UID and tap counter over the place-holder in the message; nil where none stands there.
    var mirrorOverPlaceholder: TagMirror? {
        guard case .pages(let pages) = memory else { return nil }
        let octets = pages.dropFirst(Type2Memory.firstUserPage).prefix { $0 != nil }.flatMap { $0 ?? [] }
        let holder = Array("00000000000000x000000".utf8)
        let starts = 0..<max(0, octets.count - holder.count + 1)
        guard let start = starts.first(where: { octets[$0...].starts(with: holder) }) else { return nil }
        let offset = Type2Memory.firstUserPage * 4 + start
        return TagMirror(.both, page: offset / 4, byte: offset % 4)
    }
}

extension Batch {
    /// How a tag is protected while it is written; nil where nothing is set then.
    func protection(of look: TagLook) -> ProtectionGoal? {
        guard protection == .password else { return nil }
        return .password(mirror: mirror == .none ? nil : look.mirrorOverPlaceholder)
    }
}
