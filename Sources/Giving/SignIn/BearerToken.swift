public import TokenKit

/// What a donor's link ends with, and what their browser shows.
public typealias BearerToken = SecretToken<HexToken128>
