extension LinkPattern {
    /// Whether the whole text fits.
    ///
    /// - Parameter ignoringCase: Compares the lower-case forms of single scalars, where they have one scalar.
    public func matches(_ text: some StringProtocol, ignoringCase: Bool = false) -> Bool {
        var walk = PatternWalk(self, ignoringCase: ignoringCase)
        for scalar in text.unicodeScalars {
            walk.take(.scalar(scalar))
            if walk.isStuck { return false }
        }
        return walk.isAtEnd
    }

    /// Whether every text that fits the other pattern certainly fits this one.
    ///
    /// Never wrong when it says yes; it may say no where the answer is yes.
    func covers(_ other: LinkPattern, ignoringCase: Bool = false) -> Bool {
        var walk = PatternWalk(self, ignoringCase: ignoringCase)
        var position = 0
        while position < other.tokens.count {
            switch other.tokens[position] {
            case .choice(let starts):
                // Whatever the variable stands for is one of all runs; its ways are passed over.
                walk.take(.run)
                let last = starts.last ?? position + 1
                position =
                    other.tokens[last...].lazy.compactMap { if case .jump(let end) = $0 { end } else { nil } }
                    .first ?? position + 1
                continue
            case let token: walk.take(token)
            }
            if walk.isStuck { return false }
            position += 1
        }
        return walk.isAtEnd
    }
}

/// All places in a pattern that fit what was read so far.
private struct PatternWalk {
    private let tokens: [LinkPattern.Token]
    private let ignoringCase: Bool
    private var places: [Int] = []
    /// In which step a place was added last, so that no step adds it twice.
    private var added: [Int]
    private var step = 0

    init(_ pattern: LinkPattern, ignoringCase: Bool) {
        tokens = pattern.tokens
        self.ignoringCase = ignoringCase
        added = Array(repeating: -1, count: tokens.count + 1)
        add(0)
    }

    var isStuck: Bool { places.isEmpty }
    var isAtEnd: Bool { added[tokens.count] == step }

    /// Goes one symbol on: a scalar of a text, or `one` or `run` of another pattern.
    mutating func take(_ symbol: LinkPattern.Token) {
        let before = places
        places = []
        step += 1
        for place in before where place < tokens.count {
            switch (tokens[place], symbol) {
            case (.run, _): add(place)
            case (.one, .scalar), (.one, .one): add(place + 1)
            case (.scalar(let expected), .scalar(let found)) where isSame(expected, found): add(place + 1)
            default: break
            }
        }
    }

    /// Adds a place, and all that are reached from it without reading.
    private mutating func add(_ start: Int) {
        var pending = [start]
        while let place = pending.popLast() {
            if added[place] == step { continue }
            added[place] = step
            guard place < tokens.count else {
                places.append(place)
                continue
            }
            switch tokens[place] {
            case .choice(let starts): pending += starts
            case .jump(let end): pending.append(end)
            case .run:
                places.append(place)
                pending.append(place + 1)
            case .scalar, .one: places.append(place)
            }
        }
    }

    private func isSame(_ one: Unicode.Scalar, _ other: Unicode.Scalar) -> Bool {
        one == other || ignoringCase && one.folded == other.folded
    }
}

extension Unicode.Scalar {
    fileprivate var folded: Unicode.Scalar {
        let lower = properties.lowercaseMapping.unicodeScalars
        return lower.count == 1 ? lower[lower.startIndex] : self
    }
}
