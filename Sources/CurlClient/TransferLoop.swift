import CCurl
import Foundation
import Synchronization

/// The thread that runs all transfers of a client.
///
/// Only this thread uses libcurl's multi handle and the handles of the transfers. The only exception is
/// waking up the loop, which libcurl permits from any thread. Source: curl.se, curl_multi_wakeup(3).
final class TransferLoop: Sendable {
    private enum Order: Sendable {
        case add(Transfer)
        case cancel(Transfer)
        case end
    }

    private let multi: MultiHandle
    private let most: Int
    private let orders = Mutex<[Order]?>([])

    /// Starts the thread.
    ///
    /// - Parameter most: The maximum number of concurrent transfers.
    /// - Throws: ``HTTPFailure`` with code `unavailable` if libcurl is out of memory.
    init(most: Int) throws {
        guard let handle = ccurl_multi_init() else {
            throw HTTPFailure.outOfMemory
        }
        // This is the number of idle connections to keep. This class itself limits the number of running transfers,
        // because libcurl's own queue (CURLMOPT_MAX_HOST_CONNECTIONS) can lose a transfer in version 7.88.
        ccurl_multi_set_long(handle, CURLMOPT_MAXCONNECTS, most)
        self.most = most
        multi = MultiHandle(raw: handle)
        // The thread retains the loop until it ends.
        Thread.detachNewThread { [self] in run() }
    }

    func add(_ transfer: Transfer) {
        if !order(.add(transfer)) { transfer.fail(HTTPFailure.closed) }
    }

    func cancel(_ transfer: Transfer) { _ = order(.cancel(transfer)) }

    func end() { _ = order(.end) }

    /// Whether the thread accepts transfers. False after the thread has ended, either because the client was
    /// closed or because libcurl failed.
    var isRunning: Bool { orders.withLock { $0 != nil } }

    /// Adds an order to the queue of the loop's thread, and wakes up the thread.
    ///
    /// - Returns: Whether the order was added. False if the loop has already ended.
    private func order(_ order: Order) -> Bool {
        orders.withLock { orders in
            guard orders != nil else { return false }
            orders?.append(order)
            // This must be done while the lock is held, so that the handle still exists.
            ccurl_multi_wakeup(multi.raw)
            return true
        }
    }

    private func takeOrders(leaving next: [Order]?) -> [Order] {
        orders.withLock { orders in
            defer { orders = next }
            return orders ?? []
        }
    }

    private func run() {
        var running: [UnsafeMutableRawPointer: Transfer] = [:]
        var waiting: [Transfer] = []
        var isEnding = false
        while !isEnding {
            for order in takeOrders(leaving: []) {
                switch order {
                case .add(let transfer): waiting.append(transfer)
                case .cancel(let transfer):
                    if let easy = transfer.handle, running.removeValue(forKey: easy) != nil {
                        ccurl_multi_remove(multi.raw, easy)
                    }
                    transfer.cancel()
                case .end: isEnding = true
                }
            }
            start(&waiting, &running)
            if ccurl_multi_perform(multi.raw) != CURLM_OK { isEnding = true }
            var result = CURLE_OK
            while let easy = ccurl_multi_next_done(multi.raw, &result) {
                ccurl_multi_remove(multi.raw, easy)
                running.removeValue(forKey: easy)?.finish(result)
            }
            if !isEnding, waiting.isEmpty || running.count >= most {
                let milliseconds = waiting.isEmpty ? Self.longestPoll : Self.waitingPoll
                if ccurl_multi_poll(multi.raw, milliseconds) != CURLM_OK { isEnding = true }
            }
        }
        for case .add(let transfer) in takeOrders(leaving: nil) { transfer.fail(HTTPFailure.closed) }
        for transfer in waiting { transfer.fail(HTTPFailure.closed) }
        for (easy, transfer) in running {
            ccurl_multi_remove(multi.raw, easy)
            transfer.fail(HTTPFailure.closed)
        }
        ccurl_multi_cleanup(multi.raw)
    }

    /// Starts the transfers in `waiting`, in order, until the maximum number of transfers is running.
    /// Transfers that were canceled, or whose deadline has passed, are ended instead of started.
    private func start(_ waiting: inout [Transfer], _ running: inout [UnsafeMutableRawPointer: Transfer]) {
        var left: [Transfer] = []
        for transfer in waiting {
            guard running.count < most || transfer.isOver else {
                left.append(transfer)
                continue
            }
            guard let easy = transfer.start() else { continue }
            if ccurl_multi_add(multi.raw, easy) == CURLM_OK {
                running[easy] = transfer
            } else {
                transfer.fail(HTTPFailure.outOfMemory)
            }
        }
        waiting = left
    }

    /// The maximum duration of a poll, in milliseconds. A poll ends earlier if data arrives, if one of
    /// libcurl's timers expires, or if another thread wakes up the loop.
    private static let longestPoll: Int32 = 60_000
    /// The maximum duration of a poll while transfers are waiting, in milliseconds. After each poll, the
    /// waiting transfers whose deadline has passed are ended.
    private static let waitingPoll: Int32 = 100
}

/// A libcurl multi handle. Only one thread uses the handle, but any thread may wake it up.
private struct MultiHandle: @unchecked Sendable {
    let raw: UnsafeMutableRawPointer
}
