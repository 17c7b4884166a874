// Compiled by scripts/lib/progress.sh to measure how fast this machine compiles Swift. The row "probe" of
// build-costs.tsv has the CPU time on the reference machine: after a change here, run scripts/build-times.

struct Sample: Hashable, Codable, Sendable {
    var name: String
    var values: [Int]
    var note: String?
}

enum Shape: Hashable, Codable, Sendable {
    case circle(radius: Double)
    case rectangle(width: Double, height: Double)
    case group(name: String, [Shape])
}

func totals(_ samples: [Sample]) -> [String: Int] {
    var totals: [String: Int] = [:]
    for sample in samples {
        for value in sample.values where value % 3 != 0 { totals[sample.name, default: 0] += 2 * value + 1 }
    }
    return totals
}

func primes(below limit: Int) -> [Int] {
    var isPrime = [Bool](repeating: true, count: max(limit, 2))
    var found: [Int] = []
    for candidate in 2..<max(limit, 2) where isPrime[candidate] {
        found.append(candidate)
        for multiple in stride(from: candidate * candidate, to: limit, by: candidate) { isPrime[multiple] = false }
    }
    return found
}

let samples: Set<Sample> = [Sample(name: "primes", values: primes(below: 1_000))]
for (name, total) in totals(Array(samples)).sorted(by: { $0.key < $1.key }) { print(name, total, Shape.circle(radius: 1)) }
