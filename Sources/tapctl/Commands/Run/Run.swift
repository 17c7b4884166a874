import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import Scenarios
import TimeKit

/// `tapctl run`: runs donation scenarios from files.
struct Run: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run donation scenarios on a virtual clock.",
        discussion: """
            EXAMPLES:
              tapctl run fixtures/scenarios/sunday-morning.yaml
              tapctl run fixtures/scenarios/*.yaml --junit report.xml
              tapctl run declines.yaml --seed 7 --json
              tapctl run declines.yaml --over-http
              tapctl run demo-church.yaml --keep church --start 2026-08-30T15:00:00Z

            A file describes organizations, gifts, cards, processor faults, the passage of
            time, and expectations (docs/scenarios.md). Each scenario runs in a temporary
            folder; your data is never changed. With --keep, the scenario's data becomes a
            new data folder for other commands. With --over-http, the scenario's processor
            is served on a free port of this machine, so requests go over HTTP, and faults
            close real connections. Exits with 1 if an expectation fails, and with 65 if a
            file is not a scenario.
            """)

    @Argument(help: ArgumentHelp("Scenarios, run one after another.", valueName: "file"), completion: .file())
    var files: [String]

    @Option(help: ArgumentHelp("Write a JUnit report for CI.", valueName: "path"), completion: .file())
    var junit: String?

    @Flag(help: "Replace an existing report.")
    var force = false

    @Option(
        help: ArgumentHelp(
            "The random seed. (default: the file's seed, else $TAPCTL_SEED, else 1)", valueName: "number"),
        transform: UInt64.typed)
    var seed: UInt64?

    @Flag(name: .customLong("over-http"), help: "Call the processor over HTTP, as other programs do.")
    var overHTTP = false

    @Option(
        help: ArgumentHelp("Keep the scenario's data in a new data folder.", valueName: "folder"),
        completion: .directory)
    var keep: String?

    @Option(
        help: ArgumentHelp(
            "The time at which the scenario begins. (default: the time in its file)", valueName: "time"))
    var start: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard keep == nil || files.count == 1 else {
            throw ValidationError("Use --keep with only one scenario.")
        }
        guard let start else { return }
        guard let time = Timestamp(iso8601: start), ProcessEnvironment.years.contains(time.date.year) else {
            let (first, last) = (ProcessEnvironment.years.lowerBound, ProcessEnvironment.years.upperBound)
            throw ValidationError(
                "--start must be a time from \(first) to \(last), such as 2026-11-22T09:00:00Z.")
        }
    }

    func run() async throws {
        // An invalid scenario file, or a report path that cannot or must not be written, is reported before any
        // scenario runs.
        if let junit { try refuse(junit) }
        if let keep { try NewFile.refuseExisting([keep], force: false, remedy: "choose another folder") }
        let scenarios = try files.map { file in
            var scenario = try Self.read(file)
            scenario.clock = start.flatMap(Timestamp.init(iso8601:)) ?? scenario.clock
            return (file: file, scenario: scenario)
        }
        let fallback = try ProcessEnvironment.simulatedSeed() ?? 1
        var results: [ScenarioResult] = []
        for (file, scenario) in scenarios {
            let seed = seed ?? scenario.seed ?? fallback
            let watch = ContinuousClock().now
            var result = try await Interrupts.guarding {
                try await ScenarioRun.run(
                    scenario, file: file, seed: seed, overHTTP: overHTTP, keep: keep
                ) { done in
                    Terminal.progress("\(scenario.name): step \(done + 1) of \(scenario.steps.count)")
                }
            }
            Terminal.endProgress()
            result.milliseconds = Int(watch.duration(to: .now) / .milliseconds(1))
            if !output.json { try output.print(.null) { result.text(style: $0) + "\n" } }
            results.append(result)
        }
        let passed = results.allSatisfy(\.passed)
        if output.json { try output.print(Self.document(results, passed: passed), "") }
        if let junit {
            let report = Array(JUnitReport(results: results).text.utf8)
            if force {
                try NewFile.write(report, to: junit, force: true)
            } else {
                try NewFile.writeUnused(report, to: junit)
            }
        }
        if !passed { throw ExitCode.no }
    }

    private func refuse(_ junit: String) throws {
        try NewFile.refuseMissingFolder(of: junit)
        if force {
            try NewFile.refuseExisting([junit], force: true)
        } else {
            try NewFile.refuseContent(junit, remedy: NewFile.orForce)
        }
    }

    private static func document(_ results: [ScenarioResult], passed: Bool) -> JSONValue {
        [
            "object": "run", "passed": passed.json, "scenarios": .array(results.map(\.document)),
        ]
    }

    private static func read(_ path: String) throws -> GivingScenario {
        let bytes = try Input.read(path, limit: InputLimit.fileBytes)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandError(
                ScenarioError(
                    .malformedYAML, line: 0, "the file is not UTF-8", remedy: "save the file as UTF-8"),
                in: path)
        }
        do {
            return try GivingScenario(yaml: text)
        } catch {
            throw CommandError(error, in: path)
        }
    }
}

extension ScenarioResult {
    /// Returns the scenario's steps as a table, with the failed expectations below each step, followed by a
    /// summary.
    func text(style: Style) -> String {
        let rows = steps.map { step in
            [
                String(step.line), printable(step.what).prefixed(56), printable(step.result).prefixed(44),
                step.passed ? "ok" : "FAILED",
            ]
        }
        let lines = table([["line", "step", "result", ""]] + rows, style: .plain).split(separator: "\n")
        var text = [style.bold(printable(name)) + "  " + style.dim(printable(file))]
        for (line, step) in zip(lines, [nil] + steps.map(Optional.init)) {
            text.append(
                step.map { $0.passed ? String(line) : style.red(String(line)) } ?? style.dim(String(line)))
            text +=
                step?.checks.filter { !$0.passed }.map { check in
                    "      line \(check.line): \(printable(check.title)): expected "
                        + "\(style.green(printable(check.expected))), found \(style.red(printable(check.found)))"
                } ?? []
        }
        let counts = "\(counted(steps.count, "step")), \(counted(checks.count, "expectation"))"
        let end = passed ? style.green("passed") : style.red("\(failures) failed")
        let requests = requestsOverHTTP.map { "\(counted($0, "request")) over HTTP, " } ?? ""
        text.append("\(end): \(counts), \(requests)virtual clock at \(self.end.iso8601), \(milliseconds) ms")
        return text.joined(separator: "\n")
    }
}

extension String {
    /// Returns the text, truncated with an ellipsis if it is longer than `most` characters.
    fileprivate func prefixed(_ most: Int) -> String { count > most ? prefix(most - 1) + "…" : self }
}
