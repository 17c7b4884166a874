/// How e-mails leave: today into a folder (``OutboxFolder``); what speaks SMTP would stand here too.
public protocol Mail: Sendable {
    /// Hands a letter over, so that it is not lost any more when this returns.
    ///
    /// - Throws: Where it could not be handed over.
    func send(_ letter: Letter) async throws
}
