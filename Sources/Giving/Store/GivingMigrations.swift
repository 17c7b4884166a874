public import DatabaseKit
import PaymentCore

/// All tables of giving and of the money path beneath it.
public enum GivingMigrations {
    /// In the order in which a file is opened with them.
    public static let all =
        PaymentMigrations.all + DirectoryMigrations.all + DonorMigrations.all + GiftMigrations.all
        + ReceiptMigrations.all + SignInMigrations.all + ClosingMigrations.all
        + DonorAddressMigrations.all
}
