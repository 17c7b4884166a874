package import InvocationRouter

/// A tapped URL with its route, its resolution and the behavior of phones.
package struct Invoked: Sendable {
    /// The URL, or nil if the tag contains none.
    package let url: String?
    /// The route in profile `tap`, or the reason that the URL is not ours; nil without a URL.
    package let route: Result<Route, InvocationError>?
    /// The organization and fund of a gift, or the reason that they cannot accept it. Nil without a directory, without
    /// a valid route, and for a route that is not a gift.
    package let resolution: Result<Resolution, ResolutionError>?
    /// Whether a directory of organizations was available.
    package let hasDirectory: Bool
    /// The behavior of each phone.
    package let answers: [(phone: NamedPhone, answer: PhoneAnswer)]
    /// Phones whose circumstances change their behavior with the tag.
    package let others: [OtherPhone]

    /// Parses, routes and resolves a URL.
    ///
    /// - Parameters:
    ///   - answers: The response of each phone to the tag or the URL.
    ///   - others: Phones in circumstances that change their response to the tag.
    ///   - organizations: The directory of organizations; nil to resolve nothing.
    ///   - tags: The registry of tags, or nil.
    ///   - sun: The verdict on the tap's SUN message, from the service that has the keys.
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

    /// The error of the command: exit code 65 if the URL is not ours, 66 if the organization, fund or tag is unknown,
    /// 77 if it accepts no gifts. Nil if the command succeeds.
    package var failure: CommandError? {
        if case .failure(let error) = route { return CommandError(error) }
        guard case .failure(let error) = resolution else { return nil }
        return CommandError(error)
    }
}
