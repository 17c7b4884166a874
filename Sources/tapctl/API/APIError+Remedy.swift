import Documents
import Giving
import PaymentCore
import TagRegistry

/// What a program does next: it has the addresses of the API where a person has commands.
extension APIError {
    /// What to do next about an error of the service.
    ///
    /// - Parameter words: The same error in the words of the command line.
    static func remedy(of error: any Error, _ words: CommandError) -> String {
        switch error {
        case let error as GivingError: error.apiRemedy
        case let error as RegistryError: error.apiRemedy
        case let error as DirectoryError where error.code == .notFound && error.field == .donor:
            "GET /api/gifts names the donors"
        case let error as PaymentError where error.code == .outcomeUnknown:
            "nothing is lost: ask again with the same Idempotency-Key, and nothing is charged twice"
        case let error as CommandError where error.code == GivingError.Code.organizationNotPayable.rawValue:
            GivingError(.organizationNotPayable).apiRemedy
        case let error as CommandError where error.code == ProcessorAddress.unreachable:
            "ask again later, with the same Idempotency-Key"
        default:
            // What a command mends, a program cannot.
            words.remedy.contains(#/`tapctl |--[a-z]/#) ? "tell whoever runs this server" : words.remedy
        }
    }

    /// All that is wrong with a batch.
    init(_ refusal: BatchRefusal) {
        let words = CommandError(refusal)
        let problems = refusal.problems.prefix(50).map { problem in
            Self.whole([problem.shownSeat, problem.words].compactMap(\.self).joined(separator: ": "))
        }
        self.init(
            400, .request, words.code,
            ([Self.whole(words.summary)] + problems + ["Mend all of it, and ask again."])
                .joined(separator: " "))
    }
}

extension GivingError {
    fileprivate var apiRemedy: String {
        switch code {
        case .unknownOrganization: "GET /api/organizations lists those of this key"
        case .organizationInactive: "POST /api/organizations/{org} with the status active opens it again"
        case .organizationNotPayable: "POST /api/organizations/{org}/onboard gives it an account"
        case .unknownFund where found.isEmpty:
            "POST /api/organizations/{org}/funds adds one, and its reopen opens one again; nothing was charged"
        case .unknownFund:
            "GET /api/organizations/{org}/funds lists all; nothing was charged, and no other fund was taken for it"
        case .fundClosed, .recurringNotOffered, .oneTimeNotOffered:
            "choose another fund: GET /api/organizations/{org}/funds lists all"
        case .fundUnclear: "give org and fund in place of url; it is never guessed"
        case .notFound: address.map { "GET \($0) lists what there is" } ?? "list what there is"
        case .malformedAmount, .ambiguousAmount: "give a whole number of the currency's least unit"
        case .wrongState: "look at its status first"
        case .wrongCurrency, .amountTooSmall, .amountTooLarge, .invalidName, .invalidEmail, .invalidPhone,
            .invalidMethod, .cardNumber, .idempotencyConflict, .invalidKey:
            remedy
        }
    }

    /// Where what was not found is listed.
    private var address: String? {
        let lists = [
            ("gift ", "/api/gifts"), ("monthly gift ", "/api/recurring"), ("batch ", "/api/batches"),
        ]
        return lists.first { found.hasPrefix($0.0) }?.1
    }
}

extension RegistryError {
    fileprivate var apiRemedy: String {
        switch code {
        case .unknownBatch, .noSeats: "GET /api/batches lists all; POST /api/batches plans one"
        case .batchExists: "choose another name"
        case .unknownRow, .unknownSeat, .nothingToUndo: "GET /api/batches/{batch}/tags lists its seats"
        case .unknownDestination, .notManaged: "GET /api/managed lists all"
        case .seatRevoked: "POST /api/managed/{tag}/replace gives it another id"
        case .unknownTag, .tagPlaced, .placeTaken, .rowTaken, .locked:
            "tags are looked at and replaced at a reader"
        case .seatUnclear: "name its batch, too"
        case .noAudit: "seats are walked through at a reader"
        case .batchInUse, .doubledPlace, .invalidName, .invalidSeat, .invalidURL, .tooManyRows, .revoked,
            .otherSecret:
            remedy
        }
    }
}
