package import InvocationRouter

/// A tapped URL with its route, the gift to which it resolves, and the reactions of phones.
package struct Invoked: Sendable {
    /// The URL, or nil if the tag does not contain one.
    package let url: String?
    /// The URL's route according to the `tap` profile, or the reason why the URL is not a valid giving URL.
    /// Nil if ``url`` is nil.
    package let route: Result<Route, InvocationError>?
    /// The organization and fund of a gift, or the reason why no gift can be made with the URL.
    ///
    /// Nil if there is no directory of organizations, if the URL has no valid route, or if the route is a
    /// payment or a plan.
    package let resolution: Result<Resolution, ResolutionError>?
    /// Whether a directory of organizations was available.
    package let hasDirectory: Bool
    /// The result of verifying the SUN message in the URL.
    package let sun: SUNVerdict
    /// The reaction of each phone to the tag or URL.
    package let answers: [(phone: NamedPhone, answer: PhoneAnswer)]
    /// Variants of phones that react differently to the tag or URL, such as a phone without the app.
    package let others: [OtherPhone]

    /// Parses, routes and resolves a URL.
    ///
    /// - Parameters:
    ///   - url: The URL; nil if the tag does not contain one.
    ///   - hosts: The hosts of giving URLs.
    ///   - answers: The reaction of each phone to the tag or URL.
    ///   - others: Variants of phones that react differently, such as a phone without the app.
    ///   - organizations: The directory of organizations. If nil, the gift is not resolved.
    ///   - tags: The registry of tags, or nil.
    ///   - sun: The result of verifying the tap's SUN message. Only the service that has the keys can verify
    ///     the message.
    package init(
        _ url: String?, hosts: HostList, answers: [(phone: NamedPhone, answer: PhoneAnswer)],
        others: [OtherPhone] = [], organizations: (any OrganizationDirectory)? = nil,
        tags: (any TagDirectory)? = nil,
        sun: SUNVerdict = .unchecked
    ) async throws {
        self.url = url
        self.sun = sun
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

    /// The error of the command, or nil if the command succeeds.
    ///
    /// The exit code is 65 if the URL is not a valid giving URL, 66 if the organization, fund or tag is
    /// unknown, and 77 if the gift is refused, for example because the fund is closed.
    package var failure: CommandError? {
        if case .failure(let error) = route { return CommandError(error) }
        guard case .failure(let error) = resolution else { return nil }
        return CommandError(error)
    }
}
