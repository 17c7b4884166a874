/// An action that is recorded in the audit log. The raw values are stable codes: a noun and a verb.
package enum AuditLogAction: String, Sendable, CaseIterable {
    // Access.
    case signIn = "session.start"
    case signOut = "session.end"
    /// The password is correct, and the server requires a second step: entering a code or adding a second
    /// factor.
    case askFactor = "factor.ask"
    case addFactor = "factor.add"
    case removeFactor = "factor.remove"
    case useFactor = "factor.use"
    case useRecoveryCode = "factor.recover"
    case renewRecoveryCodes = "factor.renew"
    /// A request for a staff page is refused.
    case adminRequest = "admin.request"
    /// An API request is refused. This action is recorded if the request has no valid key, was sent without
    /// encryption, or only reads data. A refused change with a valid key is recorded under its own action.
    case apiRequest = "api.request"
    case addStaff = "staff.add"
    case removeStaff = "staff.remove"
    /// An owner invites a person, or sends an invitation again.
    case inviteStaff = "staff.invite"
    case withdrawInvitation = "staff.withdraw_invitation"
    /// A person accepts an invitation by choosing a password, and becomes a member.
    case acceptInvitation = "staff.accept_invitation"
    /// A member who was restored from a backup is confirmed, and can sign in again.
    case confirmStaff = "staff.confirm"
    case changePassword = "staff.change_password"
    /// A member chooses a new password with a link.
    case resetPassword = "staff.reset_password"
    /// Sessions are ended by a command, or by the member on the account page.
    case endSessions = "session.revoke"
    case addKey = "key.add"
    case removeKey = "key.remove"
    /// A key that was restored from a backup is confirmed, and can be used again.
    case confirmKey = "key.confirm"

    // Organizations and funds.
    case addOrganization = "org.add"
    case changeOrganization = "org.change"
    case onboardOrganization = "org.onboard"
    case addAlias = "org.add_alias"
    case removeAlias = "org.remove_alias"
    case addFund = "fund.add"
    case changeFund = "fund.change"
    case closeFund = "fund.close"
    case reopenFund = "fund.reopen"

    // Gifts.
    case makeGift = "gift.make"
    case retryGift = "gift.retry"
    case challengeGift = "gift.challenge"
    case refundGift = "gift.refund"
    case resendReceipt = "receipt.resend"
    case changeRecurring = "recurring.change"
    case pauseRecurring = "recurring.pause"
    case resumeRecurring = "recurring.resume"
    case retryRecurring = "recurring.retry"
    case cancelRecurring = "recurring.cancel"
    case forgetDonor = "donor.forget"
    case changeDonorNote = "donor.change_note"

    // Contracts.
    case createContract = "contract.create"
    case sendContract = "contract.send"
    case acceptContract = "contract.accept"
    case requestContractPayment = "contract.request"
    case payContract = "contract.pay"
    case completeContract = "contract.complete"
    case releaseContract = "contract.release"
    case disputeContract = "contract.dispute"
    case resolveContract = "contract.resolve"
    case cancelContract = "contract.cancel"
    case changeContract = "contract.change"

    // Dependents.
    case enrollDependent = "dependent.enroll"
    case linkDependent = "dependent.link"
    case approveDependent = "dependent.approve"
    case refundDependent = "dependent.refund"

    // Bookings and payees.
    case enrollPayee = "payee.enroll"
    case onboardPayee = "payee.onboard"
    case quoteBooking = "booking.quote"
    case linkBooking = "booking.link"
    case payBooking = "booking.pay"
    case completeBooking = "booking.complete"
    case cancelBooking = "booking.cancel"
    case refundBooking = "booking.refund"
    case payOutBooking = "booking.payout"

    // Plans.
    case checkOutPlan = "plan.checkout"
    case challengePlan = "plan.challenge"
    case changePlan = "plan.change"
    case cancelPlan = "plan.cancel"
    case resumePlan = "plan.resume"
    case changePlanCard = "plan.card"
    case linkPlan = "plan.link"
    case restorePlan = "plan.restore"
    case promotePlan = "plan.promote"

    // Money.
    case challengePayment = "payment.challenge"
    case adoptPayment = "payment.adopt"
    case dismissPayment = "payment.dismiss"
    case reconcilePayments = "payment.reconcile"
    case payOut = "payout.run"
    case closeMonth = "ledger.close"
    case clearOutbox = "outbox.done"

    // Tags.
    case createBatch = "batch.new"
    case runBatch = "batch.run"
    case undoBatch = "batch.undo"
    case removeBatch = "batch.remove"
    case lockBatch = "batch.lock"
    case aimTag = "tag.aim"
    case revokeTag = "tag.revoke"
    case replaceTag = "tag.replace"

    // Data.
    case restoreBackup = "backup.restore"
    /// Old rows are removed from the log. The row for this action contains the number and the hash of the
    /// last removed row, from which the chain continues.
    case pruneLog = "log.prune"
    /// The number of refusals reaches the hourly limit. Later refusals in that hour are not recorded.
    case limitLog = "log.limit"
}

/// Refusal codes that are recorded only in the audit log. The client gets a different error.
package enum AuditLogRefusal {
    /// The password or the key is correct, but the member or key was restored from a backup and has not been
    /// confirmed since.
    package static let unconfirmed = "unconfirmed"
}
