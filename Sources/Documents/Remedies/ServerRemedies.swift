package import DatabaseKit
import FailureKit
package import ServerKit
package import StaffAccess
package import TLSKit
package import TapServer

extension DatabaseFileError: CommandRemedied {
    package var commandRemedy: String {
        guard code == .corrupt else { return remedy }
        return remedy
            + "\nthen run `tapctl payment reconcile --full`, which lists what the processor has done since the backup"
    }
}

extension ListenError: CommandRemedied {
    package var commandRemedy: String {
        switch code {
        case .portTaken: "use --port 0 to choose a free port"
        case .portForbidden: "use port 1024 or higher, such as --port 12111"
        case .badHost: "use --host 127.0.0.1 to accept connections from this machine only"
        }
    }
}

extension ForwardedForError: CommandRemedied {
    package var commandRemedy: String { "configure the proxy to append the client's address to the header" }
}

extension OpenFilesError: CommandRemedied {
    package var commandRemedy: String {
        """
        raise the limit with `ulimit -n \(max(needed, 1_024))` before you run this command
        if systemd runs the command, set LimitNOFILE=\(max(needed, 1_024)) in the unit
        """
    }
}

extension OutboxError: Remedied {}

extension StaffError: CommandRemedied {
    package var commandRemedy: String {
        switch code {
        case .taken: "remove that person first with `tapctl admin remove`"
        case .notFound: "`tapctl admin list` shows all staff members"
        case .organizations: "\(remedy) with --org"
        case .noFactor: ""
        case .factorUnreadable:
            "put the file factors.key back into the data folder, or use `tapctl admin remove-factor`"
        case .keyTaken: "choose another name, or remove the other key with `tapctl api-key remove`"
        case .keyNotFound: "`tapctl api-key list` shows all keys"
        case .tooManyKeys: "remove unused keys with `tapctl api-key remove`"
        case .tooManyOrganizations:
            "use `tapctl api-key add` to create another key for some of the organizations"
        case .wrongPassword, .wrongCurrentPassword, .deadLink, .paused, .busy, .weakPassword, .invalidAddress,
            .invalidKeyName, .wrongCode, .signInExpired, .factorExists, .notOwner, .ownAccount, .noInvitation,
            .tooManyInvitations:
            remedy
        }
    }
}

extension TLSError: CommandRemedied {
    package var commandRemedy: String { remedy }
}
