// swift-tools-version: 6.2

import PackageDescription

/// A package of its own, so that the main build never pays for it. `scripts/benchmark` runs it.
let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "tapctl", path: "..")],
    targets: [
        // Stopwatch, limits and the table that every benchmark prints.
        .target(name: "BenchmarkTable"),
        // NDEF and URL codecs beside ndeflib and Foundation's URLComponents.
        .executableTarget(
            name: "Codecs",
            dependencies: [
                "BenchmarkTable",
                .product(name: "TagKit", package: "tapctl"),
                .product(name: "InvocationRouter", package: "tapctl"),
            ]),
        // RF commands, page writes and modelled time beside nfcpy and nfc-mfultralight.
        .executableTarget(
            name: "Programming",
            dependencies: [
                "BenchmarkTable",
                .product(name: "TagKit", package: "tapctl"),
                .product(name: "TagReaders", package: "tapctl"),
                .product(name: "TagRegistry", package: "tapctl"),
                .product(name: "TagSimulator", package: "tapctl"),
            ]),
        // Wall time for each tag of a folder that `tapctl batch run` programs, beside nfc-mfultralight.
        .executableTarget(
            name: "BatchRun",
            dependencies: [
                "BenchmarkTable",
                .product(name: "TagSimulator", package: "tapctl"),
            ]),
        // Durable gifts a second, a processor that takes its time, and a file that grows.
        .executableTarget(
            name: "Gifts", dependencies: ["BenchmarkTable", .product(name: "Giving", package: "tapctl")]),
        // Stripe's API on a port beside localstripe, a big file, a year of subscriptions.
        .executableTarget(
            name: "ProcessorAPI",
            dependencies: [
                "BenchmarkTable",
                .product(name: "Giving", package: "tapctl"),
            ]),
        // The pages of `tapctl serve` under load, killed, and with a slow processor.
        .executableTarget(name: "ServeLoad", dependencies: ["BenchmarkTable"]),
        // The start of the program, beside Python's.
        .executableTarget(name: "Startup", dependencies: ["BenchmarkTable"]),
    ],
    swiftLanguageModes: [.v6]
)
