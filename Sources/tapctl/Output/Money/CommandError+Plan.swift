import Plans

extension CommandError {
    init(_ error: PlanError) {
        let exit: ExitCode =
            switch error.code {
            case .unknownPrice, .notSubscribed: .notFound
            case .notPurchasable, .alreadySubscribed, .wrongState, .idempotencyConflict: .refused
            }
        self.init(exit, code: error.code.rawValue, error.summary, reason: error.reason, remedy: error.remedy)
    }
}
