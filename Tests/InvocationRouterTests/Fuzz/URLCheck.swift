@testable import InvocationRouter

/// Which promise of the URL parser these bytes break; nil when they break none.
func urlProblem(_ bytes: [UInt8]) -> String? {
    let strict = parsed(bytes, .strict)
    let tap = parsed(bytes, .tap)
    for (result, profile) in [(strict, ParseProfile.strict), (tap, .tap)] {
        let judged = Result { () throws(InvocationError) in
            try Invocation.judge(bytes.span, profile: profile, hosts: .standard)
        }
        guard result == judged else { return "the quick reader disagrees with the checks" }
        if let problem = routeProblem(bytes, result, profile) { return problem }
        switch result {
        case .success(let invocation):
            if let problem = invocationProblem(invocation) { return problem }
        case .failure(let error):
            if let problem = errorProblem(error, count: bytes.count) { return problem }
        }
    }
    if case .success(let invocation) = strict {
        var same = try? tap.get()
        same?.profile = .strict
        guard same == invocation else { return "profile tap reads otherwise what strict takes" }
    }
    return checkProblem(String(decoding: bytes, as: UTF8.self))
}

/// The router says what the gift parser says, and where that says "another route", its URL reads back to it.
private func routeProblem(
    _ bytes: [UInt8], _ gift: Result<Invocation, InvocationError>, _ profile: ParseProfile
) -> String? {
    let route = Result { () throws(InvocationError) in
        try Route.parse(bytes: bytes.span, profile: profile)
    }
    if case .failure(let error) = gift, error.code == .reservedPath {
        switch route {
        case .success(let route):
            guard let url = try? route.url(), (try? Route.parse(url)) == route else {
                return "a route's URL leads elsewhere"
            }
            return nil
        case .failure(let error): return errorProblem(error, count: bytes.count)
        }
    }
    return route == gift.map(Route.gift) ? nil : "the router reads a gift otherwise"
}

private func parsed(_ bytes: [UInt8], _ profile: ParseProfile) -> Result<Invocation, InvocationError> {
    Result { () throws(InvocationError) in try Invocation.parse(bytes: bytes.span, profile: profile) }
}

/// The parts keep the grammar, and the canonical form reads back to itself.
private func invocationProblem(_ invocation: Invocation) -> String? {
    guard (invocation.org == nil) != (invocation.orgAlias == nil) else { return "org or alias, not both" }
    guard !invocation.fundUnclear || invocation.fund == nil else { return "an unclear fund is given" }
    let isCertain = invocation.org != nil && !invocation.fundUnclear
    guard (invocation.canonical != nil) == isCertain else { return "canonical exactly when certain" }
    if let alias = invocation.orgAlias {
        guard alias.unicodeScalars.count <= 64, !alias.hasControls else {
            return "the alias holds what it must not"
        }
    }
    guard let org = invocation.org, let canonical = invocation.canonical else { return nil }
    guard canonical.utf8.count <= 130 else { return "the canonical form is longer than 130 octets" }
    do {
        let again = try Invocation.parse(canonical)
        guard again.canonical == canonical, again.warnings.isEmpty else {
            return "canonical is no fixed point"
        }
        guard again.org == org, again.fund == invocation.fund, again.recurring == invocation.recurring else {
            return "the canonical form says something else"
        }
        let made = try Invocation.make(
            org: org, fund: invocation.fund, recurring: invocation.recurring, tag: invocation.tag)
        guard made.hasPrefix(canonical) else { return "make writes another form" }
        guard let written = invocation.writtenForm, try Invocation.parse(written).tag == invocation.tag else {
            return "the written form says something else"
        }
    } catch {
        return "what was parsed cannot be written: \(error.code)"
    }
    return nil
}

/// The offset lies in the input, and the sentences show nothing that controls a terminal.
private func errorProblem(_ error: InvocationError, count: Int) -> String? {
    guard (0...count).contains(error.offset) else { return "the offset is outside of the input" }
    for sentence in [error.message, error.reason] where sentence.hasControls {
        return "a sentence holds a control character"
    }
    return nil
}

/// A suggestion is a URL that the same check finds good.
private func checkProblem(_ url: String) -> String? {
    guard !url.escapedForDisplay().hasControls else { return "escaping leaves a control character" }
    let check = URLCheck(url, areaBytes: 48)
    guard check.isGood == check.problems.isEmpty else { return "good with problems" }
    guard let suggestion = check.suggestion else { return nil }
    let better = URLCheck(suggestion)
    guard better.isGood, better.suggestion == nil else { return "the suggestion could be better" }
    return nil
}

extension String {
    fileprivate var hasControls: Bool {
        unicodeScalars.contains { scalar in
            scalar.properties.generalCategory == .control
                || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
                || [0x061C, 0x200E, 0x200F].contains(scalar.value)
        }
    }
}
