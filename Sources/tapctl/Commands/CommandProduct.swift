import ArgumentParser
import DataFolderKit

/// A product with commands.
protocol CommandProduct: PlatformProduct {
    var commands: [any ParsableCommand.Type] { get }
}
