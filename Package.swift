// swift-tools-version: 6.2

import PackageDescription

/// The settings of every target: Swift 6, warnings as errors, and imports with explicit access.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Whether servers and e-mail support TLS. `TAPCTL_TLS=off` leaves out NIOSSL, which takes a quarter of a first build.
///
/// A package trait would do the same, but its name is defined in every target, so changing it recompiles all of them.
/// This variable affects only TLSKit.
let hasTLS = Context.environment["TAPCTL_TLS"] != "off"

extension Target.Dependency {
    /// A product of another package. SwiftPM does not fetch that package for users who disable the trait `Program`.
    static func product(_ name: String, of package: String) -> Self {
        .product(name: name, package: package, condition: .when(traits: ["Program"]))
    }
}

/// The targets, from leaf to root. `docs/architecture.md` lists their dependencies, and a test checks them.
let package = Package(
    name: "tapctl",
    products: [
        .executable(name: "tapctl", targets: ["tapctl"]),
        .library(name: "TagKit", targets: ["TagKit"]),
        .library(name: "InvocationRouter", targets: ["InvocationRouter"]),
        .library(name: "TagReaders", targets: ["TagReaders"]),
        .library(name: "TagSimulator", targets: ["TagSimulator", "TagDumps"]),
        .library(name: "TagRegistry", targets: ["TagRegistry", "TagSecurity", "DatabaseKit", "TimeKit"]),
        .library(
            name: "Giving",
            targets: [
                "Giving", "PaymentCore", "Processor", "ProcessorClient", "ProcessorSimulator", "DatabaseKit",
                "PostgresKit", "MoneyKit",
                "TimeKit", "TextKit", "DisplayKit", "HTMLKit", "TokenKit", "PDFDrawing",
                "SimulationKit",
            ]),
    ],
    // The sources do not depend on it. It only determines which packages are fetched.
    traits: [
        .default(enabledTraits: ["Program"]),
        .trait(
            name: "Program",
            description: "Everything that needs other packages: the program, Giving and TagRegistry."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // Without support for swift-configuration, which is not used here.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        // libnfc's C API, as Debian ships it.
        .systemLibrary(name: "CLibNFC", pkgConfig: "libnfc", providers: [.apt(["libnfc-dev"])]),
        // The C APIs of pcsclite, libqrencode and OpenSSL's libcrypto.
        .systemLibrary(name: "CPCSC", pkgConfig: "libpcsclite", providers: [.apt(["libpcsclite-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        // SQLite settings that GRDB does not expose.
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

        // Timestamps, civil dates, months that clamp, and the clock that is passed in.
        .target(name: "TimeKit", swiftSettings: strict),

        // The facts of an error: a stable code, a category, and what happened.
        .target(name: "FailureKit", swiftSettings: strict),

        // The status of files, and files that are written completely or not at all.
        .target(name: "FileKit", swiftSettings: strict),

        // A seeded generator, a virtual clock and a fault plan, which make simulations repeatable.
        .target(name: "SimulationKit", dependencies: ["TimeKit"], swiftSettings: strict),

        // Text for other programs: CSV, strict JSON, form encoding, hex, and HTML escaping.
        .target(name: "TextKit", swiftSettings: strict),

        // Text that people enter and others read, checked so that it is safe to display.
        .target(name: "DisplayKit", dependencies: ["FailureKit"], swiftSettings: strict),

        // NDEF, TLVs, tag types, programming plans and the reader protocol. Pure: an iOS app can use it.
        .target(name: "TagKit", dependencies: ["FailureKit", "TextKit"], swiftSettings: strict),

        // SHA-256, HMAC and scrypt from the system's OpenSSL.
        .target(name: "DigestKit", dependencies: ["COpenSSL"], swiftSettings: strict),

        // HTML that escapes text, style sheets with their hashes, and documents as values.
        .target(name: "HTMLKit", dependencies: ["TextKit", "DigestKit"], swiftSettings: strict),

        // The C APIs of cairo and Pango, loaded on first use, and documents drawn as PDF files through them.
        .target(name: "CPango"),
        .target(name: "PDFDrawing", dependencies: ["FailureKit", "CPango"], swiftSettings: strict),

        // libcurl's C API, loaded on first use, and HTTP requests through it.
        .target(name: "CCurl"),
        .target(name: "CurlClient", dependencies: ["CCurl"], swiftSettings: strict),

        // One query to the system's resolver, and URLs opened like a phone: redirects, certificates, faults.
        .target(name: "CResolver"),
        .target(
            name: "LinkProbe", dependencies: ["CurlClient", "CResolver", "TimeKit"], swiftSettings: strict),

        // TLS for servers and clients. The only target that imports NIOSSL; it also builds without it.
        .target(
            name: "TLSKit",
            dependencies: ["FailureKit", .product("Hummingbird", of: "hummingbird")]
                + (hasTLS ? [.product("HummingbirdTLS", of: "hummingbird")] : []),
            swiftSettings: strict + (hasTLS ? [.define("TLS")] : [])),

        // Giving URLs to their parts and back. Pure: octets in, values out.
        .target(name: "InvocationRouter", dependencies: ["FailureKit", "TextKit"], swiftSettings: strict),

        // Files of tags: Flipper, Proxmark, mfd, json, eml, text, hex.
        .target(name: "TagDumps", dependencies: ["FailureKit", "TagKit", "TextKit"], swiftSettings: strict),

        // Originality, keys and passwords from a batch's secret, SUN, EV2 authentication.
        .target(
            name: "TagSecurity",
            dependencies: ["FailureKit", "TagKit", "FileKit", "TextKit", "COpenSSL", "DigestKit"],
            swiftSettings: strict),

        // libnfc and PC/SC as implementations of TagKit's `TagReader`.
        .target(
            name: "TagReaders", dependencies: ["TagKit", "FileKit", "TextKit", "CLibNFC", "CPCSC"],
            swiftSettings: strict),

        // Virtual tags as values, and a virtual PN532 on a pty that the real libnfc opens.
        .target(
            name: "TagSimulator",
            dependencies: ["TagKit", "TagDumps", "TagSecurity", "TextKit", "SimulationKit"],
            swiftSettings: strict),

        // Money in minor units: currencies, exact parsing, splits without loss.
        .target(name: "MoneyKit", dependencies: ["FailureKit"], swiftSettings: strict),

        // The SQLite file through GRDB: transactions, group commit, documents, migrations, backup.
        .target(
            name: "DatabaseKit",
            dependencies: [
                "FileKit", "FailureKit", "TextKit", "CSQLite", .product("GRDB", of: "GRDB.swift"),
            ],
            swiftSettings: strict),

        // libpq's C API, loaded on first use, and a PostgreSQL database through it: connections, transactions, migrations.
        .target(name: "CPostgres"),
        .target(
            name: "PostgresKit", dependencies: ["FileKit", "FailureKit", "DatabaseKit", "CPostgres"],
            swiftSettings: strict),

        // Stripe's nouns and the `PaymentProcessor` protocol.
        .target(
            name: "Processor", dependencies: ["FailureKit", "MoneyKit", "TimeKit"], swiftSettings: strict),

        // A stateful, durable processor that implements that protocol.
        .target(
            name: "ProcessorSimulator",
            dependencies: ["Processor", "MoneyKit", "TimeKit", "TextKit", "SimulationKit", "DatabaseKit"],
            swiftSettings: strict),

        // A client of Stripe's HTTP API that implements the same protocol.
        .target(
            name: "ProcessorClient",
            dependencies: [
                "Processor", "MoneyKit", "TimeKit", "TextKit",
                "CurlClient", "DigestKit",
            ],
            swiftSettings: strict),

        // Code that the servers share: start and shutdown, limits, form fields.
        .target(
            name: "ServerKit",
            dependencies: ["FailureKit", "TextKit", .product("Hummingbird", of: "hummingbird")],
            swiftSettings: strict),

        // Stripe's API on a socket: Hummingbird in front of that processor, its pages, its webhooks.
        .target(
            name: "ProcessorServer",
            dependencies: [
                "ProcessorSimulator", "ProcessorClient", "Processor", "SimulationKit", "HTMLKit", "ServerKit",
                "CurlClient", "TextKit",
                .product("Hummingbird", of: "hummingbird"),
            ],
            swiftSettings: strict),

        // Random tokens, their text and hashes, and CSRF tokens.
        .target(
            name: "TokenKit", dependencies: ["TextKit", "DigestKit"], swiftSettings: strict),

        // The one money path: payee, payable, quote, payment, ledger, settlement, schedule.
        .target(
            name: "PaymentCore",
            dependencies: [
                "FailureKit", "MoneyKit", "TimeKit", "Processor", "TextKit", "DatabaseKit",
            ],
            swiftSettings: strict),

        // Organizations, funds, donors, gifts, receipts: the first policy on that path.
        .target(
            name: "Giving",
            dependencies: [
                "FailureKit", "PaymentCore", "MoneyKit", "TimeKit", "InvocationRouter", "TextKit", "HTMLKit",
                "DisplayKit", "TokenKit", "PDFDrawing",
                "DatabaseKit",
            ],
            swiftSettings: strict),

        // Contracts with payment links and milestones: the second policy on that path.
        .target(
            name: "Contracts",
            dependencies: [
                "FailureKit", "DisplayKit",
                "PaymentCore", "MoneyKit", "TimeKit", "TextKit", "HTMLKit", "TokenKit", "DatabaseKit",
            ],
            swiftSettings: strict),

        // Service fees for dependents: the smallest policy on that path.
        .target(
            name: "Dependents",
            dependencies: [
                "FailureKit", "DisplayKit", "PaymentCore", "MoneyKit", "TimeKit", "TokenKit", "DatabaseKit",
            ],
            swiftSettings: strict),

        // Payees of work: enrollment, onboarding, earnings and payouts.
        .target(
            name: "Payees",
            dependencies: [
                "FailureKit", "DisplayKit", "PaymentCore", "MoneyKit", "TimeKit", "DatabaseKit",
            ],
            swiftSettings: strict),

        // Bookings whose job begins with the payment: another policy on that path.
        .target(
            name: "Bookings",
            dependencies: [
                "FailureKit", "DisplayKit", "Payees", "PaymentCore", "MoneyKit", "TextKit", "TimeKit",
                "TokenKit", "DatabaseKit",
            ],
            swiftSettings: strict),

        // Plans, their entitlements and subscriptions: the third policy on that path.
        .target(
            name: "Plans",
            dependencies: [
                "FailureKit", "DisplayKit", "PaymentCore", "MoneyKit", "TextKit", "TimeKit", "DatabaseKit",
            ],
            swiftSettings: strict),

        // Batches, rows, tags, taps and managed destinations: which seat has which tag.
        .target(
            name: "TagRegistry",
            dependencies: [
                "FailureKit", "TagKit", "TagDumps", "TagSecurity", "InvocationRouter", "TimeKit", "TextKit",
                "HTMLKit", "DisplayKit",
                "DatabaseKit", "DigestKit",
            ],
            swiftSettings: strict),

        // Staff and their organizations: passwords, sessions, lockout. It knows neither gifts nor pages.
        .target(
            name: "StaffAccess",
            dependencies: [
                "FailureKit", "TimeKit", "TextKit", "TokenKit", "DatabaseKit", "DigestKit",
            ],
            swiftSettings: strict),

        // The web pages, which work without scripts, and the HTTP server.
        .target(
            name: "TapServer",
            dependencies: [
                "FailureKit", "DisplayKit", "Giving", "Contracts", "Payees", "Bookings", "Dependents",
                "Plans", "PaymentCore", "DatabaseKit", "InvocationRouter", "MoneyKit", "TimeKit", "TextKit",
                "HTMLKit", "PDFDrawing",
                "ServerKit", "StaffAccess", "TagRegistry", "TokenKit", "FileKit", "TLSKit", "DigestKit",
                .product("Hummingbird", of: "hummingbird"),
            ],
            swiftSettings: strict),

        // Output for programs: JSON documents with their values, and errors with their exit codes.
        .target(
            name: "Documents",
            dependencies: [
                "TimeKit", "TextKit", "MoneyKit", "FailureKit", "DisplayKit", "DatabaseKit", "TagKit",
                "InvocationRouter", "TagDumps", "TagReaders", "TagSecurity", "TLSKit", "Processor",
                "ProcessorClient",
                "ProcessorSimulator",
                "ServerKit", "PaymentCore", "Giving", "Contracts", "Dependents", "Payees",
                "Bookings", "Plans", "TagRegistry", "StaffAccess", "TapServer", "PDFDrawing",
            ],
            swiftSettings: strict),

        // The data folder, its backups, and all products on the money path.
        .target(
            name: "DataFolderKit",
            dependencies: [
                "TimeKit", "MoneyKit", "TokenKit", "FailureKit", "DigestKit", "FileKit", "DatabaseKit",
                "InvocationRouter", "TagSecurity", "SimulationKit", "Processor", "ProcessorClient",
                "ProcessorSimulator", "PaymentCore", "Giving", "Contracts", "Dependents", "Payees",
                "Bookings", "Plans", "TagRegistry", "StaffAccess", "TapServer", "Documents", "PostgresKit",
            ],
            swiftSettings: strict),

        // Scenario files, and their runs on a virtual clock.
        .target(
            name: "Scenarios",
            dependencies: [
                "TimeKit", "MoneyKit", "TokenKit", "FailureKit", "DatabaseKit", "InvocationRouter",
                "SimulationKit", "Processor", "ProcessorClient", "ProcessorSimulator", "ProcessorServer",
                "DisplayKit", "PaymentCore", "Giving", "Contracts", "Dependents", "Payees", "Bookings",
                "Plans",
                "Documents", "DataFolderKit",
                .product("Yams", of: "Yams"),
            ],
            swiftSettings: strict),

        // The API for programs: a table of routes, served by TapServer.
        .target(
            name: "PublicAPI",
            dependencies: [
                "TagKit", "TagSecurity", "DisplayKit",
                "TimeKit", "TextKit", "MoneyKit", "TokenKit", "FailureKit", "DigestKit", "DatabaseKit",
                "InvocationRouter", "Processor", "ServerKit", "PaymentCore", "Giving", "Contracts",
                "Dependents", "Payees", "Bookings", "Plans", "TagRegistry", "StaffAccess", "TapServer",
                "Documents", "DataFolderKit",
            ],
            swiftSettings: strict),

        // The service that `serve` runs: settings, log, metrics, TLS, mail.
        .target(
            name: "SiteService",
            dependencies: [
                "TimeKit", "FailureKit", "TLSKit", "DatabaseKit", "InvocationRouter",
                "TagSecurity", "ProcessorClient", "ProcessorSimulator", "ServerKit",
                "PaymentCore", "Giving", "TagRegistry", "TapServer", "Documents", "DataFolderKit",
                "PublicAPI",
            ],
            swiftSettings: strict),

        // The command line.
        .executableTarget(
            name: "tapctl",
            dependencies: [
                "HTMLKit", "DisplayKit", "PDFDrawing",
                "TimeKit", "TextKit", "MoneyKit", "TokenKit", "FailureKit", "DatabaseKit", "TagKit",
                "InvocationRouter", "TagDumps", "TagSecurity", "TagReaders", "TagSimulator", "SimulationKit",
                "LinkProbe", "Processor", "ProcessorClient", "ProcessorSimulator", "ProcessorServer",
                "ServerKit", "PaymentCore", "Giving", "Contracts", "Dependents", "Payees", "Bookings",
                "Plans", "TagRegistry", "StaffAccess", "TapServer", "Documents", "DataFolderKit", "Scenarios",
                "PublicAPI", "SiteService", "CQREncode",
                .product("ArgumentParser", of: "swift-argument-parser"),
                .product("Hummingbird", of: "hummingbird"),
            ],
            swiftSettings: strict),

        // Property runner, golden files, hex literals and shared vectors, only for tests.
        .target(
            name: "TestSupport", dependencies: ["SimulationKit", "DatabaseKit", "PostgresKit"],
            path: "Tests/TestSupport", swiftSettings: strict),
        // A database, the simulated processor and a virtual clock, for the tests of each product.
        .target(
            name: "MoneyTestSupport",
            dependencies: [
                "Dependents", "PaymentCore", "ProcessorSimulator", "MoneyKit", "TimeKit", "DatabaseKit",
                "SimulationKit", "TestSupport",
            ],
            path: "Tests/MoneyTestSupport", swiftSettings: strict),
        .testTarget(
            name: "TagKitTests",
            dependencies: ["SimulationKit", "TagDumps", "TagKit", "TagSimulator", "TextKit", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "InvocationRouterTests",
            dependencies: ["InvocationRouter", "TextKit", "SimulationKit", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "TagDumpsTests", dependencies: ["SimulationKit", "TagDumps", "TagKit", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "TagSimulatorTests",
            dependencies: ["TagSimulator", "TagKit", "TagDumps", "SimulationKit", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "TagSecurityTests",
            dependencies: [
                "TagSecurity", "TagKit", "TagDumps", "TagSimulator", "SimulationKit", "TestSupport",
                "DigestKit",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "TagRegistryTests",
            dependencies: [
                "TagRegistry", "TagSecurity", "TagKit", "TagDumps", "TagSimulator", "InvocationRouter",
                "DatabaseKit", "TextKit", "TimeKit", "SimulationKit", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "TagReadersTests",
            dependencies: [
                "TagReaders", "TagSimulator", "TagKit", "TextKit", "SimulationKit", "CLibNFC", "CPCSC",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "TimeKitTests", dependencies: ["TimeKit", "SimulationKit", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "SimulationKitTests", dependencies: ["SimulationKit", "TimeKit"], swiftSettings: strict),
        .testTarget(
            name: "TextKitTests", dependencies: ["TextKit", "SimulationKit", "TestSupport"],
            swiftSettings: strict),
        .testTarget(name: "DisplayKitTests", dependencies: ["DisplayKit"], swiftSettings: strict),
        .testTarget(name: "FileKitTests", dependencies: ["FileKit"], swiftSettings: strict),
        .testTarget(name: "DigestKitTests", dependencies: ["DigestKit"], swiftSettings: strict),
        .testTarget(
            name: "PDFDrawingTests", dependencies: ["PDFDrawing", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "HTMLKitTests", dependencies: ["HTMLKit", "DigestKit"], swiftSettings: strict),
        .testTarget(
            name: "CurlClientTests", dependencies: ["CurlClient", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "LinkProbeTests", dependencies: ["LinkProbe", "CurlClient", "TimeKit", "TestSupport"],
            exclude: ["make-certificates", "misbehaving_server.py"], swiftSettings: strict),
        .testTarget(
            name: "TokenKitTests",
            dependencies: [
                "TokenKit", "SimulationKit", "TestSupport",
                "DigestKit",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "MoneyKitTests", dependencies: ["MoneyKit", "SimulationKit", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "DatabaseKitTests",
            dependencies: ["DatabaseKit", "TextKit", "SimulationKit", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "PostgresKitTests",
            dependencies: ["PostgresKit", "DatabaseKit", "FailureKit", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ProcessorSimulatorTests",
            dependencies: [
                "ProcessorSimulator", "Processor", "MoneyKit", "TimeKit", "TextKit", "DatabaseKit",
                "SimulationKit", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ProcessorServerTests",
            dependencies: [
                "ProcessorServer", "ProcessorClient", "ProcessorSimulator", "Processor", "MoneyKit",
                "TimeKit",
                "DatabaseKit", "SimulationKit", "TestSupport",
            ], swiftSettings: strict),
        .testTarget(
            name: "PaymentCoreTests",
            dependencies: [
                "PaymentCore", "Processor", "ProcessorSimulator", "MoneyKit", "TimeKit", "DatabaseKit",
                "SimulationKit", "MoneyTestSupport", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "GivingTests",
            dependencies: [
                "DisplayKit", "TextKit",
                "Giving", "PaymentCore", "Processor", "ProcessorSimulator", "MoneyKit", "TimeKit",
                "ProcessorClient", "ProcessorServer", "InvocationRouter", "DatabaseKit", "SimulationKit",
                "MoneyTestSupport", "TestSupport", "PDFDrawing",
            ],
            swiftSettings: strict),
        // Two servers with one PostgreSQL database.
        .testTarget(
            name: "ClusterTests",
            dependencies: [
                "Giving", "PaymentCore", "Processor", "ProcessorSimulator", "MoneyKit", "TimeKit",
                "DatabaseKit", "PostgresKit", "SimulationKit", "StaffAccess", "TapServer", "MoneyTestSupport",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ContractsTests",
            dependencies: [
                "Contracts", "PaymentCore", "Processor", "ProcessorSimulator", "MoneyKit", "TextKit",
                "HTMLKit",
                "TimeKit",
                "TokenKit", "DatabaseKit", "SimulationKit", "MoneyTestSupport", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DependentsTests",
            dependencies: [
                "Dependents", "PaymentCore", "Processor", "ProcessorSimulator", "MoneyKit", "TimeKit",
                "TokenKit", "DatabaseKit", "SimulationKit", "MoneyTestSupport", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "BookingsTests",
            dependencies: [
                "Bookings", "Payees", "PaymentCore", "Processor", "ProcessorSimulator", "MoneyKit", "TextKit",
                "TimeKit",
                "DatabaseKit", "SimulationKit", "MoneyTestSupport", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PlansTests",
            dependencies: [
                "Plans", "PaymentCore", "Processor", "ProcessorSimulator", "MoneyKit", "TimeKit",
                "DatabaseKit", "SimulationKit", "MoneyTestSupport", "TestSupport",
            ],
            swiftSettings: strict),
        // A product that only these tests know: one folder, and one line in the list of products.
        .testTarget(
            name: "ProductTests",
            dependencies: [
                "FailureKit", "HTMLKit", "TextKit", "MoneyKit", "TimeKit", "DatabaseKit", "InvocationRouter",
                "Processor",
                "ProcessorSimulator", "PaymentCore", "Giving", "StaffAccess", "ServerKit", "TapServer",
                "Documents", "DataFolderKit", "Scenarios", "PublicAPI",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "StaffAccessTests",
            dependencies: [
                "StaffAccess", "DatabaseKit", "DigestKit", "TextKit", "TimeKit", "TokenKit", "SimulationKit",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ServerKitTests",
            dependencies: [
                "ServerKit", "SimulationKit", "TestSupport", .product("Hummingbird", of: "hummingbird"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "TapServerTests",
            dependencies: [
                "TextKit", "DigestKit",
                "TapServer", "ServerKit", "StaffAccess", "TagRegistry", "Giving", "Contracts", "Payees",
                "Bookings", "Plans",
                "Dependents",
                "PaymentCore", "Processor", "ProcessorClient", "ProcessorServer", "ProcessorSimulator",
                "MoneyTestSupport",
                "InvocationRouter", "HTMLKit", "MoneyKit", "TimeKit", "TokenKit", "DatabaseKit",
                "SimulationKit", "PDFDrawing",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DocumentsTests",
            dependencies: [
                "TimeKit", "FailureKit", "TagKit", "InvocationRouter", "TagDumps", "TagSimulator",
                "TagRegistry",
                "Giving", "Documents", "PDFDrawing",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DataFolderKitTests",
            dependencies: [
                "Bookings", "Contracts", "Dependents", "MoneyKit", "Payees",
                "TimeKit", "TokenKit", "TextKit", "FailureKit", "FileKit", "DatabaseKit", "DigestKit",
                "InvocationRouter",
                "Processor", "ProcessorClient", "PaymentCore", "Giving", "StaffAccess", "Documents",
                "PostgresKit", "TapServer", "DataFolderKit", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ScenariosTests",
            dependencies: [
                "TimeKit", "MoneyKit", "SimulationKit", "ProcessorSimulator", "Giving", "Contracts", "Plans",
                "Documents", "DataFolderKit", "Scenarios", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PublicAPITests",
            dependencies: [
                "TimeKit", "TextKit", "MoneyKit", "DatabaseKit", "InvocationRouter", "Processor",
                "ProcessorSimulator", "ServerKit", "PaymentCore", "Giving", "Contracts", "Dependents",
                "Payees", "Bookings", "Plans", "TagRegistry", "StaffAccess", "TapServer", "Documents",
                "DataFolderKit", "PublicAPI", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "SiteServiceTests",
            dependencies: [
                "TimeKit", "FailureKit", "TokenKit", "DatabaseKit", "Processor", "PaymentCore", "Giving",
                "TagRegistry", "StaffAccess", "ServerKit", "TapServer", "Documents", "DataFolderKit",
                "SiteService",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "TapctlTests",
            dependencies: [
                "HTMLKit",
                "TimeKit", "TextKit", "MoneyKit", "FailureKit", "DatabaseKit", "TagKit", "InvocationRouter",
                "SimulationKit", "LinkProbe", "Processor", "ProcessorClient", "PaymentCore", "Giving",
                "Contracts",
                "Dependents", "Bookings", "Plans", "TagRegistry", "TapServer", "Documents",
                "DataFolderKit", "Scenarios", "SiteService", "tapctl", "TestSupport", "MoneyTestSupport",
            ],
            swiftSettings: strict),
        // The dependencies between targets, read from the import lines, and the statements of the stores.
        .testTarget(
            name: "ArchitectureTests", dependencies: ["DataFolderKit", "DatabaseKit", "TestSupport"],
            swiftSettings: strict),
        // The real libnfc over the pty, its own tools, nfcpy, and tapctl as a process.
        .testTarget(
            name: "SystemTests",
            dependencies: [
                "MoneyKit",
                "tapctl", "PublicAPI", "Documents", "DataFolderKit", "InvocationRouter", "TagReaders",
                "TagSimulator",
                "TagKit", "TagDumps",
                "DatabaseKit",
                "Giving", "PaymentCore", "Processor", "ProcessorSimulator", "SimulationKit", "TimeKit",
                "TagSecurity", "TagRegistry", "TestSupport", "MoneyTestSupport", "PDFDrawing",
            ],
            exclude: ["Peers/nfcpy_tag.py"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
