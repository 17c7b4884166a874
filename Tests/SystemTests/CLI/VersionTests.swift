import Foundation
import TestSupport
import Testing

@testable import tapctl

/// `-v` and `--version`, and `scripts/version`, which packages call.
@Suite(.serialized) struct VersionTests {
    @Test(
        "prints one line with the version and its date, even if other words follow",
        arguments: ["-v", "--version", "-v tag read", "--version --json"])
    func line(arguments: String) async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run("tapctl \(arguments)")
            #expect(run.standardOutput == "tapctl \(Version.number) (\(Version.date))\n")
            #expect(run.standardError == "" && run.exitCode == 0)
        }
    }

    @Test(
        "-v is not an option of subcommands, which then do not run",
        arguments: ["tag read -v", "run -v x.yaml"])
    func ofSubcommand(arguments: String) async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run("tapctl \(arguments)")
            #expect(run.standardError.hasPrefix("error: unknown option '-v'\n"))
            #expect(run.standardOutput == "" && run.exitCode == 64)
        }
    }

    @Test("ignores the data folder, the home folder and the reader")
    func opensNothing() async throws {
        try await Scratch.with { scratch in
            // None of these can be used.
            let run = try await scratch.run(
                "TAPCTL_HOME=/dev/null TAPCTL_READER=nothing HOME=/nowhere tapctl --version")
            #expect(run.exitCode == 0 && run.standardError == "")
        }
    }

    @Test("scripts/version prints what the program prints")
    func script() async throws {
        let run = try await ProgramRun.shell(
            "scripts/version && scripts/version --date", in: SharedFixtures.projectFolder)
        #expect(run.standardOutput == "\(Version.number)\n\(Version.date)\n")
    }

    @Test("scripts/version sets the version and the date, in a copy")
    func scriptSets() async throws {
        try await Scratch.with { scratch in
            let project = SharedFixtures.projectFolder.path
            let run = try await scratch.run(
                """
                mkdir -p scripts Sources/tapctl
                cp '\(project)/scripts/version' scripts && cp '\(project)/Sources/tapctl/Version.swift' Sources/tapctl
                scripts/version 10.20.30 2031-02-28
                scripts/version && scripts/version --date
                """)
            #expect(run.standardOutput == "tapctl 10.20.30 (2031-02-28)\n10.20.30\n2031-02-28\n")
        }
    }

    @Test(
        "scripts/version refuses an invalid version or date, and changes nothing",
        arguments: [
            "1.2", "01.2.3", "1.2.3-rc", "1.2.3 2031-02-29", "1.2.3 tomorrow", "1.2.3 2031-02-28 x", "''",
        ])
    func scriptRefuses(arguments: String) async throws {
        try await Scratch.with { scratch in
            let project = SharedFixtures.projectFolder.path
            let run = try await scratch.run(
                """
                mkdir -p scripts Sources/tapctl
                cp '\(project)/scripts/version' scripts && cp '\(project)/Sources/tapctl/Version.swift' Sources/tapctl
                scripts/version \(arguments); echo $?
                cmp '\(project)/Sources/tapctl/Version.swift' Sources/tapctl/Version.swift
                """)
            #expect(run.standardOutput == "64\n" && run.exitCode == 0)
            #expect(run.standardError.hasPrefix("error: ") && run.standardError.contains("  hint: "))
        }
    }
}
