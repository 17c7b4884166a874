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
        case .portTaken: "--port 0 takes a free one"
        case .portForbidden: "ports from 1024 on are free to all: --port 12111"
        case .badHost: "--host 127.0.0.1 is this machine alone"
        }
    }
}

extension OutboxError: CommandRemedied {
    package var commandRemedy: String { remedy }
}

extension StaffError: CommandRemedied {
    package var commandRemedy: String {
        switch code {
        case .taken: "`tapctl admin remove` takes it out first"
        case .notFound: "`tapctl admin list` shows all"
        case .organizations: "\(remedy) with --org"
        case .keyTaken: "choose another name; `tapctl api-key remove` takes the other away"
        case .keyNotFound: "`tapctl api-key list` shows all"
        case .tooManyKeys: "`tapctl api-key remove` takes away what nobody uses"
        case .tooManyOrganizations: "`tapctl api-key add` makes another key, for one of its organizations"
        case .wrongPassword, .paused, .busy, .weakPassword, .invalidAddress, .invalidKeyName: remedy
        }
    }
}

extension TLSError: CommandRemedied {
    package var commandRemedy: String { remedy }
}
