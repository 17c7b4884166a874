/// Returns the nanoseconds per call: the best of many short rounds, to reduce the effect of other programs.
public func nanosecondsPerCall(_ body: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let rounds = 60
    var calls = 1
    // A round takes about five milliseconds: much longer than reading the clock, and shorter than a scheduler's time
    // slice.
    while try clock.measure({ for _ in 0..<calls { try body() } }) < .milliseconds(5) { calls *= 2 }
    var best = Duration.seconds(3600)
    for _ in 0..<rounds {
        best = min(best, try clock.measure { for _ in 0..<calls { try body() } })
    }
    return best / .nanoseconds(1) / Double(calls)
}

/// Prevents the optimizer from removing a benchmark's computation.
@inline(never)
public func consume<Value>(_ value: borrowing Value) {}
