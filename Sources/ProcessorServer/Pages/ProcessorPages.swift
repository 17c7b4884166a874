import Processor
import ProcessorSimulator

/// The processor's pages for people: `/pages/…`.
enum ProcessorPages {
    static func answer(_ request: PageRequest, _ processor: SimulatedProcessor) async -> PageAnswer {
        guard request.parts.count == 2 else { return PageFrame.gone("There is no such page.") }
        do throws(ProcessorError) {
            switch request.parts[0] {
            case "3ds": return try await ChallengePages.answer(request, processor)
            case "onboarding": return try await OnboardingPages.answer(request, processor)
            case "express": return try await ExpressPages.answer(request, processor)
            default: return PageFrame.gone("There is no such page.")
            }
        } catch {
            guard error.status == 404 else {
                return PageFrame.page(
                    "That did not work", "<p>The request makes no sense here.</p>", status: 400)
            }
            return PageFrame.gone("The link is not of this processor, or is used up: ask for a new one.")
        }
    }
}
