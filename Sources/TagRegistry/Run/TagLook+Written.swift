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
    /// Returns the final protection of a tag with its URL: `batch run` sets a password, `batch lock` locks
    /// permanently.
    ///
    /// - Returns: Nil for a batch without protection.
    func protection(of look: TagLook) -> ProtectionGoal? {
        switch protection {
        case .none: nil
        case .password: .password(mirror: mirrorWanted(on: look))
        case .permanent: permanentLock(of: look)
        }
    }

    /// Returns the goal of `batch lock` for a tag with its URL.
    func permanentLock(of look: TagLook) -> ProtectionGoal { .permanent(mirror: mirrorWanted(on: look)) }

    private func mirrorWanted(on look: TagLook) -> TagMirror? {
        mirror == .none ? nil : look.mirrorOverPlaceholder
    }
}
