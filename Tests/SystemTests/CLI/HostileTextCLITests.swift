import Foundation
import TestSupport
import Testing

/// Reversing and invisible text in the program's inputs: options, and files in JSON, CSV and YAML.
@Suite struct HostileTextCLITests {
    /// Commands with `$X` in a text for people.
    static let commands = [
        #"tapctl org add Evil --name "An${X}n""#, #"tapctl org edit Grace --name "An${X}n""#,
        #"tapctl fund add 13 --org Grace --name "An${X}n""#,
        #"""
        tapctl gift make --org Grace --amount 50 --method pm_card_visa --email a@example.org \
            --name "An${X}n"
        """#,
        #"""
        tapctl gift make --org Grace --amount 50 --method pm_card_visa --email "a${X}n@example.org" \
            --name Ann
        """#,
        #"tapctl booking enroll "An${X}n" --org Grace --time-zone UTC"#,
        #"tapctl contract create --org Grace --title "An${X}n""#,
        #"""
        printf '{"guardian":{"id":"grd_1","name":"G","email":"g@example.org"},"dependents":[{"id":"dep_1",'\
        '"name":"An%sn","relationship":"son","service_type":"S","due_date":"2026-12-31"}]}' "$X" > people.json
        tapctl dependent enroll people.json --org Grace
        """#,
        #"""
        printf 'seat,org\nA%s1,Grace\n' "$X" > seats.csv
        tapctl batch new Hall --csv seats.csv
        """#,
        #"""
        printf 'name: S\nclock: 2026-11-22T09:00:00Z\norganizations:\n  - {id: Grace, funds: [1]}\nsteps:\n' > s.yaml
        printf '  - payee: {as: "An%sn"}\n' "$X" >> s.yaml
        tapctl run s.yaml
        """#,
    ]

    @Test(
        "S-12: options and files refuse hidden text, name its character, and do not print it",
        arguments: [("\\342\\200\\256", "\u{202E}", "U+202E"), ("\\343\\205\\244", "\u{3164}", "U+3164")])
    func refused(octal: String, character: String, code: String) async throws {
        try await Scratch.with { scratch in
            let setUp = "tapctl org add Grace --name Grace && tapctl fund add 12 --org Grace --name Missions"
            #expect(try await scratch.run(setUp).exitCode == 0)
            for command in Self.commands {
                let run = try await scratch.run("X=$(printf '\(octal)'); \(command)")
                #expect([64, 65].contains(run.exitCode), "\(command): \(run.standardError)")
                #expect(run.standardError.contains(code), "\(command): \(run.standardError)")
                let printed = run.standardError + run.standardOutput
                #expect(!printed.contains(character), "\(command)")
            }
        }
    }
}
