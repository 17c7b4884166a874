package import DatabaseKit
import FailureKit
package import ServerKit
package import StaffAccess
package import TLSKit
package import TapServer

extension DatabaseFileError: CommandRemedied {
    package var commandRemedy: String {
        guard code == .corrupt else { return remedy }
        return remedy + "\nthen `tapctl payment reconcile --full` lists what the processor has done since"
    }
}

extension ListenError: CommandRemedied {
    package var commandRemedy: String {
        switch code {
        case .portTaken: "--port 0 chooses a free port"
        case .portForbidden: "any user can use ports from 1024: --port 12111"
        case .badHost: "--host 127.0.0.1 accepts connections from this machine only"
        }
    }
}

extension OutboxError: CommandRemedied {
    package var commandRemedy: String { remedy }
}

extension StaffError: CommandRemedied {
    package var commandRemedy: String {
        switch code {
        case .taken: "remove it first with `tapctl admin remove`"
        case .notFound: "`tapctl admin list` shows all of them"
        case .organizations: "\(remedy) with --org"
        case .keyTaken: "choose another name, or remove the other key with `tapctl api-key remove`"
        case .keyNotFound: "`tapctl api-key list` shows all keys"
        case .tooManyKeys: "remove unused keys with `tapctl api-key remove`"
        case .tooManyOrganizations: "`tapctl api-key add` creates another key for some of the organizations"
        case .wrongPassword, .paused, .busy, .weakPassword, .invalidAddress, .invalidKeyName: remedy
        }
    }
}

extension TLSError: CommandRemedied {
    package var commandRemedy: String { remedy }
}
