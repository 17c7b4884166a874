import Testing

@testable import DatabaseKit

@Suite struct CheckpointPlanTests {
    private let step = CheckpointPlan.step

    @Test("a log is moved beside those who write each time it has grown by a step")
    func grows() {
        var plan = CheckpointPlan()
        let steps = stride(from: 0, through: 3 * step, by: step / 2).map { plan.step(at: $0) }
        #expect(steps == [.nothing, .nothing, .beside, .nothing, .beside, .nothing, .beside])
    }

    @Test("the one who writes moves the rest once the most of a long log is moved, and once alone")
    func beginsAnew() {
        var plan = CheckpointPlan()
        let length = CheckpointPlan.length + 40
        plan.moved = CheckpointPlan.length
        #expect(plan.step(at: length) == .here)
        #expect(plan.step(at: length + 1) == .nothing)
    }

    @Test("a log that has begun anew is counted anew")
    func counts() {
        var plan = CheckpointPlan()
        #expect(plan.step(at: step) == .beside)
        plan.moved = step
        #expect(plan.step(at: 1) == .nothing)
        #expect(plan.moved == 0)
        #expect(plan.step(at: step) == .beside)
    }

    @Test("where nothing was moved, the one who writes does it from the limit on, step by step")
    func fallsBack() {
        var plan = CheckpointPlan()
        #expect(plan.step(at: CheckpointPlan.limit) == .here)
        #expect(plan.step(at: CheckpointPlan.limit + 1) == .nothing)
        #expect(plan.step(at: CheckpointPlan.limit + step) == .here)
    }
}
