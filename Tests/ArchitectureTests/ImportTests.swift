import Foundation
import TestSupport
import Testing

/// Dependencies point down only: the table of `docs/architecture.md`, held against the import lines.
@Suite struct ImportTests {
    /// Modules of the toolchain and of libc; a target marked pure may import none of them.
    static let platform: Set = ["Foundation", "FoundationEssentials", "Glibc", "Synchronization", "Dispatch"]

    static let arrows: [String: Set<String>] = [
        // The time zones of `LocalCalendar`.
        "TimeKit": ["Foundation"],
        "SimulationKit": ["TimeKit", "Synchronization"],
        "TagKit": ["TextKit", "FailureKit"],
        "InvocationRouter": ["FailureKit", "TextKit"],
        "TagDumps": ["FailureKit", "TagKit", "TextKit"],
        "TagReaders": ["TagKit", "FileKit", "TextKit", "CLibNFC", "CPCSC"],
        "TagSecurity": ["FailureKit", "TagKit", "FileKit", "TextKit", "DigestKit", "COpenSSL"],
        "TagRegistry": [
            "FailureKit", "DisplayKit", "TagKit", "TagSecurity", "InvocationRouter", "TimeKit", "TextKit",
            "HTMLKit", "DigestKit", "DatabaseKit",
        ],
        "TagSimulator": ["TagKit", "TagDumps", "TagSecurity", "TextKit", "SimulationKit"],
        "MoneyKit": ["FailureKit"],
        "TextKit": [],
        "DisplayKit": ["FailureKit"],
        "FileKit": [],
        "FailureKit": [],
        "TokenKit": ["TextKit", "DigestKit"],
        "DigestKit": ["COpenSSL"],
        "HTMLKit": ["TextKit", "DigestKit"],
        "PDFDrawing": ["FailureKit", "CPango"],
        "CurlClient": ["CCurl"],
        "LinkProbe": ["CurlClient", "CResolver", "TimeKit"],
        "TLSKit": ["FailureKit", "HummingbirdCore", "HummingbirdTLS", "NIOCore", "NIOSSL", "NIOTLS"],
        "DatabaseKit": ["FileKit", "FailureKit", "TextKit", "CSQLite", "GRDB"],
        "PostgresKit": ["FileKit", "FailureKit", "DatabaseKit", "CPostgres"],
        "Processor": ["FailureKit", "MoneyKit", "TimeKit"],
        "ProcessorSimulator": [
            "Processor", "MoneyKit", "TimeKit", "TextKit", "SimulationKit", "DatabaseKit",
        ],
        "ProcessorClient": ["Processor", "MoneyKit", "TimeKit", "TextKit", "DigestKit", "CurlClient"],
        "ServerKit": [
            "FailureKit", "TextKit", "ServiceLifecycle", "Logging", "NIOCore", "NIOPosix", "HTTPTypes",
            "NIOHTTP1", "NIOHTTPTypes", "NIOHTTPTypesHTTP1", "Hummingbird", "HummingbirdCore",
        ],
        "ProcessorServer": [
            "ProcessorSimulator", "ProcessorClient", "Processor", "SimulationKit", "HTMLKit", "ServerKit",
            "CurlClient", "TextKit", "Hummingbird", "HummingbirdCore", "ServiceLifecycle", "Logging",
            "HTTPTypes", "NIOCore",
        ],
        "PaymentCore": ["FailureKit", "MoneyKit", "TimeKit", "Processor", "TextKit", "DatabaseKit"],
        "Giving": [
            "FailureKit", "DisplayKit", "PaymentCore", "MoneyKit", "TimeKit", "InvocationRouter", "TextKit",
            "HTMLKit", "TokenKit", "PDFDrawing", "DatabaseKit",
        ],
        "Contracts": [
            "PaymentCore", "MoneyKit", "TimeKit", "TextKit", "HTMLKit", "TokenKit", "DatabaseKit",
            "FailureKit", "DisplayKit",
        ],
        "Dependents": [
            "FailureKit", "DisplayKit", "PaymentCore", "MoneyKit", "TimeKit", "TokenKit", "DatabaseKit",
        ],
        "Payees": ["FailureKit", "DisplayKit", "PaymentCore", "MoneyKit", "TimeKit", "DatabaseKit"],
        "Bookings": [
            "FailureKit", "DisplayKit", "Payees", "PaymentCore", "MoneyKit", "TextKit", "TimeKit",
            "TokenKit", "DatabaseKit",
        ],
        "Plans": [
            "FailureKit", "DisplayKit", "PaymentCore", "MoneyKit", "TextKit", "TimeKit", "DatabaseKit",
        ],
        "StaffAccess": ["FailureKit", "TimeKit", "TextKit", "TokenKit", "DigestKit", "DatabaseKit"],
        "TapServer": [
            "FailureKit", "Giving", "Contracts", "Payees", "Bookings", "Dependents", "Plans", "PaymentCore",
            "DatabaseKit", "InvocationRouter", "MoneyKit", "TimeKit", "TextKit", "ServerKit", "StaffAccess",
            "TagRegistry", "TokenKit", "FileKit", "TLSKit", "Hummingbird", "HummingbirdCore",
            "ServiceLifecycle", "Logging", "HTTPTypes", "NIOCore", "NIOPosix", "HTMLKit", "DisplayKit",
            "DigestKit", "PDFDrawing",
        ],
        "Documents": [
            "TimeKit", "TextKit", "MoneyKit", "FailureKit", "DatabaseKit", "TagKit", "InvocationRouter",
            "TagDumps", "TagReaders", "TagSecurity", "TLSKit", "Processor", "ProcessorClient",
            "ProcessorSimulator", "ServerKit", "PaymentCore", "Giving", "Contracts", "Dependents", "Payees",
            "Bookings", "Plans", "TagRegistry", "StaffAccess", "TapServer", "DisplayKit",
            "PDFDrawing",
        ],
        "DataFolderKit": [
            "TimeKit", "MoneyKit", "TokenKit", "FailureKit", "DigestKit", "FileKit", "DatabaseKit",
            "InvocationRouter", "TagSecurity", "SimulationKit", "Processor", "ProcessorClient",
            "ProcessorSimulator", "PaymentCore", "Giving", "Contracts", "Dependents", "Payees", "Bookings",
            "Plans", "TagRegistry", "StaffAccess", "TapServer", "Documents", "PostgresKit",
        ],
        "Scenarios": [
            "TimeKit", "MoneyKit", "TokenKit", "FailureKit", "DatabaseKit", "InvocationRouter",
            "SimulationKit", "Processor", "ProcessorClient", "ProcessorSimulator", "ProcessorServer",
            "PaymentCore", "Giving", "Contracts", "Dependents", "Payees", "Bookings", "Plans", "Documents",
            "DataFolderKit", "DisplayKit", "Yams",
        ],
        "PublicAPI": [
            "TimeKit", "TextKit", "MoneyKit", "TokenKit", "FailureKit", "DigestKit", "DatabaseKit",
            "InvocationRouter", "Processor", "ServerKit", "PaymentCore", "Giving", "Contracts", "Dependents",
            "Payees", "Bookings", "Plans", "TagRegistry", "StaffAccess", "TapServer", "Documents",
            "DataFolderKit", "TagKit", "TagSecurity", "DisplayKit",
        ],
        "SiteService": [
            "TimeKit", "FailureKit", "TLSKit", "DatabaseKit", "InvocationRouter", "TagSecurity",
            "ProcessorClient", "ProcessorSimulator", "ServerKit", "PaymentCore", "Giving",
            "TagRegistry", "TapServer", "Documents", "DataFolderKit", "PublicAPI",
        ],
        "tapctl": [
            "TimeKit", "TextKit", "MoneyKit", "TokenKit", "FailureKit", "DatabaseKit", "TagKit",
            "InvocationRouter", "TagDumps", "TagSecurity", "TagReaders", "TagSimulator", "SimulationKit",
            "LinkProbe", "Processor", "ProcessorClient", "ProcessorSimulator", "ProcessorServer", "ServerKit",
            "PaymentCore", "Giving", "Contracts", "Dependents", "Payees", "Bookings", "Plans", "TagRegistry",
            "StaffAccess", "TapServer", "Documents", "DataFolderKit", "Scenarios", "PublicAPI", "SiteService",
            "ArgumentParser", "CQREncode", "HTTPTypes", "Hummingbird", "HummingbirdCore", "Logging",
            "NIOCore", "HTMLKit", "DisplayKit", "PDFDrawing",
        ],
    ]

    static let pure: Set = [
        "TimeKit", "SimulationKit", "TagKit", "InvocationRouter", "MoneyKit", "TextKit", "FailureKit",
    ]

    /// The targets whose tables belong to `DatabaseKit`'s transactions; their SQL is in `Store/`.
    static let storing: Set = [
        "PaymentCore", "Giving", "Contracts", "Dependents", "Payees", "Bookings", "Plans", "TagRegistry",
        "StaffAccess",
        "ProcessorSimulator", "TapServer", "Documents", "DataFolderKit", "Scenarios", "PublicAPI",
        "SiteService", "tapctl",
    ]

    static let sources = SharedFixtures.projectFolder.appending(path: "Sources")

    @Test("the table lists every target that has Swift files")
    func tableIsWhole() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
        let targets = folders.filter { !Self.swiftFiles(of: $0).isEmpty }
        #expect(Set(targets) == Set(Self.arrows.keys))
    }

    // B3-64: a product uses the processor only through its API, and never the simulator.
    @Test("a target imports only the targets below it", arguments: arrows.keys.sorted())
    func importsPointDown(target: String) throws {
        let allowed = try #require(Self.arrows[target])
            .union(Self.pure.contains(target) ? [] : Self.platform)
        let files = Self.swiftFiles(of: target)
        #expect(!files.isEmpty)
        for file in files {
            // Migrations with Swift code run on SQLite alone.
            let isMigration = file.path.contains("/Store/") && file.path.hasSuffix("Migrations.swift")
            let allowed = isMigration ? allowed.union(["GRDB"]) : allowed
            for module in Self.imports(in: try String(contentsOf: file, encoding: .utf8)) {
                #expect(allowed.contains(module), "\(file.lastPathComponent) of \(target) imports \(module)")
            }
        }
    }

    @Test("a SQL statement is in the folder Store of its target", arguments: storing.sorted())
    func statementsAreInStores(target: String) throws {
        for file in Self.swiftFiles(of: target) where !file.path.contains("/Store/") {
            let text = try String(contentsOf: file, encoding: .utf8)
            let statement = text.firstMatch(
                of:
                    #/\b(?:SELECT \S+ FROM|INSERT (?:OR \w+ )?INTO|UPDATE \w+ SET|DELETE FROM|CREATE TABLE)\b/#
            )
            #expect(statement == nil, "\(file.lastPathComponent): \(statement?.0 ?? "")")
        }
    }

    /// A product is data and a few rules on the one money path: lines that are neither empty nor a comment.
    @Test(
        "a product is small, and knows no other",
        arguments: [("Contracts", 1_550), ("Bookings", 700), ("Dependents", 700), ("Plans", 1_000)])
    func productsAreSmall(product: String, limit: Int) throws {
        let lines = try Self.swiftFiles(of: product).flatMap {
            try String(contentsOf: $0, encoding: .utf8).split(whereSeparator: \.isNewline)
        }
        let code = lines.count { line in
            let text = line.drop(while: \.isWhitespace)
            return !text.isEmpty && !text.hasPrefix("//")
        }
        #expect(code > 0 && code < limit, "\(product) has \(code) lines")
        let others: Set = ["Giving", "Contracts", "Bookings", "Dependents", "Plans"]
        #expect(try #require(Self.arrows[product]).isDisjoint(with: others))
    }

    // B3-55
    @Test("no source file contains a secret key of a processor")
    func noKeys() throws {
        for target in Self.arrows.keys {
            for file in Self.swiftFiles(of: target) {
                let text = try String(contentsOf: file, encoding: .utf8)
                let key = text.firstMatch(of: #/(?:[srp]k_(?:live|test)|whsec)_[A-Za-z0-9]{20,}/#)
                #expect(key == nil, "\(file.lastPathComponent): \(key?.0 ?? "")")
            }
        }
    }

    @Test(
        "C types of libnfc and pcsclite stay in their folders",
        arguments: [("CLibNFC", "/LibNFC/"), ("CPCSC", "/PCSC/")])
    func readersStayInTheirFolders(module: String, folder: String) throws {
        for file in Self.swiftFiles(of: "TagReaders") where !file.path.contains(folder) {
            let modules = Self.imports(in: try String(contentsOf: file, encoding: .utf8))
            #expect(!modules.contains(module), "\(file.lastPathComponent)")
        }
    }

    @Test("finds an import behind its attributes and access level")
    func readsImportLines() {
        let source = """
            import A
            public import struct B.C
            @preconcurrency internal import D.E
            // import F
            let text = "import G"
            """
        #expect(Self.imports(in: source) == ["A", "B", "D"])
    }

    static func swiftFiles(of target: String) -> [URL] {
        let folder = sources.appending(path: target)
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (all?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
    }

    /// The modules of a file's import lines, in order.
    static func imports(in source: String) -> [String] {
        source.split(whereSeparator: \.isNewline).compactMap { line in
            var words = line.split(separator: " ")[...]
            while let first = words.first,
                first.hasPrefix("@") || ["public", "internal", "package"].contains(first)
            {
                words.removeFirst()
            }
            guard words.popFirst() == "import" else { return nil }
            let kinds: Set<Substring> = [
                "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
            ]
            if let first = words.first, kinds.contains(first) { words.removeFirst() }
            return words.first?.split(separator: ".").first.map(String.init)
        }
    }
}
