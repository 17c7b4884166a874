public import FailureKit

/// An error in signing in, or in managing staff members and API keys.
public struct StaffError: Failure, Hashable {
    /// The kind of error.
    public enum Code: String, Sendable, CaseIterable {
        /// The address or the password is wrong. The error does not reveal which.
        case wrongPassword
        /// The password of the member who is signed in is wrong.
        case wrongCurrentPassword
        /// The link for a new password or an invitation is unknown, used or expired.
        case deadLink
        /// Too many wrong passwords or codes were entered for this address. The error does not reveal whether
        /// a member has this address.
        case paused
        /// Too many passwords are waiting to be checked or hashed.
        case busy
        /// The chosen password is too short, too long or too easy to guess.
        case weakPassword
        /// The e-mail address is missing or invalid.
        case invalidAddress
        /// Another member already has this address.
        case taken
        /// There is no member with this address or id.
        case notFound
        /// The list of organizations is empty, or longer than ``StaffMember/mostOrganizations``.
        case organizations
        /// The code of the second factor is wrong, or was already used.
        case wrongCode
        /// The sign-in was not finished in time, or was started in another browser.
        case signInExpired
        /// The member already has a second factor.
        case factorExists
        /// The member has no second factor.
        case noFactor
        /// The secret of the second factor cannot be decrypted, because its key is missing or has been
        /// replaced.
        case factorUnreadable
        /// The member is not, or no longer, an owner of the organization.
        case notOwner
        /// A member tried to remove themselves.
        case ownAccount
        /// The invitation does not exist, was already accepted, or was withdrawn.
        case noInvitation
        /// Too many invitations were sent to one address in a day, or the organization has too many recent
        /// invitations.
        case tooManyInvitations
        /// The text is not a valid name for a key.
        case invalidKeyName
        /// Another key already has this name.
        case keyTaken
        /// There is no key with this name.
        case keyNotFound
        /// The maximum number of keys, ``APIKey/most``, has been reached.
        case tooManyKeys
        /// The key already has access to ``StaffMember/mostOrganizations`` organizations.
        case tooManyOrganizations
    }

    public var code: Code
    /// Details such as an address or a limit. May be empty. Never contains a password.
    public var reason: String
    /// The number of seconds until the pause in sign-ins ends; nil unless the code is `paused`.
    public var seconds: Int64?
    /// The action that resolves this error; nil to use the default remedy for the code.
    private var specificRemedy: String?

    public init(_ code: Code, _ reason: String = "") {
        self.code = code
        self.reason = reason
    }

    init(_ code: Code, _ reason: String, remedy: String) {
        self.init(code, reason)
        specificRemedy = remedy
    }

    static let unreadableFactor = StaffError(
        .factorUnreadable, "the key that encrypts the secret is missing or has been replaced")

    static func paused(seconds: Int64) -> StaffError {
        let minutes = (seconds + 59) / 60
        var error = StaffError(
            .paused, "sign-in is paused for \(minutes) more minute\(minutes == 1 ? "" : "s")")
        error.seconds = seconds
        return error
    }

    /// A clause that describes what happened.
    public var summary: String {
        switch code {
        case .wrongPassword: "the e-mail address or the password is wrong"
        case .wrongCurrentPassword: "your current password is wrong"
        case .deadLink: "this link is no longer valid"
        case .paused: "too many wrong passwords or codes were entered for this address"
        case .busy: "too many people are signing in right now"
        case .weakPassword: "this password cannot be used"
        case .invalidAddress: "this is not an e-mail address"
        case .taken: "a staff member with this address already exists"
        case .notFound: "there is no staff member with this address"
        case .organizations: "too few or too many organizations were specified"
        case .wrongCode: "this code is wrong"
        case .signInExpired: "this sign-in is no longer valid"
        case .factorExists: "this account already has a second factor"
        case .noFactor: "this account has no second factor"
        case .factorUnreadable: "the secret of the second factor cannot be read"
        case .notOwner: "you are not an owner of this organization"
        case .ownAccount: "you cannot remove yourself"
        case .noInvitation: "this invitation was already accepted, withdrawn or removed"
        case .tooManyInvitations: "too many invitations were sent"
        case .invalidKeyName: "this name cannot be used for a key"
        case .keyTaken: "another key already has this name"
        case .keyNotFound: "there is no key with this name"
        case .tooManyKeys: "there are too many keys"
        case .tooManyOrganizations: "this key cannot be used for any more organizations"
        }
    }

    /// The action that resolves the error.
    public var remedy: String {
        if let specificRemedy { return specificRemedy }
        return switch code {
        case .wrongPassword: "try again, or ask the administrator of this server for a new password"
        case .wrongCurrentPassword: "enter the password that you used to sign in"
        case .deadLink: "request a new link"
        case .paused: "wait, then try again"
        case .busy: "try again in a moment"
        case .weakPassword: "use a phrase of your own with at least \(StaffPassword.leastLetters) characters"
        case .invalidAddress: "enter an address such as someone@example.org"
        case .taken: "remove that person first"
        case .notFound: "list the people who can sign in"
        case .organizations: "specify 1 to \(StaffMember.mostOrganizations) organizations"
        case .wrongCode: "enter the code that your authenticator app shows now, or an unused recovery code"
        case .signInExpired: "enter the password again"
        case .factorExists: "remove the existing second factor before you add another one"
        case .noFactor: "sign in with the password, and add a second factor"
        case .factorUnreadable:
            "use a recovery code, or ask the administrator of this server to remove the second factor"
        case .notOwner: "ask an owner of the organization to make this change"
        case .ownAccount: "ask another owner to remove you"
        case .noInvitation: "reload the list of invitations"
        case .tooManyInvitations: "try again tomorrow"
        case .invalidKeyName:
            "use 1 to \(APIKey.longestName) letters, digits, '.', '_' and '-'"
        case .keyTaken: "choose another name, or remove the other key"
        case .keyNotFound: "list the keys"
        case .tooManyKeys: "remove keys that are no longer used"
        case .tooManyOrganizations: "create another key for some of the organizations"
        }
    }
}

extension StaffError {
    /// The stable error code.
    public var failureCode: String { code.rawValue }

    public var category: FailureCategory {
        switch code {
        case .invalidAddress, .weakPassword, .invalidKeyName: .malformed
        case .organizations: .usage
        case .notFound, .keyNotFound, .noFactor, .noInvitation: .notFound
        case .factorUnreadable: .configuration
        case .taken, .wrongPassword, .wrongCurrentPassword, .deadLink, .wrongCode, .signInExpired,
            .factorExists, .keyTaken, .tooManyKeys, .tooManyOrganizations, .notOwner, .ownAccount:
            .refused
        case .paused, .busy, .tooManyInvitations: .tryAgain
        }
    }
}
