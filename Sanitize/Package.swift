// swift-tools-version: 6.2

import PackageDescription

/// The main package's compiler settings without those for warnings, and with a lock that the sanitizer supports.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .define("TSAN"),
]

/// The targets that several threads use, and their dependencies. `scripts/sanitize` builds and runs them.
///
/// The folders in `Sources` are symbolic links to those of the main package.
let package = Package(
    name: "Sanitize",
    dependencies: [.package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0")],
    targets: [
        .systemLibrary(name: "CLibNFC", pkgConfig: "libnfc"),
        .systemLibrary(name: "CPCSC", pkgConfig: "libpcsclite"),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto"),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
        .target(name: "TimeKit", swiftSettings: strict),
        .target(name: "FailureKit", swiftSettings: strict),
        .target(name: "FileKit", swiftSettings: strict),
        .target(name: "TextKit", swiftSettings: strict),
        .target(name: "SimulationKit", dependencies: ["TimeKit"], swiftSettings: strict),
        .target(name: "TagKit", dependencies: ["FailureKit", "TextKit"], swiftSettings: strict),
        .target(name: "DigestKit", dependencies: ["COpenSSL"], swiftSettings: strict),
        .target(name: "TagDumps", dependencies: ["FailureKit", "TagKit", "TextKit"], swiftSettings: strict),
        .target(
            name: "TagSecurity",
            dependencies: ["FailureKit", "TagKit", "FileKit", "TextKit", "COpenSSL", "DigestKit"],
            swiftSettings: strict),
        .target(
            name: "TagReaders", dependencies: ["TagKit", "FileKit", "TextKit", "CLibNFC", "CPCSC"],
            swiftSettings: strict),
        .target(
            name: "TagSimulator",
            dependencies: ["TagKit", "TagDumps", "TagSecurity", "TextKit", "SimulationKit"],
            swiftSettings: strict),
        .target(
            name: "DatabaseKit",
            dependencies: [
                "FileKit", "FailureKit", "TextKit", "CSQLite", .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        // The program that uses them from several threads.
        .executableTarget(
            name: "Races",
            dependencies: ["DatabaseKit", "TagReaders", "TagSimulator", "TagDumps", "TagKit"],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
