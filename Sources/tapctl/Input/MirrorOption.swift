import ArgumentParser

/// The values of `--mirror`: the content that the chip should show in the URL's `m`.
enum MirrorOption: String, CaseIterable, ExpressibleByArgument {
    case uid, counter, both, off
}
