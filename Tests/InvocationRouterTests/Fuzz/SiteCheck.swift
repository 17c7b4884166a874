import TextKit

@testable import InvocationRouter

/// Returns the promise of the association files that these bytes break; nil if they break none.
///
/// The bytes are a file; after the first zero byte follows the rest of a URL.
func siteProblem(_ bytes: [UInt8]) -> String? {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let file = Array(parts[0])
    let url = "https://appclip.tap.giving/" + String(decoding: parts.count > 1 ? parts[1] : [], as: UTF8.self)
    if let tree = try? JSONTree(file) {
        guard (try? JSONTree(Array(tree.text.utf8))) == tree else { return "the text of a tree is another" }
    }
    let (links, androidFindings) = AssetLinks.read(file)
    for statement in links.statements where statement.handlesURLs && !statement.fingerprints.isEmpty {
        guard links.statement(for: statement.package) != nil else { return "a statement is not found" }
    }
    let (association, appleFindings) = AppSiteAssociation.read(file)
    for finding in androidFindings + appleFindings {
        let text = finding.path + finding.summary
        guard text == text.escapedForDisplay() else { return "a finding shows a control character" }
    }
    return decisionProblem(association, url)
}

/// The component that decides matches, none before it does, and none that is called unreachable decides.
private func decisionProblem(_ association: AppSiteAssociation, _ text: String) -> String? {
    guard let url = LinkURL(text) else { return "a URL of ours has no parts" }
    guard text.utf8.count <= AppSiteAssociation.urlByteLimit else { return nil }
    for decision in association.decisions(on: text) {
        let rules = association.links.filter { $0.appIDs.contains(decision.appID) }
        let first = rules.flatMap(\.components).first { $0.matches(url) }
        guard decision.component == first?.place else { return "another component decides than the first" }
    }
    for rules in association.links {
        for (index, component) in rules.components.enumerated().prefix(32) where component.matches(url) {
            for earlier in rules.components[..<index] where earlier.covers(component) {
                guard earlier.matches(url) else { return "\(earlier.place) covers what it does not match" }
            }
        }
    }
    return nil
}
