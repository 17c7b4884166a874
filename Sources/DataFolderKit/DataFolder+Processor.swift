import DatabaseKit
import Documents
import FailureKit
import Giving
import PaymentCore
import Processor
import ProcessorClient

extension DataFolder {
    /// Refuses to go on with a processor that does not answer, does not take the key, or is another one than that
    /// at which the accounts of this folder were made: what was left open would be asked of the wrong one. From then on
    /// our clock is not behind a simulated processor's.
    ///
    /// - Throws: exit 69, 77 or 78.
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
            // A simulator that has told the time is there: what it does not answer now is a fault that was asked for.
            if isThere, error.kind == .noAnswer { return }
            if let refusal = refusal(for: error, account: account) { throw refusal }
        }
    }

    /// What stands in the way; nil where it is nothing but a fault of the moment.
    private func refusal(for error: ProcessorError, account: String?) -> (any Error)? {
        if let account, ["resource_missing", "account_invalid"].contains(error.code) {
            return CommandError(
                .configuration, code: "otherProcessor",
                "\(address?.url ?? "the folder's own processor") does not know the accounts of this data",
                reason: "\(account) was made at another processor",
                remedy: "name that one with --processor or TAPCTL_PROCESSOR, or other data with --data")
        }
        guard let address else { return error.leavesOutcomeUnknown ? nil : error }
        if error.status == 401 {
            return CommandError(
                .refused, code: "keyRefused", "\(address.url) does not take the key",
                reason: printable(error.message),
                remedy: "put another into \(ProcessorKey.variable), or name its file with --processor-key")
        }
        if error.kind == .noAnswer { return Task.isCancelled ? CancellationError() : address.unreachable }
        return error.leavesOutcomeUnknown ? nil : error
    }
}

extension Transaction {
    /// The account of the first organization that has one.
    fileprivate func firstAccount() throws -> String? {
        var last: String?
        while case let page = try organizations(behind: last, limit: 200), let end = page.last {
            if let account = page.lazy.compactMap(\.account).first { return account }
            last = end.id
        }
        return nil
    }
}
