import Testing

@testable import DatabaseKit

@Suite struct CheckpointPlanTests {
    private let step = CheckpointPlan.step

    @Test("checkpoints in the background each time the log has grown by a step")
    func grows() {
        var plan = CheckpointPlan()
        let steps = stride(from: 0, through: 3 * step, by: step / 2).map { plan.step(at: $0) }
        #expect(steps == [.nothing, .nothing, .beside, .nothing, .beside, .nothing, .beside])
    }

    @Test("checkpoints once in the writer after most of a long log was moved")
    func beginsAnew() {
        var plan = CheckpointPlan()
        let length = CheckpointPlan.length + 40
        plan.moved = CheckpointPlan.length
        #expect(plan.step(at: length) == .here)
        #expect(plan.step(at: length + 1) == .nothing)
    }

    @Test("starts over with a new log")
    func counts() {
        var plan = CheckpointPlan()
        #expect(plan.step(at: step) == .beside)
        plan.moved = step
        #expect(plan.step(at: 1) == .nothing)
        #expect(plan.moved == 0)
        #expect(plan.step(at: step) == .beside)
    }

    @Test("checkpoints in the writer step by step beyond the limit if the background moved nothing")
    func fallsBack() {
        var plan = CheckpointPlan()
        #expect(plan.step(at: CheckpointPlan.limit) == .here)
        #expect(plan.step(at: CheckpointPlan.limit + 1) == .nothing)
        #expect(plan.step(at: CheckpointPlan.limit + step) == .here)
    }
}
