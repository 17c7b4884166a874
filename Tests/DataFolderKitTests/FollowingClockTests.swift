import Testing
import TimeKit

@testable import DataFolderKit
@testable import Documents

@Suite struct FollowingClockTests {
    private let base = Timestamp(seconds: 1_800_000_000)

    @Test(
        "follows the machine's clock, or the processor's if it is more than two seconds ahead"
    )
    func follows() {
        let clock = FollowingClock(WallClock { [base] in base })
        #expect(clock.wallClock.now() == base)
        clock.follow(base.adding(seconds: 40 * 86_400))
        #expect(clock.wallClock.now() == base.adding(seconds: 40 * 86_400))
        for seconds: Int64 in [-86_400, 0, 2] {
            clock.follow(base.adding(seconds: seconds))
            #expect(clock.wallClock.now() == base)
        }
    }
}
