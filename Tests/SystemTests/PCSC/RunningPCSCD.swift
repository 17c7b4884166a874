import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// A real pcscd for one test, with vsmartcard's virtual readers and its own socket next to the system's.
///
/// Debian's pcscd has one fixed socket, but its parent process can pass it another one, as systemd does
/// (`sd_listen_fds(3)`). It is ended by its process id, even if the test fails.
final class RunningPCSCD: Sendable {
    /// One virtual reader.
    struct Slot: Sendable {
        /// The reader's name in pcscd.
        var name: String
        /// The port on which the reader's driver waits for a card.
        var port: UInt16
    }

    /// The readers, in pcscd's order. Each has a second slot, which is always empty.
    let slots: [Slot]
    private let process: pid_t
    private let isRunning = Atomic(true)

    static let program = "/usr/sbin/pcscd"
    static let driver = "/usr/lib/pcsc/drivers/serial/libifdvpcd.so"

    /// Whether pcscd and the driver are installed; prints a line if they are not.
    static let isInstalled: Bool = {
        let missing = [program, driver].filter { !FileManager.default.fileExists(atPath: $0) }
        if !missing.isEmpty {
            print(
                "pcscd is not tested: \(missing.joined(separator: ", ")) missing; `scripts/install peers` installs it"
            )
        }
        return missing.isEmpty
    }()

    /// The folder of this process's pcscd: pcsclite reads the socket's name once, so all of them have the
    /// same one.
    static let folder: URL = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pcscd-\(getpid())")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        setenv("PCSCLITE_CSOCK_NAME", socket(in: folder), 1)
        return folder
    }()

    /// The socket, for another program's environment.
    static var socket: String { socket(in: folder) }

    private static func socket(in folder: URL) -> String { folder.appending(path: "pcscd.comm").path }

    /// Starts pcscd with a reader for each of these names.
    init(_ names: [String] = ["ACR122U PICC Interface"]) throws {
        let configuration = Self.folder.appending(path: "readers")
        try? FileManager.default.removeItem(at: configuration)
        try FileManager.default.createDirectory(at: configuration, withIntermediateDirectories: true)
        var slots: [Slot] = []
        for name in names {
            let port = try Self.freePort()
            try """
            FRIENDLYNAME "\(name)"
            DEVICENAME /dev/null:0x\(String(port, radix: 16))
            LIBPATH \(Self.driver)
            CHANNELID 0x\(String(port, radix: 16))

            """.write(
                to: configuration.appending(path: "\(slots.count).conf"), atomically: true, encoding: .utf8)
            slots.append(Slot(name: "\(name) 00 00", port: port))
        }
        self.slots = slots
        process = try Self.start(["-f", "-c", configuration.path])
    }

    deinit { stop() }

    /// Ends pcscd and waits until it has ended. Calling it twice is harmless.
    func stop() {
        guard isRunning.exchange(false, ordering: .relaxed) else { return }
        kill(process, SIGTERM)
        var status: Int32 = 0
        _ = waitpid(process, &status, 0)
        unlink(Self.socket)
    }

    /// Starts the program with a listening socket as descriptor 3.
    private static func start(_ arguments: [String]) throws -> pid_t {
        let listening = try listen(on: socket)
        defer { close(listening) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, listening, 3)
        // A test's thread blocks signals; the program would inherit this and not receive the signal that ends
        // it.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        // LISTEN_PID must be the program's own process id, which `exec` in the shell preserves.
        let words =
            ["/bin/sh", "-c", "LISTEN_PID=$$ exec \(program) \"$@\" >/dev/null 2>&1", "pcscd"] + arguments
        let environment = ["LISTEN_FDS=1", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"]
        var process = pid_t()
        let code = withCStrings(words) { words in
            withCStrings(environment) { environment in
                posix_spawn(&process, "/bin/sh", &actions, &attributes, words, environment)
            }
        }
        try #require(code == 0, "pcscd cannot be started: \(String(cString: strerror(code)))")
        return process
    }

    /// A descriptor above 3 that listens on a socket in the file system; connections wait until pcscd takes
    /// them.
    private static func listen(on path: String) throws -> Int32 {
        unlink(path)
        let opened = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let descriptor = fcntl(opened, F_DUPFD_CLOEXEC, 10)
        close(opened)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0 && Glibc.listen(descriptor, 16) == 0, "no socket at \(path)")
        return descriptor
    }

    /// A free port whose next port is free, too, because the driver uses both.
    private static func freePort() throws -> UInt16 {
        for _ in 0..<50 {
            let port = UInt16.random(in: 20_000...29_998) & ~1
            if isFree(port) && isFree(port + 1) { return port }
        }
        throw CocoaError(.featureUnsupported)
    }

    private static func isFree(_ port: UInt16) -> Bool {
        let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}

private func withCStrings<Value>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
) -> Value {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
}
