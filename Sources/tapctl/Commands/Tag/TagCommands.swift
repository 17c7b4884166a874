import ArgumentParser

/// `tapctl tag`: one tag on a reader.
struct TagCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag", abstract: "Read and write the tag on the reader.",
        subcommands: [
            TagInfo.self, TagRead.self, TagWrite.self, TagVerify.self, TagErase.self, TagFormat.self,
            TagLock.self, TagProtect.self, TagUnprotect.self, TagDump.self, TagRestore.self, TagWatch.self,
            TagTap.self, TagWhich.self, TagReplace.self,
        ])
}
