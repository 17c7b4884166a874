import Processor
import TimeKit

/// Functions that read the processor's lists page by page, and only as far as needed.
extension PaymentDriver {
    /// Returns the period in which the processor may have created the object that a call requests. The period
    /// starts an hour before `created`, which is the time when the call was stored. It ends an hour after the
    /// last possible retry.
    func window(since created: Timestamp) -> ClosedRange<Timestamp> {
        created.adding(seconds: -3600)...created.adding(seconds: keyLife + 3600)
    }

    /// Reads the items that were created in `period`, newest first, and passes each page of items to `page`.
    /// Stops when `page` returns false.
    func walk<Object: ProcessorObject>(
        in period: ClosedRange<Timestamp>?,
        _ list: (ListQuery) async throws -> ListPage<Object>,
        page: ([Object]) async throws -> Bool
    ) async throws {
        try await walk(from: ListQuery(limit: 100, created: period), list, page: page)
    }

    /// Reads a list from the page of this query on, and passes each page of items to `page`. Stops when
    /// `page` returns false.
    func walk<Object: ProcessorObject>(
        from first: ListQuery,
        _ list: (ListQuery) async throws -> ListPage<Object>,
        page: ([Object]) async throws -> Bool
    ) async throws {
        var query = first
        while true {
            let found = try await reading { [query] in try await list(query) }
            guard try await page(found.data), found.hasMore, let last = found.data.last else { return }
            query.startingAfter = last.id
        }
    }

    /// Reads all items that were created in `period`, newest first, and passes each page of items to `page`.
    func walkAll<Object: ProcessorObject>(
        in period: ClosedRange<Timestamp>?,
        _ list: (ListQuery) async throws -> ListPage<Object>,
        page: ([Object]) async throws -> Void
    ) async throws {
        try await walk(in: period, list) {
            try await page($0)
            return true
        }
    }

    /// Returns the newest item that was created in `period` and satisfies `isMeant`, or nil.
    func first<Object: ProcessorObject>(
        in period: ClosedRange<Timestamp>?,
        _ list: (ListQuery) async throws -> ListPage<Object>,
        where isMeant: (Object) throws -> Bool
    ) async throws -> Object? {
        var found: Object?
        try await walk(in: period, list) {
            found = try $0.first(where: isMeant)
            return found == nil
        }
        return found
    }

    /// Returns all items that were created no earlier than one hour before `moment`, newest first.
    func list<Object: ProcessorObject>(
        since moment: Timestamp,
        _ list: (ListQuery) async throws -> ListPage<Object>
    ) async throws -> [Object] {
        let since = moment.adding(seconds: -3600)
        var found: [Object] = []
        _ = try await first(in: since...max(since, clock.now()), list) { object in
            found.append(object)
            return false
        }
        return found
    }

    /// Returns whether a call's result can only be found by reading the list of payment intents, as
    /// ``intents(of:)`` does. This is the case for a new payment if the call's idempotency key may have
    /// expired.
    func needsWalk(_ call: ProcessorCall) -> Bool {
        switch call.request {
        case .pay, .payAsCustomer, .payBesideCustomer: isOld(call)
        default: false
        }
    }

    /// Returns the payment intents of the calls whose idempotency keys may have expired (see
    /// ``needsWalk(_:)``), keyed by payment id. Reads the processor's list only once for all of these calls.
    func intents(of calls: [ProcessorCall]) async throws -> [String: PaymentIntent] {
        var wanted: [String: Timestamp] = [:]
        for call in calls where needsWalk(call) {
            if case .payment(let id) = call.subject { wanted[id] = call.created }
        }
        return try await intents(ofPayments: wanted)
    }

    /// Returns the payment intents of several payments, keyed by payment id.
    ///
    /// The processor cannot look up an object by idempotency key, and the processor's search index is updated
    /// with a delay. This function therefore reads the list and compares the metadata.
    ///
    /// - Parameter wanted: The time at which each payment or its call was created, keyed by payment id.
    func intents(ofPayments wanted: [String: Timestamp]) async throws -> [String: PaymentIntent] {
        var found: [String: PaymentIntent] = [:]
        for span in merged(wanted.values.map(window)) where found.count < wanted.count {
            _ = try await first(in: span, processor.paymentIntents) { intent in
                if let id = intent.metadata["payment_id"], wanted[id] != nil { found[id] = intent }
                return found.count == wanted.count
            }
        }
        return found
    }

    /// Merges overlapping periods, and returns them newest first.
    private func merged(_ spans: [ClosedRange<Timestamp>]) -> [ClosedRange<Timestamp>] {
        var merged: [ClosedRange<Timestamp>] = []
        for span in spans.sorted(by: { $0.upperBound > $1.upperBound }) {
            if let last = merged.last, last.lowerBound <= span.upperBound {
                merged[merged.count - 1] = min(last.lowerBound, span.lowerBound)...last.upperBound
            } else {
                merged.append(span)
            }
        }
        return merged
    }
}
