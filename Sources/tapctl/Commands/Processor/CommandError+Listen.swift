import Documents
import ServerKit

extension CommandError {
    init(_ error: ListenError) {
        switch error.code {
        case .portTaken:
            self.init(
                .noReader, code: error.code.rawValue, "another program listens on \(error.address)",
                remedy: "--port 0 takes a free one")
        case .portForbidden:
            self.init(
                .noReader, code: error.code.rawValue, "\(error.address) may not be taken",
                remedy: "ports from 1024 on are free to all: --port 12111")
        case .badHost:
            self.init(
                .usage, code: error.code.rawValue, "\(error.address) is no address of this machine",
                remedy: "--host 127.0.0.1 is this machine alone")
        }
    }
}
