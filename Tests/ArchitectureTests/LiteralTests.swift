import Foundation
import TestSupport
import Testing

/// Libraries report facts. Commands and HTTP statuses are named only where they are shown.
@Suite struct LiteralTests {
    /// The targets that may name commands, because they address people who have a command line.
    private static let surfaces: Set = [
        "tapctl", "Documents", "DataFolderKit", "Scenarios", "PublicAPI", "SiteService",
    ]

    /// The library files that name commands or options of tapctl nevertheless, with the reason.
    private static let commandFiles: [String: String] = [
        "BatchSecret.swift": "labels from which passwords and keys are derived: they never change",
        "LockRules.swift": "the reason for a refusal is one sentence, stored in the row as it was shown",
        "RunRules.swift": "the reason for a refusal is one sentence, stored in the row as it was shown",
        "ProcessorResponder.swift": "a response of the simulated processor, whose options these are",
        "HomePage.swift": "a page of the simulated processor, for people who started it",
        "WebhookDeliverer.swift": "an event of the simulated processor, whose options these are",
        "SeatsPage.swift": "a page for people who can ask the server's operator",
        "SeatPage.swift": "a page for people who can ask the server's operator",
        "ForgottenPasswordPage.swift": "a page for people who can ask the server's operator",
        "PeoplePage.swift": "a page for people who can ask the server's operator",
        "FrontPage.swift": "a page that only the operator sees, before there is an organization",
        "WalletPage.swift": "a page of the simulated phone, for the server's operator",
        "TapController+Files.swift": "a page for the server's operator",
    ]

    @Test("libraries name no command or option of tapctl")
    func commands() throws {
        var found: Set<String> = []
        for (target, file) in try Self.files(in: "Sources") where !Self.surfaces.contains(target) {
            let source = try String(contentsOf: file, encoding: .utf8)
            guard source.contains("tapctl ") || source.contains("--") else { continue }
            for literal in StringLiterals(source).found where Self.namesCommand(literal.text) {
                let name = file.lastPathComponent
                found.insert(name)
                let place = "\(target)/\(name), line \(literal.line)"
                #expect(Self.commandFiles[name] != nil, "\(place): \(literal.text)")
            }
        }
        #expect(found == Set(Self.commandFiles.keys), "an exception that nobody needs")
    }

    private static func namesCommand(_ text: String) -> Bool {
        // The system's own commands have options, too.
        guard !text.hasPrefix("sudo ") else { return false }
        if text.contains(#/\btapctl [a-z]/#) { return true }
        // SQL comments and properties of style sheets also start with `--`, but do not match.
        return text.contains(#/(?:^|[ `(])--[a-z][a-z\-]*(?![a-z\-]*[:)])/#.anchorsMatchLineEndings())
    }

    /// The targets that speak HTTP, and the one with Stripe's nouns, whose errors contain its statuses.
    private static let httpTargets: Set = [
        "ServerKit", "TapServer", "ProcessorServer", "ProcessorClient", "ProcessorSimulator", "Processor",
        "CurlClient", "LinkProbe", "PublicAPI",
    ]

    /// The other files that contain the status of a response, with the reason.
    private static let statusFiles: [String: String] = [
        "ProcessorConnection.swift": "asks a served processor whether it is simulated",
        "ProcessorWebhooks.swift": "answers the processor's webhooks",
        "SimulatorControls.swift": "distinguishes the responses of a served processor",
        "LinkFault+Sentences.swift": "explains a server's response to the person who checks a link",
        "DataFolder+Processor.swift": "asks a served processor whether it accepts the key",
    ]

    /// A status next to its name, or a list of statuses that is searched.
    private static var statusLiteral: Regex<Substring> {
        #/[sS]tatus(?:Code)?(?::| [!=<>]=?) ?[1-5][0-9][0-9]\b|\b[1-5][0-9][0-9]\]\.contains/#
    }

    @Test("HTTP statuses are only in code that speaks HTTP")
    func statuses() throws {
        var found: Set<String> = []
        for (target, file) in try Self.files(in: "Sources")
        where !Self.httpTargets.contains(target) && !file.path.contains("/tapctl/API/") {
            let source = try String(contentsOf: file, encoding: .utf8)
            guard source.contains("tatus") else { continue }
            for line in source.split(separator: "\n") where line.contains("tatus") {
                guard !line.drop(while: \.isWhitespace).hasPrefix("//") else { continue }
                guard line.contains(Self.statusLiteral) else { continue }
                let name = file.lastPathComponent
                found.insert(name)
                #expect(Self.statusFiles[name] != nil, "\(target)/\(name): \(line)")
            }
        }
        #expect(found == Set(Self.statusFiles.keys), "an exception that nobody needs")
    }

    /// The protocols with only one conformer, with the reason.
    private static let singleProtocols: [String: String] = [
        "WebhookHandler": "the pages receive the processor's events; a higher target handles them",
        "RowMarks": "the registry asks which rows others use; the lock files are in a higher target",
    ]

    @Test("every protocol has two conformers, or one and a test double")
    func protocols() throws {
        let (protocols, conformers) = try Self.conformances(in: "Sources")
        let (_, doubles) = try Self.conformances(in: "Tests")
        #expect(protocols.count > 10 && conformers["TagReader", default: 0] > 1)
        let single = protocols.filter { conformers[$0, default: 0] < 2 && doubles[$0, default: 0] == 0 }
        #expect(single == Set(Self.singleProtocols.keys))
    }

    @Test("finds string literals, and those in interpolations separately")
    func readsLiterals() {
        let source = #"""
            // "no literal"
            let a = "one \(b ? "two" : "(") \" end" /* "none" */ + #"raw "quoted" \n"#
            let c = """
                three
                """
            """#
        let found = StringLiterals(source).found
        #expect(
            found.map(\.text) == ["two", "(", "one …  end", #"raw "quoted" \n"#, "\n    three\n    "])
        #expect(found.map(\.line) == [2, 2, 2, 2, 3])
    }

    @Test("finds conformances after generic parameters and on several lines")
    func readsConformances() {
        let source = """
            public struct A<Value: B>: C, @unchecked Sendable {
            extension D.E:
                Kit.F, G<Int>
            where H: I {
            enum J: String { case k }
            let l: M = n
            """
        #expect(Self.inherited(in: source) == ["C", "Sendable", "F", "G", "String"])
    }

    // MARK: Reading source

    /// Returns all Swift files in a folder, each with the name of its target.
    private static func files(in folder: String) throws -> [(target: String, file: URL)] {
        let top = SharedFixtures.projectFolder.appending(path: folder)
        return try FileManager.default.contentsOfDirectory(atPath: top.path).sorted().flatMap { target in
            let all = FileManager.default.enumerator(
                at: top.appending(path: target), includingPropertiesForKeys: nil)
            return (all?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
                .map { (target: target, file: $0) }
        }
    }

    /// Returns the protocols that a folder declares, and the number of types that conform to each name.
    private static func conformances(
        in folder: String
    ) throws -> (protocols: Set<String>, conformers: [String: Int]) {
        var protocols: Set<String> = []
        var conformers: [String: Int] = [:]
        for (_, file) in try files(in: folder) {
            let source = try String(contentsOf: file, encoding: .utf8)
            for line in source.split(separator: "\n") {
                let words = declaration(in: line)
                guard words.first == "protocol", words.count > 1 else { continue }
                protocols.insert(String(words[1].prefix { $0.isLetter || $0.isNumber }))
            }
            for name in inherited(in: source) { conformers[name, default: 0] += 1 }
        }
        return (protocols, conformers)
    }

    /// Returns the words of a line, without leading attributes and modifiers.
    private static func declaration(in line: Substring) -> [String] {
        let modifiers: Set = ["public", "package", "fileprivate", "private", "final", "indirect"]
        let words = line.split(separator: " ").map(String.init)
        return Array(words.drop { modifiers.contains($0) || $0.hasPrefix("@") })
    }

    /// Returns the names after the colon of every type and extension, without module prefixes.
    private static func inherited(in source: String) -> [String] {
        let kinds: Set = ["struct", "class", "enum", "actor", "extension"]
        let lines = source.split(separator: "\n")
        return lines.indices.flatMap { index -> [String] in
            guard let kind = declaration(in: lines[index]).first, kinds.contains(kind) else { return [] }
            var head = ""
            for line in lines[index...].prefix(8) {
                head += line.prefix { $0 != "{" } + " "
                if line.contains("{") { break }
            }
            return names(behindColonOf: head)
        }
    }

    private static func names(behindColonOf head: String) -> [String] {
        var depth = 0
        let colon = head.firstIndex { character in
            if character == "<" { depth += 1 }
            if character == ">" { depth -= 1 }
            return character == ":" && depth == 0
        }
        guard let colon else { return [] }
        let list = head[head.index(after: colon)...].components(separatedBy: " where ")[0]
        return list.split { $0 == "," || $0 == "&" }.compactMap { entry in
            let name = entry.split(separator: " ").last?.prefix { $0 != "<" }
            return name?.split(separator: ".").last.map(String.init)
        }
    }
}
