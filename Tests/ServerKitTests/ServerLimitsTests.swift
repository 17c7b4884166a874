import ServerKit
import Testing

/// The number of connections, which depends on the limit of open files.
@Suite struct ServerLimitsTests {
    @Test(
        "S-7: the number of connections follows from the limit of open files",
        arguments: [(62, 7), (64, 8), (256, 152), (1_024, 792), (2_232, 2_000), (65_536, 2_000)])
    func connections(openFiles: Int, connections: Int) {
        #expect(ServerLimits.connections(openFiles: openFiles, loops: 2) == connections)
    }

    @Test("each core takes four files from the connections, down to none")
    func cores() {
        #expect(ServerLimits.connections(openFiles: 1_024, loops: 64) == 1_024 - 32 - 256 - 192)
        #expect(ServerLimits.connections(openFiles: 64, loops: 64) == 0)
        #expect(ServerLimits.connections(openFiles: .max, loops: 64) == ServerLimits.mostConnections)
    }

    @Test("a server starts with the fewest files that leave it eight connections", arguments: [1, 2, 8, 64])
    func fewest(loops: Int) {
        let fewest = ServerLimits.fewestOpenFiles(loops: loops)
        #expect(ServerLimits.connections(openFiles: fewest, loops: loops) >= 8)
        #expect(ServerLimits.connections(openFiles: fewest - 1, loops: loops) < 8)
        #expect(loops > 2 || fewest <= 64)
    }
}
