import Documents
import FailureKit
import InvocationRouter

/// A URL that has been checked and can be written to a tag.
struct GivingURL: Equatable, Sendable {
    /// The URL as it is written to the tag.
    let text: String
    /// The differences between the given URL and `text`: removed, changed and added parts.
    let changes: [URLRewrite.Change]

    /// The changes to the given URL as human-readable lines; empty if the URL is unchanged.
    var notes: [String] {
        changes.isEmpty ? [] : ["the URL becomes \(text)"] + changes.map(\.summary)
    }

    /// Checks a URL against the strict rules, and converts it to the form that is written to tags.
    ///
    /// - Parameters:
    ///   - url: The URL as typed.
    ///   - anyURL: Whether other hosts are allowed. A host that is easily confused with one of our hosts is
    ///     always rejected.
    ///   - hosts: The hosts of giving URLs.
    ///   - verb: The verb for the command's action in error messages, such as `write`.
    /// - Throws: An error with exit code 65 if the text is not a giving URL or contains more than one URL; 77
    ///   for another host, or if the URL contains data that a chip inserted during a tap.
    init(_ url: String, anyURL: Bool, hosts: HostList = .standard, verb: String = "write") throws {
        (text, changes) = try Self.checked(url, anyURL: anyURL, hosts: hosts, verb: verb)
    }

    private static func checked(
        _ url: String, anyURL: Bool, hosts: HostList, verb: String
    ) throws -> (text: String, changes: [URLRewrite.Change]) {
        do {
            let rewrite = try URLRewrite(url, hosts: hosts)
            guard rewrite.invocation.evidence == nil else {
                throw CommandError(
                    .refused, code: "holdsEvidence", "the URL contains the mirrored data of a single tap",
                    reason: "every later tap would show the same data", remedy: "use \(rewrite.written)")
            }
            return (rewrite.written, rewrite.changes)
        } catch let refusal as URLRefusal {
            return try other(url, refusal, anyURL: anyURL, hosts: hosts, verb: verb)
        }
    }

    /// Checks a URL that ``URLRewrite`` refused. If its host does not belong to this service and `anyURL` is
    /// true, returns the URL as it will be written, and the changes that were made.
    ///
    /// Throws an error in all other cases, for example if the host only resembles one of this service's
    /// hosts. Also throws an error if the URL contains an invisible character.
    private static func other(
        _ url: String, _ refusal: URLRefusal, anyURL: Bool, hosts: HostList, verb: String
    ) throws -> (text: String, changes: [URLRewrite.Change]) {
        do {
            _ = try Invocation.parse(url, profile: .tap, hosts: hosts)
        } catch  where error.code == .otherDestination {
            guard !anyURL else {
                if let hidden = url.unicodeScalars.first(where: {
                    String($0).escapedForDisplay() != String($0)
                }) {
                    throw CommandError(
                        .malformed, code: "hiddenCharacter", "the URL contains an invisible character",
                        reason: String(hidden).escapedForDisplay(),
                        remedy: "type the URL instead of copying it")
                }
                let (text, changes) = URLRewrite.elsewhere(url)
                return (text, changes)
            }
            throw CommandError(
                .refused, code: error.code.rawValue, error.summary,
                reason: "a tap would not open the giving page",
                remedy: "use --any-url to \(verb) it anyway")
        } catch  where error.code == .hostNotAllowed && !error.found.isEmpty {
            throw CommandError(
                .refused, code: error.code.rawValue, error.summary,
                reason: "the URL's host only looks like a host of giving URLs, so the URL is refused",
                remedy: "check where the URL came from; giving URLs begin with https://\(hosts.primary)/")
        } catch {
            if refusal.corrected == nil, case .invalid = refusal.cause { throw CommandError(error) }
        }
        throw CommandError(refusal)
    }
}
