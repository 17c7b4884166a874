import InvocationRouter

/// A URL that may be written to a tag.
struct GivingURL: Equatable, Sendable {
    /// The text that goes on the tag.
    let text: String
    /// What was changed or should be known; empty mostly.
    let notes: [String]

    /// Checks a URL by the strict rules, and takes the form that a writer writes.
    ///
    /// - Parameter anyURL: Whether another host is meant. One that only looks like ours is refused all the same.
    /// - Parameter verb: What the command does with a URL, as `writes`.
    /// - Throws: exit 65 for what is no giving URL, 77 for another host.
    init(_ url: String, anyURL: Bool, hosts: HostList = .standard, verb: String = "writes") throws {
        let check = URLCheck(url, hosts: hosts)
        switch check.result {
        case .success(let invocation):
            guard invocation.evidence == nil else {
                throw CommandError(
                    .refused, code: "holdsEvidence", "the URL holds what a chip mirrored at one tap",
                    reason: "every later tap would show the same",
                    remedy: check.suggestion.map { "write \($0)" } ?? "write the URL without it")
            }
            text = invocation.writtenForm ?? url
            notes = text == url ? [] : ["written in its canonical form, \(text)"]
        case .failure(let error):
            notes = []
            text = try Self.other(
                url, refused: error, anyURL: anyURL, suggestion: check.suggestion, hosts: hosts, verb: verb)
        }
    }

    /// A URL that is none of ours: taken when another host is meant, otherwise refused with what is better.
    private static func other(
        _ url: String, refused: InvocationError, anyURL: Bool, suggestion: String?, hosts: HostList,
        verb: String
    ) throws -> String {
        do {
            _ = try Invocation.parse(url, profile: .tap, hosts: hosts)
        } catch  where error.code == .otherDestination {
            guard !anyURL else { return url }
            throw CommandError(
                .refused, code: error.code.rawValue, error.summary,
                reason: "a tap would not open the giving page",
                remedy: "--any-url \(verb) it all the same")
        } catch  where error.code == .hostNotAllowed {
            throw CommandError(
                .refused, code: error.code.rawValue, error.summary,
                reason: "it only looks like ours, and is never written",
                remedy: "check where it came from; ours begin with https://\(hosts.primary)/")
        } catch {
            throw CommandError(error)
        }
        let error = CommandError(refused)
        throw CommandError(
            error.exit, code: error.code, error.summary, reason: error.reason,
            remedy: suggestion.map { "the same destination, well written: \($0)" } ?? error.remedy)
    }
}
