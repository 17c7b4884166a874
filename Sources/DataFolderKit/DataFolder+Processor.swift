import DatabaseKit
import Documents
import FailureKit
import Giving
import PaymentCore
import Processor
import ProcessorClient

extension DataFolder {
    /// Checks that the processor responds, accepts the key, and has an account that this folder uses.
    ///
    /// Without this check, unfinished operations could be looked up at the wrong processor. After this check,
    /// the clock of a simulated processor is at most two seconds ahead of the services' clock.
    ///
    /// - Throws: An error with exit code 69 if the processor does not respond, 77 if it does not accept the
    ///   key, or 78 if it does not have the account.
    package func greetProcessor() async throws {
        var isThere = false
        do {
            if let now = try await controls.now() {
                following.follow(now)
                isThere = true
            }
        } catch {
            if let refusal = refusal(for: error, account: nil) { throw refusal }
        }
        let account = try await read { try $0.firstAccount() }
        do {
            if let account {
                _ = try await processor.account(account)
            } else if !isThere {
                _ = try await processor.balances(of: nil)
            }
        } catch {
            // A simulator that has just returned its time is running. If it does not respond now, the reason is an
            // injected fault.
            if isThere, error.kind == .noAnswer { return }
            if let refusal = refusal(for: error, account: account) { throw refusal }
        }
    }

    /// Returns the error to report, or nil if the fault is transient.
    private func refusal(for error: ProcessorError, account: String?) -> (any Error)? {
        if let account, ["resource_missing", "account_invalid"].contains(error.code) {
            return CommandError(
                .configuration, code: "otherProcessor",
                "this data uses accounts that \(address?.url ?? "the folder's own processor") does not have",
                reason: "this processor has no account \(account)",
                remedy:
                    "set --processor or TAPCTL_PROCESSOR to the address of the processor that has these accounts, or use --data to choose another data folder"
            )
        }
        guard let address else { return error.leavesOutcomeUnknown ? nil : error }
        if error.status == 401 {
            return CommandError(
                .refused, code: "keyRefused", "\(address.url) did not accept the key",
                reason: printable(error.message),
                remedy:
                    "set \(ProcessorKey.variable) to the correct key, or use --processor-key with a file that contains the correct key"
            )
        }
        if error.kind == .noAnswer { return Task.isCancelled ? CancellationError() : address.unreachable }
        return error.leavesOutcomeUnknown ? nil : error
    }
}

extension Transaction {
    /// Returns the account of the first organization that has an account, or nil if no organization has an
    /// account.
    fileprivate func firstAccount() throws -> String? {
        var last: String?
        while case let page = try organizations(after: last, limit: 200), let end = page.last {
            if let account = page.lazy.compactMap(\.account).first { return account }
            last = end.id
        }
        return nil
    }
}
