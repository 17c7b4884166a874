import ArgumentParser
import TagKit

/// What a command that writes may do without asking.
struct WriteOptions: ParsableArguments {
    @Flag(help: "Replace another message without asking.")
    var overwrite = false

    @Flag(help: "Do what cannot be undone without asking.")
    var yes = false

    @Flag(help: "Read, print the exact writes, and send none.")
    var dryRun = false

    @Flag(help: "Write a tag that phones do not read, or whose chip is not known.")
    var force = false

    /// What may be done without asking.
    var permission: Programming.Permission {
        var options: ProgrammingOptions = []
        if overwrite { options.insert(.overwrite) }
        if force { options.insert(.force) }
        return Programming.Permission(options: options, yes: yes, dryRun: dryRun)
    }
}
