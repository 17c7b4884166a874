/// What a file of a tag may ask for; beyond it is refused before memory is taken.
enum DumpLimits {
    /// A Type 4 tag with a file of 32 KB takes about 110 KB of text; nothing known takes a quarter of this.
    static let fileBytes = 1 << 20
    /// A Type 4 tag with a file of 32 KB takes about 2,100 lines.
    static let lines = 20_000
    /// The longest lines known are contents of ISO 15693 tags: 8 KB as 24 KB of hex.
    static let lineBytes = 1 << 16
    /// The largest Type 2 tag, NTAG I2C plus 2K, has 492.
    static let pages = 512
    /// MIFARE Classic 4K has 256.
    static let blocks = 256
    /// Elementary files of a Type 4 tag; NTAG 424 DNA has 3.
    static let typeFourFiles = 32
}
