import Glibc

/// A serial port from which nothing can be read, whatever comes in.
///
/// The line discipline waits for the end of a line before it gives anything out, and here no byte ends a line.
/// It holds for every descriptor of the port, libnfc's too.
struct PortDeafness {
    private let descriptor: Int32
    private let before: termios
    private let deaf: termios

    /// Makes a port deaf; nil where it is no port.
    init?(_ descriptor: Int32) {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return nil }
        (self.descriptor, before) = (descriptor, settings)
        settings.c_lflag |= tcflag_t(ICANON)
        // A line feed ends a line; it is taken for a carriage return, which does not.
        settings.c_iflag = (settings.c_iflag | tcflag_t(INLCR)) & ~tcflag_t(ICRNL)
        withUnsafeMutableBytes(of: &settings.c_cc) { for index in $0.indices { $0[index] = 0 } }
        deaf = settings
        // What came before would still be given out, as a line.
        tcflush(descriptor, TCIFLUSH)
        guard tcsetattr(descriptor, TCSANOW, &settings) == 0 else { return nil }
    }

    /// Lets the port hear again, without what has come in; not where libnfc has changed it meanwhile.
    func end() {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0, settings.c_lflag == deaf.c_lflag,
            settings.c_iflag == deaf.c_iflag
        else { return }
        settings = before
        tcsetattr(descriptor, TCSAFLUSH, &settings)
    }
}
