import Plans

extension CommandError {
    init(_ error: PlanError) {
        let exit: ExitCode =
            switch error.code {
            case .unknownPrice, .notSubscribed: .notFound
            case .notPurchasable, .alreadySubscribed, .wrongState, .idempotencyConflict: .refused
            }
        self.init(
            exit, code: error.code.rawValue, error.summary, reason: error.reason, remedy: error.commandRemedy)
    }
}

extension PlanError {
    /// What to type next.
    fileprivate var commandRemedy: String {
        switch code {
        case .alreadySubscribed:
            "`tapctl billing status` tells which; `billing cancel` ends it, `billing restore` finds it again"
        case .notSubscribed: "`tapctl billing checkout` buys a plan"
        case .wrongState: "`tapctl billing status` tells where it stands"
        case .unknownPrice, .notPurchasable, .idempotencyConflict: remedy
        }
    }
}
