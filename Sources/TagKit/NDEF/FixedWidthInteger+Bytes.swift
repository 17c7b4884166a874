extension FixedWidthInteger {
    /// The number that bytes encode, with the most significant byte first.
    @inlinable
    package init(bytes: some Sequence<UInt8>) { self = bytes.reduce(0) { $0 << 8 | Self($1) } }
}
