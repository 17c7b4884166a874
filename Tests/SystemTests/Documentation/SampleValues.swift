import Foundation

/// The sample ids and ports in a document, and the real values in a test run.
///
/// A reader copies an id from a command's output into the next command. The test does the same: it remembers
/// the id that was printed in place of a sample, and replaces the sample with that id in later commands.
struct SampleValues {
    private var real: [String: String] = [:]

    /// The command with real ids and ports, and with `year` in place of 2026 in options and receipt numbers.
    func command(_ sample: String, year: String) -> String {
        let command = real.reduce(sample) { $0.replacing($1.key, with: $1.value) }
        return command.replacing("--year 2026", with: "--year \(year)")
            .replacing("Church-2026-", with: "Church-\(year)-")
    }

    /// The lines of an output with `…` in place of samples and years, which differ between runs.
    static func pattern(_ output: [String]) -> [String] {
        output.map { line in
            values(in: line).reduce(line) { $0.replacing($1.text, with: "\($1.kind)…") }
                .replacing("Church-2026-", with: "Church-…-")
        }
    }

    /// Assigns each new sample in `output` to the first printed value of its kind that has no sample yet.
    mutating func learn(from output: [String], printed: String) {
        for sample in Self.values(in: output.joined(separator: "\n")) where real[sample.text] == nil {
            let taken = Set(real.values)
            let found = Self.values(in: printed).first { $0.kind == sample.kind && !taken.contains($0.text) }
            real[sample.text] = found?.text
        }
    }

    /// The ids and ports in a text. An id's kind is its prefix.
    private static func values(in text: String) -> [(kind: String, text: String)] {
        let sample = #/((?:con|donor|drv|gift|po|rec|tapk_test)_|127\.0\.0\.1:)([\w\-]{12,}|\d+)/#
        return text.matches(of: sample).map { (kind: String($0.output.1), text: String($0.output.0)) }
    }
}
