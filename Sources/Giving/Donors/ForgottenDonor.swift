/// What `forget` did about a donor.
public struct ForgottenDonor: Hashable, Sendable {
    /// What was erased and what was kept.
    public var erasure: DonorErasure
    /// How many gifts lost their donor.
    public var gifts: Int
    /// How many monthly gifts were ended.
    public var monthlyGiftsEnded: Int
    /// How many customers were deleted at the processor.
    public var customersDeleted: Int
}
