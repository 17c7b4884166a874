// swift-tools-version: 6.2

import PackageDescription

/// What every target is compiled with: Swift 6, warnings as errors, imports that say what they are.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Targets stand from leaf to root; `docs/architecture.md` draws the arrows and a test holds them.
let package = Package(
    name: "tapctl",
    products: [
        .executable(name: "tapctl", targets: ["tapctl"]),
        .library(name: "TagKit", targets: ["TagKit"]),
        .library(name: "InvocationRouter", targets: ["InvocationRouter"]),
        .library(name: "TagReaders", targets: ["TagReaders"]),
        .library(name: "TagSimulator", targets: ["TagSimulator", "TagDumps"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        // libnfc's C API, as Debian ships it.
        .systemLibrary(name: "CLibNFC", pkgConfig: "libnfc", providers: [.apt(["libnfc-dev"])]),

        // A seeded generator and a fault plan: what makes a simulation repeatable.
        .target(name: "SimulationKit", swiftSettings: strict),

        // NDEF, TLVs, tag types, programming plans and the reader protocol. Pure: an iOS app can use it.
        .target(name: "TagKit", swiftSettings: strict),

        // A giving URL to its parts and back. Pure, octets in and values out.
        .target(name: "InvocationRouter", swiftSettings: strict),

        // Files of tags: Flipper, Proxmark, mfd, json, eml, text, hex.
        .target(name: "TagDumps", dependencies: ["TagKit"], swiftSettings: strict),

        // libnfc behind TagKit's `TagReader`.
        .target(name: "TagReaders", dependencies: ["TagKit", "CLibNFC"], swiftSettings: strict),

        // Virtual tags as values, and a virtual PN532 on a pty that the real libnfc opens.
        .target(
            name: "TagSimulator", dependencies: ["TagKit", "TagDumps", "SimulationKit"],
            swiftSettings: strict),

        // The command line.
        .executableTarget(
            name: "tapctl",
            dependencies: [
                "TagKit", "InvocationRouter", "TagDumps", "TagReaders", "TagSimulator", "SimulationKit",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        // Property runner, golden files, hex literals, the shared vectors: used by tests alone.
        .target(
            name: "TestSupport", dependencies: ["SimulationKit"], path: "Tests/TestSupport",
            swiftSettings: strict),
        .testTarget(
            name: "TagKitTests", dependencies: ["TagKit", "TagSimulator", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "InvocationRouterTests",
            dependencies: ["InvocationRouter", "SimulationKit", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "TagDumpsTests", dependencies: ["TagDumps", "TagKit", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "TagSimulatorTests",
            dependencies: ["TagSimulator", "TagKit", "TagDumps", "SimulationKit", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "TagReadersTests",
            dependencies: [
                "TagReaders", "TagSimulator", "TagKit", "SimulationKit", "CLibNFC", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "TapctlTests", dependencies: ["tapctl", "TagKit", "TestSupport"], swiftSettings: strict),
        // The arrows between targets, read off the import lines.
        .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"], swiftSettings: strict),
        // The real libnfc over the pty, its own tools, nfcpy, and tapctl as a process.
        .testTarget(
            name: "SystemTests",
            dependencies: [
                "tapctl", "InvocationRouter", "TagReaders", "TagSimulator", "TagKit", "TagDumps",
                "TestSupport",
            ],
            exclude: ["Peers/nfcpy_tag.py"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
