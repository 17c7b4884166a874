// swift-tools-version: 6.2

import PackageDescription

/// A program that uses TagKit and InvocationRouter. Without the trait `Program`, SwiftPM fetches no other package.
let package = Package(
    name: "TapReader",
    dependencies: [.package(name: "tapctl", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "TapReader",
            dependencies: [
                .product(name: "InvocationRouter", package: "tapctl"),
                .product(name: "TagKit", package: "tapctl"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
