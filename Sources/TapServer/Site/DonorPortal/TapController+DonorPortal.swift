import Giving
import PaymentCore
import ServerKit
import TokenKit

/// The donor portal, in which donors see and change their own gifts.
extension TapController {
    /// The routes below `/-/giver`.
    static let donors: [PageRoute<TapController>] = signingIn + own + changes

    private static let signingIn: [PageRoute<TapController>] = [
        PageRoute(
            "/-/giver", limit: .signIn, get: { try await $0.ownPage($1) },
            post: { try await $0.askForLink($1) }),
        PageRoute(
            "/-/giver/link/{!token}", limit: .signIn,
            get: { try await $0.link($1.token, $1) },
            post: { try await $0.link($1.token, $1) }),
        PageRoute(
            "/-/giver/out", post: byDonor { site, giver, request in try await site.signOut(giver, request) }),
        PageRoute("/-/giver/sessions", get: byDonor { site, giver, _ in try await site.sessions(giver) }),
        PageRoute(
            "/-/giver/sessions/end",
            post: byDonor { site, giver, request in try await site.endSession(giver, request) }),
        PageRoute(
            "/-/giver/out-everywhere",
            post: byDonor { site, giver, request in try await site.signOutEverywhere(giver, request) }),
    ]

    private static let own: [PageRoute<TapController>] = [
        PageRoute(
            "/-/giver/gift/{id}",
            get: byDonor { site, giver, request in try await site.ownGift(request.segment("id"), giver) }),
        PageRoute(
            "/-/giver/gift/{id}/refund",
            post: byDonor { site, giver, request in
                try await site.takeBack(request.segment("id"), giver, request)
            }),
        PageRoute(
            "/-/giver/receipt/{number}",
            get: byDonor { site, giver, request in
                try await site.ownReceipt(request.segment("number"), giver)
            }),
        PageRoute(
            "/-/giver/statements", get: byDonor { site, giver, _ in try await site.statements(giver) }),
        PageRoute(
            "/-/giver/statements/{org}/{file}",
            get: byDonor { site, giver, request in
                try await site.statement(of: request.segment("org"), file: request.segment("file"), giver)
            }),
        PageRoute(
            "/-/giver/monthly/{id}",
            get: byDonor { site, giver, request in
                try await site.monthly(request.segment("id"), giver, request)
            }),
    ]

    /// The routes of the forms that change a monthly gift, one for each ``MonthlyForm``.
    private static let changes: [PageRoute<TapController>] = MonthlyForm.allCases.map { form in
        PageRoute(
            RoutePath("/-/giver/monthly/{id}/\(form.rawValue)"),
            post: byDonor { site, giver, request in
                try await site.change(request.segment("id"), form, giver, request)
            })
    }

    /// Returns a handler for a page that requires a signed-in donor.
    private static func byDonor(
        _ handler: @escaping @Sendable (TapController, SignedIn, PageRequest) async throws -> PageResponse
    ) -> PageRoute<TapController>.Handler {
        { site, request in
            guard let giver = try await site.signedIn(request) else { throw ProblemPage.notSignedIn }
            return try await handler(site, giver, request)
        }
    }

    /// Returns the donor who is signed in with this browser; nil if there is no valid session.
    func signedIn(_ request: PageRequest) async throws -> SignedIn? {
        guard let session = BearerToken(request.cookies[SessionCookie.name]),
            let donor = try await giving.donor(session: session)
        else { return nil }
        return SignedIn(donor: donor, session: session)
    }

    /// Returns the error message to show above a refused form.
    ///
    /// - Throws: The error itself if it is not about the form.
    func complaint(of error: any Error) throws -> String {
        switch error {
        case let error as GivingError where !error.isAbsence || error.code == .unknownFund:
            DonorSentence.ofChange(error)
        case let error as PaymentError: DonorSentence.of(error)
        default: throw error
        }
    }
}
