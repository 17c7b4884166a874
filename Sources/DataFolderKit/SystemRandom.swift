/// Returns 64 random bits from the system, for tokens, secrets and salts. `TAPCTL_SEED` does not affect them, so they
/// cannot be guessed.
@Sendable package func systemRandom() -> UInt64 { UInt64.random(in: .min ... .max) }
