package import InvocationRouter

/// A URL as the whole service takes it: its route, where a gift goes, and what phones do with it.
package struct Invoked: Sendable {
    /// The URL; nil where a tag holds none.
    package let url: String?
    /// Where it leads, by the profile `tap`, or why nowhere of ours.
    package let route: Result<Route, InvocationError>?
    /// Where a gift goes; nil without a directory, without a route, and for what is no gift.
    package let resolution: Result<Resolution, ResolutionError>?
    /// Whether somebody could be asked who knows organizations.
    package let hasDirectory: Bool
    /// What phones do.
    package let answers: [(phone: NamedPhone, answer: PhoneAnswer)]
    /// Phones whose circumstances change their behavior with the tag.
    package let others: [OtherPhone]

    /// Reads, routes and resolves.
    ///
    /// - Parameters:
    ///   - answers: What phones do with the tag or the URL.
    ///   - others: Phones whose circumstances change their behavior with the tag.
    ///   - organizations: Who knows organizations; nil where no directory is at hand, then nothing is resolved.
    ///   - tags: Who knows tags; nil where there is no registry.
    ///   - sun: What the holder of the keys says of the tap.
    package init(
        _ url: String?, hosts: HostList, answers: [(phone: NamedPhone, answer: PhoneAnswer)],
        others: [OtherPhone] = [], organizations: (any OrganizationDirectory)? = nil,
        tags: (any TagDirectory)? = nil,
        sun: SUNVerdict = .unchecked
    ) async throws {
        self.url = url
        self.answers = answers
        self.others = others
        hasDirectory = organizations != nil
        let route = url.map { url in
            Result { () throws(InvocationError) in try Route.parse(url, profile: .tap, hosts: hosts) }
        }
        self.route = route
        guard let organizations, case .success(let route) = route else {
            resolution = nil
            return
        }
        do {
            resolution = try await route.resolved(in: organizations, tags: tags, sun: sun, hosts: hosts)
                .map { .success($0) }
        } catch let error as ResolutionError {
            resolution = .failure(error)
        }
    }

    /// How the command ends: 65 where the URL is none of ours, 66 where directory or registry do not know what it
    /// names, 77 where it takes no gift.
    package var failure: CommandError? {
        if case .failure(let error) = route { return CommandError(error) }
        guard case .failure(let error) = resolution else { return nil }
        return CommandError(error)
    }
}
