import ArgumentParser

/// The values of `--mirror`: the content that the chip should insert into the `m` parameter of the URL.
enum MirrorOption: String, CaseIterable, ExpressibleByArgument {
    case uid, counter, both, off
}
