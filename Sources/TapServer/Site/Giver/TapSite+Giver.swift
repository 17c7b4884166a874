import Giving
import PaymentCore
import ServerKit
import TokenKit

/// What donors see and change of their own.
extension TapSite {
    func giver(_ path: GiverPath, _ request: PageRequest) async throws -> PageAnswer {
        switch path {
        case .start where request.method == "POST": return try await askForLink(request)
        case .start: return try await ownPage(request)
        case .link(let token): return try await link(token, request)
        default:
            guard let giver = try await signedIn(request) else { throw ProblemPage.notSignedIn }
            return try await own(path, giver, request)
        }
    }

    /// The pages that are somebody's.
    private func own(
        _ path: GiverPath, _ giver: SignedIn, _ request: PageRequest
    ) async throws -> PageAnswer {
        switch path {
        case .out: return try await signOut(giver, request)
        case .gift(let id): return try await ownGift(id, giver)
        case .refund(let id): return try await takeBack(id, giver, request)
        case .receipt(let number): return try await ownReceipt(number, giver)
        case .statements: return try await statements(giver)
        case .statement(let organization, let file):
            return try await statement(of: organization, file: file, giver)
        case .monthly(let id): return try await monthly(id, giver, request)
        case .change(let id, let form): return try await change(id, form, giver, request)
        case .start, .link: throw ProblemPage.notSignedIn
        }
    }

    /// Who has signed in with this browser; nil where nobody has, or not any more.
    func signedIn(_ request: PageRequest) async throws -> SignedIn? {
        guard let session = BearerToken(request.cookies[SessionCookie.name]),
            let donor = try await giving.donor(session: session)
        else { return nil }
        return SignedIn(donor: donor, session: session)
    }

    /// What is said above a form that was refused.
    ///
    /// - Throws: The error itself, where no form is left to say it above.
    func complaint(of error: any Error) throws -> String {
        switch error {
        case let error as GivingError where !error.isAbsence || error.code == .unknownFund:
            DonorSentence.ofChange(error)
        case let error as PaymentError: DonorSentence.of(error)
        default: throw error
        }
    }
}
