import Dependents
import HTMLKit
import PaymentCore

/// The error messages for guardians, in Arabic.
enum DependentSentence {
    /// Returns a sentence that explains why a payment has not succeeded.
    static func of(_ payment: Payment) -> String {
        switch payment.state {
        case .requiresPaymentMethod, .canceled:
            payment.failure?.code == PaymentFailure.authenticationFailure ? notConfirmed : declined
        case .requiresAction: "يطلب بنكك تأكيد الدفع. لم يُسحب أي مبلغ بعد."
        case .succeeded, .requiresConfirmation, .processing, .requiresCapture, .needsReview: unknown
        }
    }

    static func of(_ error: any Error) -> String {
        switch error {
        case let error as DependentError: of(error.code)
        case let error as PaymentError: of(error.code)
        default: unknown
        }
    }

    private static func of(_ code: DependentError.Code) -> String {
        switch code {
        case .invalid: "تعذرت قراءة النموذج. لم يُسحب أي مبلغ؛ افتح الصفحة من جديد."
        case .notFound, .unknownAgency, .unknownGuardian: "لا يوجد هذا التابع في قائمتك."
        case .noFee: "رسوم هذه الخدمة غير معروفة. اسأل الجهة عنها."
        case .feeChanged: "تغيّرت الرسوم منذ عرضها. لم يُسحب أي مبلغ؛ راجعها ثم وافق من جديد."
        case .paymentBegun: "بدأ دفع هذه الرسوم من قبل."
        case .refunded: "رُدّت هذه الرسوم بعد دفعها، ولا تُدفع من جديد. اسأل الجهة."
        case .notPaid: "لم تُدفع هذه الرسوم."
        case .notPayable: "لا يمكن الدفع لهذه الجهة بعد. لم يُسحب أي مبلغ."
        case .invalidToken: "هذا الرابط لا يفتح شيئًا. اطلب رابطًا جديدًا."
        }
    }

    private static func of(_ code: PaymentError.Code) -> String {
        switch code {
        case .declined, .processorRefused, .unknownMethod: declined
        case .tooManyAttempts, .pausedForDeclines, .payeePaused:
            "جُرّبت البطاقات مرات كثيرة. لم يُسحب أي مبلغ؛ انتظر عشر دقائق ثم حاول من جديد."
        default: unknown
        }
    }

    private static let declined = "رُفضت البطاقة ولم يُسحب أي مبلغ. جرّب بطاقة أخرى."
    private static let notConfirmed = "لم يؤكد بنكك الدفع، ولم يُسحب أي مبلغ. جرّب بطاقة أخرى."
    private static let unknown = "لم يُعرف بعد هل تم الدفع. حاول من جديد بعد لحظات؛ لن يُسحب المبلغ مرتين."
}

/// A page in Arabic that explains an error to a guardian.
struct DependentProblemPage: PageContent {
    let statusCode: Int
    let sentence: String

    init(_ error: any Error) {
        sentence = DependentSentence.of(error)
        statusCode = (error as? DependentError).map { $0.code == .invalidToken ? 410 : 404 } ?? 503
    }

    let title = "تعذر فتح الصفحة"

    var body: HTML {
        """
        <h1>\(title)</h1>
        <p><strong>\(sentence)</strong></p>
        """
    }
}
