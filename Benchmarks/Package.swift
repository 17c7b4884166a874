// swift-tools-version: 6.2

import PackageDescription

/// A separate package, so that the main build does not compile it. `scripts/benchmark` runs it.
let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "tapctl", path: "..")],
    targets: [
        // The stopwatch and the table that all benchmarks use.
        .target(name: "BenchmarkTable"),
        // The NDEF and URL codecs, compared with ndeflib and Foundation's URLComponents.
        .executableTarget(
            name: "Codecs",
            dependencies: [
                "BenchmarkTable",
                .product(name: "TagKit", package: "tapctl"),
                .product(name: "InvocationRouter", package: "tapctl"),
            ]),
        // RF commands, page writes and modeled time, compared with nfcpy and nfc-mfultralight.
        .executableTarget(
            name: "Programming",
            dependencies: [
                "BenchmarkTable",
                .product(name: "TagKit", package: "tapctl"),
                .product(name: "TagReaders", package: "tapctl"),
                .product(name: "TagRegistry", package: "tapctl"),
                .product(name: "TagSimulator", package: "tapctl"),
            ]),
        // The wall time per tag of `tapctl batch run`, compared with nfc-mfultralight.
        .executableTarget(
            name: "BatchRun",
            dependencies: [
                "BenchmarkTable",
                .product(name: "TagSimulator", package: "tapctl"),
            ]),
        // Durable gifts per second, also with a slow processor and with a large file.
        .executableTarget(
            name: "Gifts", dependencies: ["BenchmarkTable", .product(name: "Giving", package: "tapctl")]),
        // Whole gifts in a PostgreSQL database, which `scripts/postgres-rates` compares with single-row inserts.
        .executableTarget(name: "PostgresGifts", dependencies: [.product(name: "Giving", package: "tapctl")]),
        // Stripe's API over HTTP compared with localstripe, a large file, and a year of subscriptions.
        .executableTarget(
            name: "ProcessorAPI",
            dependencies: [
                "BenchmarkTable",
                .product(name: "Giving", package: "tapctl"),
            ]),
        // The pages of `tapctl serve` under load, after a kill, and with a slow processor.
        .executableTarget(name: "ServeLoad", dependencies: ["BenchmarkTable"]),
        // The program's start, compared with Python's.
        .executableTarget(name: "Startup", dependencies: ["BenchmarkTable"]),
    ],
    swiftLanguageModes: [.v6]
)
