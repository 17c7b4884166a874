/// Nanoseconds that one call takes: the best of many short rounds, so that what else runs on the machine counts least.
public func nanosecondsPerCall(_ body: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let rounds = 60
    var calls = 1
    // A round of about five milliseconds: long beside the clock's own cost, short beside a scheduler's slice.
    while try clock.measure({ for _ in 0..<calls { try body() } }) < .milliseconds(5) { calls *= 2 }
    var best = Duration.seconds(3600)
    for _ in 0..<rounds {
        best = min(best, try clock.measure { for _ in 0..<calls { try body() } })
    }
    return best / .nanoseconds(1) / Double(calls)
}

/// Keeps the optimizer from dropping what a benchmark computes.
@inline(never)
public func consume<Value>(_ value: borrowing Value) {}
