import ArgumentParser

/// `--mirror`: what the chip shall show in the URL's `m`.
enum MirrorOption: String, CaseIterable, ExpressibleByArgument {
    case uid, counter, both, off
}
