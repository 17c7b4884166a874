/// How e-mails leave: into a folder (``OutboxFolder``), out of which ``LetterDelivery`` takes them to a mail server.
public protocol Mail: Sendable {
    /// Hands a letter over, so that it is not lost any more when this returns.
    ///
    /// - Throws: Where it could not be handed over.
    func send(_ letter: Letter) async throws
}
