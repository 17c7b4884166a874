import ArgumentParser
import DataFolderKit

/// A product of the platform that adds commands to tapctl.
protocol CommandProduct: PlatformProduct {
    var commands: [any ParsableCommand.Type] { get }
}
