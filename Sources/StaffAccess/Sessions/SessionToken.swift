public import TokenKit

/// What a browser shows to be known again.
public typealias SessionToken = SecretToken<LetterToken256>
