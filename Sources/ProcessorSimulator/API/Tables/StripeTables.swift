// Written by scripts/stripe-tables from fixtures/stripe/openapi-trimmed.json; edits are lost.
// Stripe's description of its API is MIT, Copyright (c) 2011- Stripe, Inc.
// swift-format-ignore-file

/// Stripe's specification of requests and objects as text, which `StripeSpec` parses.
enum StripeTables {
    /// The version of Stripe's API that these tables describe.
    static let version = "2026-05-27.dahlia"
    /// The lists of allowed values, one list per line, numbered from 0.
    static let choices = """
currently_due|eventually_due
include|omit
account_onboarding|account_update
company|individual
checking|futsu|savings|toza
bank_account
lgbtqi_owned_business|minority_owned_business|none_of_these_apply|prefer_not_to_answer|women_owned_business
company|government_entity|individual|non_profit
|qualified_entity_exceeds_ownership_threshold|qualifies_as_financial_institution
|free_zone_establishment|free_zone_llc|government_instrumentality|governmental_unit|incorporated_non_profit|incorporated_partnership|limited_liability_partnership|llc|multi_member_llc|private_company|private_corporation|private_partnership|public_company|public_corporation|public_partnership|registered_charity|single_member_llc|sole_establishment|sole_proprietorship|tax_exempt_government_instrumentality|unincorporated_association|unincorporated_non_profit|unincorporated_partnership
account|application
application|stripe
express|full|none
existing|none
always|never|offer
minimum
daily|manual|monthly|weekly
friday|monday|saturday|sunday|thursday|tuesday|wednesday
friday|monday|thursday|tuesday|wednesday
custom|express|standard
bank_account|card
|company|individual
cuban|hispanic_or_latino|mexican|not_hispanic_or_latino|other_hispanic_or_latino|prefer_not_to_answer|puerto_rican
african_american|american_indian_or_alaska_native|asian|asian_indian|black_or_african_american|chinese|ethiopian|filipino|guamanian_or_chamorro|haitian|jamaican|japanese|korean|native_hawaiian|native_hawaiian_or_other_pacific_islander|nigerian|other_asian|other_black_or_african_american|other_pacific_islander|prefer_not_to_answer|samoan|somali|vietnamese|white
account|user
address|email|name|phone|shipping|tax_id
customer_service|low_quality|missing_features|other|switched_service|too_complex|too_expensive|unused
at_period_end|immediately
always_invoice|create_prorations|none
now|unchanged
price|promotion_code|quantity
decreasing_item_amount|shortening_interval
continue_trial|end_trial
hosted_confirmation|portal_homepage|redirect
coupon_offer
payment_method_update|subscription_cancel|subscription_update|subscription_update_confirm
auto|bg|cs|da|de|el|en|en-AU|en-CA|en-GB|en-IE|en-IN|en-NZ|en-SG|es|es-419|et|fi|fil|fr|fr-CA|hr|hu|id|it|ja|ko|lt|lv|ms|mt|nb|nl|pl|pt|pt-BR|ro|ru|sk|sl|sv|th|tr|vi|zh|zh-HK|zh-TW
card
|fraudulent|safe
merchandise|services
duplicate|fraudulent|requested_by_customer
customer_balance
complete|expired|open
account|self
auto|required
|pill|rectangular|rounded
|be_vietnam_pro|bitter|chakra_petch|default|hahmlet|inconsolata|inter|lato|lora|m_plus_1_code|montserrat|noto_sans|noto_sans_jp|noto_serif|nunito|open_sans|pridi|pt_sans|pt_serif|raleway|roboto|roboto_slab|source_sans_pro|titillium_web|ubuntu_mono|zen_maru_gothic
file|url
auto|hidden
auto|none
none|required
custom
dropdown|numeric|text
always|if_required
auto|never
acss_debit|affirm|afterpay_clearpay|alipay|alma|amazon_pay|au_becs_debit|bacs_debit|bancontact|billie|bizum|blik|boleto|card|cashapp|crypto|customer_balance|eps|fpx|giropay|grabpay|ideal|kakao_pay|klarna|konbini|kr_card|mb_way|mobilepay|multibanco|naver_pay|nz_bank_account|oxxo|p24|pay_by_bank|payco|paynow|paypal|payto|pix|promptpay|revolut_pay|samsung_pay|satispay|scalapay|sepa_debit|sofort|sunbit|swish|twint|upi|us_bank_account|wechat_pay|zip
|exclude_tax|include_inclusive_tax
day|month|week|year
exclusive|inclusive|unspecified
auto|bg|cs|da|de|el|en|en-GB|es|es-419|et|fi|fil|fr|fr-CA|hr|hu|id|it|ja|ko|lt|lv|ms|mt|nb|nl|pl|pt|pt-BR|ro|ru|sk|sl|sv|th|tr|vi|zh|zh-HK|zh-TW
payment|setup|subscription
mobile_app|web
automatic|automatic_async|manual
off_session|on_session
always|limited|unspecified
manual
if_available|never
any|automatic|challenge
american_express|discover_global_network|mastercard|visa
none|off_session|on_session
none|off_session
balances|ownership|payment_method|transactions
balances|ownership|transactions
automatic|instant
acss_debit|affirm|afterpay_clearpay|alipay|alma|amazon_pay|au_becs_debit|bacs_debit|bancontact|billie|bizum|blik|boleto|card|cashapp|crypto|customer_balance|eps|fpx|giropay|grabpay|ideal|kakao_pay|klarna|konbini|kr_card|link|mb_way|mobilepay|multibanco|naver_pay|nz_bank_account|oxxo|p24|pay_by_bank|payco|paynow|paypal|payto|pix|promptpay|revolut_pay|samsung_pay|satispay|scalapay|sepa_debit|sofort|sunbit|swish|twint|upi|us_bank_account|wechat_pay|zip
client_only|server_only
always|if_required|never
disabled|enabled
AC|AD|AE|AF|AG|AI|AL|AM|AO|AQ|AR|AT|AU|AW|AX|AZ|BA|BB|BD|BE|BF|BG|BH|BI|BJ|BL|BM|BN|BO|BQ|BR|BS|BT|BV|BW|BY|BZ|CA|CD|CF|CG|CH|CI|CK|CL|CM|CN|CO|CR|CV|CW|CY|CZ|DE|DJ|DK|DM|DO|DZ|EC|EE|EG|EH|ER|ES|ET|FI|FJ|FK|FO|FR|GA|GB|GD|GE|GF|GG|GH|GI|GL|GM|GN|GP|GQ|GR|GS|GT|GU|GW|GY|HK|HN|HR|HT|HU|ID|IE|IL|IM|IN|IO|IQ|IS|IT|JE|JM|JO|JP|KE|KG|KH|KI|KM|KN|KR|KW|KY|KZ|LA|LB|LC|LI|LK|LR|LS|LT|LU|LV|LY|MA|MC|MD|ME|MF|MG|MK|ML|MM|MN|MO|MQ|MR|MS|MT|MU|MV|MW|MX|MY|MZ|NA|NC|NE|NG|NI|NL|NO|NP|NR|NU|NZ|OM|PA|PE|PF|PG|PH|PK|PL|PM|PN|PR|PS|PT|PY|QA|RE|RO|RS|RU|RW|SA|SB|SC|SD|SE|SG|SH|SI|SJ|SK|SL|SM|SN|SO|SR|SS|ST|SV|SX|SZ|TA|TC|TD|TF|TG|TH|TJ|TK|TL|TM|TN|TO|TR|TT|TV|TW|TZ|UA|UG|US|UY|UZ|VA|VC|VE|VG|VN|VU|WF|WS|XK|YE|YT|ZA|ZM|ZW|ZZ
business_day|day|hour|month|week
fixed_amount
auto|book|donate|pay|subscribe
included|itemized
classic|flexible
create_prorations|none
cancel|create_invoice|pause
if_supported|never
elements|embedded_page|hosted_page
forever|once|repeating
credit_note|none
custom_line_item|invoice_line_item
duplicate|fraudulent|order_change|product_unsatisfactory
payment_record_refund|refund
automatic|manual|merchant_default
deferred|immediately
|exempt|none|reverse
ad_nrt|ae_trn|al_tin|am_tin|ao_tin|ar_cuit|au_abn|au_arn|aw_tin|az_tin|ba_tin|bb_tin|bd_bin|bf_ifu|bg_uic|bh_vat|bj_ifu|bo_tin|br_cnpj|br_cpf|bs_tin|by_tin|ca_bn|ca_gst_hst|ca_pst_bc|ca_pst_mb|ca_pst_sk|ca_qst|cd_nif|ch_uid|ch_vat|cl_tin|cm_niu|cn_tin|co_nit|cr_tin|cv_nif|de_stn|do_rcn|ec_ruc|eg_tin|es_cif|et_tin|eu_oss_vat|eu_vat|fo_vat|gb_vat|ge_vat|gi_tin|gn_nif|hk_br|hr_oib|hu_tin|id_npwp|il_vat|in_gst|is_vat|it_cf|jp_cn|jp_rn|jp_trn|ke_pin|kg_tin|kh_tin|kr_brn|kz_bin|la_tin|li_uid|li_vat|lk_vat|ma_vat|md_vat|me_pib|mk_vat|mr_nif|mx_rfc|my_frp|my_itn|my_sst|ng_tin|no_vat|no_voec|np_pan|nz_gst|om_vat|pe_ruc|ph_tin|pl_nip|py_ruc|ro_tin|rs_pib|ru_inn|ru_kpp|sa_vat|sg_gst|sg_uen|si_tin|sn_ninea|sr_fin|sv_nit|th_vat|tj_tin|tr_tin|tw_vat|tz_vat|ua_vat|ug_tin|us_ein|uy_ruc|uz_tin|uz_vat|ve_rif|vn_tin|za_vat|zm_tin|zw_tin
auto|deferred|immediately
iban|sort_code|spei|zengin
eu_bank_transfer|gb_bank_transfer|jp_bank_transfer|mx_bank_transfer|us_bank_transfer
bank_transfer
acss_debit|affirm|afterpay_clearpay|alipay|alma|amazon_pay|au_becs_debit|bacs_debit|bancontact|billie|bizum|blik|boleto|card|cashapp|crypto|custom|customer_balance|eps|fpx|giropay|grabpay|ideal|kakao_pay|klarna|konbini|kr_card|link|mb_way|mobilepay|multibanco|naver_pay|nz_bank_account|oxxo|p24|pay_by_bank|payco|paynow|paypal|payto|pix|promptpay|revolut_pay|samsung_pay|satispay|scalapay|sepa_debit|sofort|sunbit|swish|twint|upi|us_bank_account|wechat_pay|zip
min_item_period_end|timestamp
max_item_period_start|now|timestamp
max_billed_until|max_period_end|min_period_end
charge_automatically|send_invoice
allow_incomplete|default_incomplete|error_if_incomplete|pending_if_incomplete
fixed|maximum
amex|cartes_bancaires|diners|discover|eftpos_au|girocard|interac|jcb|link|mastercard|unionpay|unknown|visa
checking|savings
automatic|instant|microdeposits
ach_credit_transfer|ach_debit|acss_debit|affirm|amazon_pay|au_becs_debit|bacs_debit|bancontact|boleto|card|cashapp|crypto|custom|customer_balance|eps|fpx|giropay|grabpay|ideal|jp_credit_transfer|kakao_pay|klarna|konbini|kr_card|link|multibanco|naver_pay|nz_bank_account|p24|pay_by_bank|payco|paynow|paypal|payto|pix|promptpay|revolut_pay|sepa_credit_transfer|sepa_debit|sofort|swish|twint|upi|us_bank_account|wechat_pay
off|on_subscription
now
|customer_service|low_quality|missing_features|other|switched_service|too_complex|too_expensive|unused
keep_as_draft|mark_uncollectible|void
account_requirement|additional_verification|business_icon|business_logo|customer_signature|dispute_evidence|document_provider_identity_document|finance_report_run|financial_account_statement|identity_document|identity_document_downloadable|issuing_regulatory_reporting|pci_document|platform_terms_of_service|selfie|sigma_scheduled_query|tax_document_user_upload|terminal_android_apk|terminal_reader_splashscreen|terminal_wifi_certificate|terminal_wifi_private_key
account_requirement|additional_verification|business_icon|business_logo|customer_signature|dispute_evidence|identity_document|issuing_regulatory_reporting|pci_document|platform_terms_of_service|tax_document_user_upload|terminal_android_apk|terminal_reader_splashscreen|terminal_wifi_certificate|terminal_wifi_private_key
payment_intent|payment_record
canceled|open|paid
draft|open|paid|uncollectible|void
revision
month
bonus|fixed_count|revolving
exclude|include
a4|auto|letter
next|recurring
cancel|release
min_item_period_end|phase_end|timestamp
max_item_period_start|phase_start|timestamp
automatic|phase_start
price
duration|timestamp
city|country|county|district|multiple|state
amusement_tax|communications_tax|gst|hst|igst|jct|lease_tax|pst|qst|retail_delivery_fee|rst|sales_tax|service_tax|vat
customer_exempt|not_collecting|not_subject_to_tax|not_supported|portion_product_exempt|portion_reduced_rated|portion_standard_rated|product_exempt|product_exempt_holiday|proportionally_rated|reduced_rated|reverse_charge|standard_rated|taxable_basis_reduced|zero_rated
always|never
automatic|manual
offline|online
one_off|recurring
acss_debit|affirm|afterpay_clearpay|alipay|alma|amazon_pay|au_becs_debit|bacs_debit|bancontact|billie|bizum|blik|boleto|cashapp|crypto|customer_balance|eps|fpx|giropay|grabpay|ideal|kakao_pay|klarna|konbini|kr_card|link|mb_way|mobilepay|multibanco|naver_pay|nz_bank_account|oxxo|p24|pay_by_bank|payco|paynow|paypal|payto|pix|promptpay|revolut_pay|samsung_pay|satispay|scalapay|sepa_debit|sofort|sunbit|swish|twint|upi|us_bank_account|wechat_pay|zip
|manual
day|month|sporadic|week|year
india
|none|off_session|on_session
A|C|I|N|R|U|Y
01|02|05|06|07
low_risk|none
0|1|2|3|4|A
1.0.2|2.1.0|2.2.0|2.3.0|2.3.1
|none|off_session
|paper
ach|us_domestic_wire
|goods|other|services|unspecified
|off_session|on_session
abandoned|duplicate|fraudulent|requested_by_customer
online
digital_goods|donation|physical_goods
hosted_confirmation|redirect
affirm|afterpay_clearpay|alipay|alma|au_becs_debit|bacs_debit|bancontact|billie|bizum|blik|boleto|card|cashapp|eps|fpx|giropay|grabpay|ideal|klarna|konbini|link|mb_way|mobilepay|multibanco|oxxo|p24|pay_by_bank|paynow|paypal|payto|pix|promptpay|satispay|sepa_debit|sofort|sunbit|swish|twint|upi|us_bank_account|wechat_pay|zip
none|off|on
cartes_bancaires|mastercard|visa
|cartes_bancaires|mastercard|visa
instant|standard
bank_account|card|fpx
per_unit|tiered
inf
graduated|volume
down|up
licensed|metered
one_time|recurring
coupon
accepted|canceled|draft|open
current_period_end
account|card_bin|card_fingerprint|case_sensitive_string|country|crypto_fingerprint|customer_id|email|ip_address|sepa_debit_fingerprint|string|us_bank_account_fingerprint
inbound|outbound
abandoned|duplicate|requested_by_customer
code_verification|none|receiver|redirect
accepted|pending|refused|revoked
one_time|scheduled|variable
deprecated_none|email|manual|none|stripe_email
email|manual|none
discount|shipping|sku|tax
reusable|single_use
cancel|none|release|renew
active|all|canceled|ended|incomplete|incomplete_expired|past_due|paused|trialing|unpaid
exclusive|inclusive|inferred_by_currency
account|application|customer|self
canceled|failed|pending|succeeded
2011-01-01|2011-06-21|2011-06-28|2011-08-01|2011-09-15|2011-11-17|2012-02-23|2012-03-25|2012-06-18|2012-06-28|2012-07-09|2012-09-24|2012-10-26|2012-11-07|2013-02-11|2013-02-13|2013-07-05|2013-08-12|2013-08-13|2013-10-29|2013-12-03|2014-01-31|2014-03-13|2014-03-28|2014-05-19|2014-06-13|2014-06-17|2014-07-22|2014-07-26|2014-08-04|2014-08-20|2014-09-08|2014-10-07|2014-11-05|2014-11-20|2014-12-08|2014-12-17|2014-12-22|2015-01-11|2015-01-26|2015-02-10|2015-02-16|2015-02-18|2015-03-24|2015-04-07|2015-06-15|2015-07-07|2015-07-13|2015-07-28|2015-08-07|2015-08-19|2015-09-03|2015-09-08|2015-09-23|2015-10-01|2015-10-12|2015-10-16|2016-02-03|2016-02-19|2016-02-22|2016-02-23|2016-02-29|2016-03-07|2016-06-15|2016-07-06|2016-10-19|2017-01-27|2017-02-14|2017-04-06|2017-05-25|2017-06-05|2017-08-15|2017-12-14|2018-01-23|2018-02-05|2018-02-06|2018-02-28|2018-05-21|2018-07-27|2018-08-23|2018-09-06|2018-09-24|2018-10-31|2018-11-08|2019-02-11|2019-02-19|2019-03-14|2019-05-16|2019-08-14|2019-09-09|2019-10-08|2019-10-17|2019-11-05|2019-12-03|2020-03-02|2020-08-27|2022-08-01|2022-11-15|2023-08-16|2023-10-16|2024-04-10|2024-06-20|2024-09-30.acacia|2024-10-28.acacia|2024-11-20.acacia|2024-12-18.acacia|2025-01-27.acacia|2025-02-24.acacia|2025-03-01.dashboard|2025-03-31.basil|2025-04-30.basil|2025-05-28.basil|2025-06-30.basil|2025-07-30.basil|2025-08-27.basil|2025-09-30.clover|2025-10-29.clover|2025-11-17.clover|2025-12-15.clover|2026-01-28.clover|2026-02-25.clover|2026-03-25.dahlia|2026-04-22.dahlia|2026-05-27.dahlia
*|account.application.authorized|account.application.deauthorized|account.external_account.created|account.external_account.deleted|account.external_account.updated|account.updated|application_fee.created|application_fee.refund.updated|application_fee.refunded|balance.available|balance_settings.updated|billing.alert.triggered|billing.credit_grant.created|billing_portal.configuration.created|billing_portal.configuration.updated|billing_portal.session.created|capability.updated|cash_balance.funds_available|charge.captured|charge.dispute.closed|charge.dispute.created|charge.dispute.funds_reinstated|charge.dispute.funds_withdrawn|charge.dispute.updated|charge.expired|charge.failed|charge.pending|charge.refund.updated|charge.refunded|charge.succeeded|charge.updated|checkout.session.async_payment_failed|checkout.session.async_payment_succeeded|checkout.session.completed|checkout.session.expired|climate.order.canceled|climate.order.created|climate.order.delayed|climate.order.delivered|climate.order.product_substituted|climate.product.created|climate.product.pricing_updated|coupon.created|coupon.deleted|coupon.updated|credit_note.created|credit_note.updated|credit_note.voided|customer.created|customer.deleted|customer.discount.created|customer.discount.deleted|customer.discount.updated|customer.source.created|customer.source.deleted|customer.source.expiring|customer.source.updated|customer.subscription.created|customer.subscription.deleted|customer.subscription.paused|customer.subscription.pending_update_applied|customer.subscription.pending_update_expired|customer.subscription.resumed|customer.subscription.trial_will_end|customer.subscription.updated|customer.tax_id.created|customer.tax_id.deleted|customer.tax_id.updated|customer.updated|customer_cash_balance_transaction.created|entitlements.active_entitlement_summary.updated|file.created|financial_connections.account.account_numbers_updated|financial_connections.account.created|financial_connections.account.deactivated|financial_connections.account.disconnected|financial_connections.account.reactivated|financial_connections.account.refreshed_balance|financial_connections.account.refreshed_ownership|financial_connections.account.refreshed_transactions|financial_connections.account.upcoming_account_number_expiry|identity.verification_session.canceled|identity.verification_session.created|identity.verification_session.processing|identity.verification_session.redacted|identity.verification_session.requires_input|identity.verification_session.verified|invoice.created|invoice.deleted|invoice.finalization_failed|invoice.finalized|invoice.marked_uncollectible|invoice.overdue|invoice.overpaid|invoice.paid|invoice.payment_action_required|invoice.payment_attempt_required|invoice.payment_failed|invoice.payment_succeeded|invoice.sent|invoice.upcoming|invoice.updated|invoice.voided|invoice.will_be_due|invoice_payment.paid|invoiceitem.created|invoiceitem.deleted|issuing_authorization.created|issuing_authorization.request|issuing_authorization.updated|issuing_card.created|issuing_card.updated|issuing_cardholder.created|issuing_cardholder.updated|issuing_dispute.closed|issuing_dispute.created|issuing_dispute.funds_reinstated|issuing_dispute.funds_rescinded|issuing_dispute.submitted|issuing_dispute.updated|issuing_personalization_design.activated|issuing_personalization_design.deactivated|issuing_personalization_design.rejected|issuing_personalization_design.updated|issuing_token.created|issuing_token.updated|issuing_transaction.created|issuing_transaction.purchase_details_receipt_updated|issuing_transaction.updated|mandate.updated|payment_intent.amount_capturable_updated|payment_intent.canceled|payment_intent.created|payment_intent.partially_funded|payment_intent.payment_failed|payment_intent.processing|payment_intent.requires_action|payment_intent.succeeded|payment_link.created|payment_link.updated|payment_method.attached|payment_method.automatically_updated|payment_method.detached|payment_method.updated|payout.canceled|payout.created|payout.failed|payout.paid|payout.reconciliation_completed|payout.updated|person.created|person.deleted|person.updated|plan.created|plan.deleted|plan.updated|price.created|price.deleted|price.updated|product.created|product.deleted|product.updated|promotion_code.created|promotion_code.updated|quote.accepted|quote.canceled|quote.created|quote.finalized|radar.early_fraud_warning.created|radar.early_fraud_warning.updated|refund.created|refund.failed|refund.updated|reporting.report_run.failed|reporting.report_run.succeeded|reporting.report_type.updated|reserve.hold.created|reserve.hold.updated|reserve.plan.created|reserve.plan.disabled|reserve.plan.expired|reserve.plan.updated|reserve.release.created|review.closed|review.opened|setup_intent.canceled|setup_intent.created|setup_intent.requires_action|setup_intent.setup_failed|setup_intent.succeeded|sigma.scheduled_query_run.created|source.canceled|source.chargeable|source.failed|source.mandate_notification|source.refund_attributes_required|source.transaction.created|source.transaction.updated|subscription_schedule.aborted|subscription_schedule.canceled|subscription_schedule.completed|subscription_schedule.created|subscription_schedule.expiring|subscription_schedule.released|subscription_schedule.updated|tax.settings.updated|tax_rate.created|tax_rate.updated|terminal.reader.action_failed|terminal.reader.action_succeeded|terminal.reader.action_updated|test_helpers.test_clock.advancing|test_helpers.test_clock.created|test_helpers.test_clock.deleted|test_helpers.test_clock.internal_failure|test_helpers.test_clock.ready|topup.canceled|topup.created|topup.failed|topup.reversed|topup.succeeded|transfer.created|transfer.reversed|transfer.updated|treasury.credit_reversal.created|treasury.credit_reversal.posted|treasury.debit_reversal.completed|treasury.debit_reversal.created|treasury.debit_reversal.initial_credit_granted|treasury.financial_account.closed|treasury.financial_account.created|treasury.financial_account.features_status_updated|treasury.inbound_transfer.canceled|treasury.inbound_transfer.created|treasury.inbound_transfer.failed|treasury.inbound_transfer.succeeded|treasury.outbound_payment.canceled|treasury.outbound_payment.created|treasury.outbound_payment.expected_arrival_date_updated|treasury.outbound_payment.failed|treasury.outbound_payment.posted|treasury.outbound_payment.returned|treasury.outbound_payment.tracking_details_updated|treasury.outbound_transfer.canceled|treasury.outbound_transfer.created|treasury.outbound_transfer.expected_arrival_date_updated|treasury.outbound_transfer.failed|treasury.outbound_transfer.posted|treasury.outbound_transfer.returned|treasury.outbound_transfer.tracking_details_updated|treasury.received_credit.created|treasury.received_credit.failed|treasury.received_credit.succeeded|treasury.received_debit.created
"""
    /// The operations, each followed by its parameters. Nested parameters are indented by one more tab.
    ///
    /// A parameter consists of its name and its types: `s` is a string (`s40` has at most 40 characters), `i` an integer,
    /// `n` a decimal, `b` a boolean, `eN` a value from list N, and `o` an object with the nested parameters. `a` is a
    /// list and `m` a map of the type that follows. `~` means that an empty string unsets the parameter. `!` means that
    /// the parameter is required.
    static let requests = """
GET /v1/account
	expand as
POST /v1/account_links
	account s!
	collect e0
	collection_options o
		fields e0
		future_requirements e1
	expand as
	refresh_url s
	return_url s
	type e2!
GET /v1/accounts
	created oi
		gt i
		gte i
		lt i
		lte i
	ending_before s
	expand as
	limit i
	starting_after s
POST /v1/accounts
	account_token s
	bank_account os
		account_holder_name s
		account_holder_type e3
		account_number s!
		account_type e4
		country s!
		currency s
		documents o
			bank_account_ownership_verification o
				files as500
		object e5
		routing_number s
	business_profile o
		annual_revenue o
			amount i!
			currency s!
			fiscal_year_end s!
		estimated_worker_count i
		mcc s4
		minority_owned_business_designation ae6
		monthly_estimated_revenue o
			amount i!
			currency s!
		name s
		product_description s40000
		support_address o
			city s100
			country s
			line1 s200
			line2 s200
			postal_code s
			state s
		support_email s
		support_phone s
		support_url s~
		url s
	business_type e7
	capabilities o
		acss_debit_payments o
			requested b
		affirm_payments o
			requested b
		afterpay_clearpay_payments o
			requested b
		alma_payments o
			requested b
		amazon_pay_payments o
			requested b
		app_distribution o
			requested b
		au_becs_debit_payments o
			requested b
		bacs_debit_payments o
			requested b
		bancontact_payments o
			requested b
		bank_transfer_payments o
			requested b
		billie_payments o
			requested b
		bizum_payments o
			requested b
		blik_payments o
			requested b
		boleto_payments o
			requested b
		card_issuing o
			requested b
		card_payments o
			requested b
		cartes_bancaires_payments o
			requested b
		cashapp_payments o
			requested b
		crypto_payments o
			requested b
		eps_payments o
			requested b
		fpx_payments o
			requested b
		gb_bank_transfer_payments o
			requested b
		giropay_payments o
			requested b
		grabpay_payments o
			requested b
		ideal_payments o
			requested b
		india_international_payments o
			requested b
		jcb_payments o
			requested b
		jp_bank_transfer_payments o
			requested b
		kakao_pay_payments o
			requested b
		klarna_payments o
			requested b
		konbini_payments o
			requested b
		kr_card_payments o
			requested b
		legacy_payments o
			requested b
		link_payments o
			requested b
		mb_way_payments o
			requested b
		mobilepay_payments o
			requested b
		multibanco_payments o
			requested b
		mx_bank_transfer_payments o
			requested b
		naver_pay_payments o
			requested b
		nz_bank_account_becs_debit_payments o
			requested b
		oxxo_payments o
			requested b
		p24_payments o
			requested b
		pay_by_bank_payments o
			requested b
		payco_payments o
			requested b
		paynow_payments o
			requested b
		payto_payments o
			requested b
		pix_payments o
			requested b
		promptpay_payments o
			requested b
		revolut_pay_payments o
			requested b
		samsung_pay_payments o
			requested b
		satispay_payments o
			requested b
		scalapay_payments o
			requested b
		sepa_bank_transfer_payments o
			requested b
		sepa_debit_payments o
			requested b
		sofort_payments o
			requested b
		sunbit_payments o
			requested b
		swish_payments o
			requested b
		tax_reporting_us_1099_k o
			requested b
		tax_reporting_us_1099_misc o
			requested b
		transfers o
			requested b
		treasury o
			requested b
		twint_payments o
			requested b
		upi_payments o
			requested b
		us_bank_account_ach_payments o
			requested b
		us_bank_transfer_payments o
			requested b
		zip_payments o
			requested b
	company o
		address o
			city s100
			country s
			line1 s200
			line2 s200
			postal_code s
			state s
		address_kana o
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
			town s
		address_kanji o
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
			town s
		directors_provided b
		directorship_declaration o
			date i
			ip s
			user_agent s
		executives_provided b
		export_license_id s
		export_purpose_code s
		name s100
		name_kana s100
		name_kanji s100
		owners_provided b
		ownership_declaration o
			date i
			ip s
			user_agent s
		ownership_exemption_reason e8
		phone s
		registration_date o~
			day i!
			month i!
			year i!
		registration_number s
		representative_declaration o
			date i
			ip s
			user_agent s
		structure e9
		tax_id s
		tax_id_registrar s
		vat_id s
		verification o
			document o
				back s500
				front s500
	controller o
		fees o
			payer e10
		losses o
			payments e11
		requirement_collection e11
		stripe_dashboard o
			type e12
	country s
	default_currency s
	documents o
		bank_account_ownership_verification o
			files as500
		company_license o
			files as500
		company_memorandum_of_association o
			files as500
		company_ministerial_decree o
			files as500
		company_registration_verification o
			files as500
		company_tax_id_verification o
			files as500
		proof_of_address o
			files as500
		proof_of_registration o
			files as500
			signer o
				person s
		proof_of_ultimate_beneficial_ownership o
			files as500
			signer o
				person s
	email s
	expand as
	external_account s
	groups o
		payments_pricing s~
	individual o
		address o
			city s100
			country s
			line1 s200
			line2 s200
			postal_code s
			state s
		address_kana o
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
			town s
		address_kanji o
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
			town s
		dob o~
			day i!
			month i!
			year i!
		email s
		first_name s100
		first_name_kana s
		first_name_kanji s
		full_name_aliases as300~
		gender s
		id_number s
		id_number_secondary s
		last_name s100
		last_name_kana s
		last_name_kanji s
		maiden_name s
		metadata ms~
		phone s
		political_exposure e13
		registered_address o
			city s100
			country s
			line1 s200
			line2 s200
			postal_code s
			state s
		relationship o
			director b
			executive b
			owner b
			percent_ownership n~
			title s
		ssn_last_4 s
		verification o
			additional_document o
				back s500
				front s500
			document o
				back s500
				front s500
	metadata ms~
	settings o
		bacs_debit_payments o
			display_name s
		branding o
			icon s
			logo s
			primary_color s
			secondary_color s
		card_issuing o
			tos_acceptance o
				date i
				ip s
				user_agent s~
		card_payments o
			decline_on o
				avs_failure b
				cvc_failure b
			statement_descriptor_prefix s10
			statement_descriptor_prefix_kana s10~
			statement_descriptor_prefix_kanji s10~
		invoices o
			hosted_payment_method_save e14
		payments o
			statement_descriptor s22
			statement_descriptor_kana s22
			statement_descriptor_kanji s22
		payouts o
			debit_negative_balances b
			schedule o
				delay_days e15i
				interval e16
				monthly_anchor i
				monthly_payout_days ai
				weekly_anchor e17
				weekly_payout_days ae18
			statement_descriptor s22
		treasury o
			tos_acceptance o
				date i
				ip s
				user_agent s~
	tos_acceptance o
		date i
		ip s
		service_agreement s
		user_agent s
	type e19
GET /v1/accounts/{account}
	expand as
POST /v1/accounts/{account}
	account_token s
	business_profile o
		annual_revenue o
			amount i!
			currency s!
			fiscal_year_end s!
		estimated_worker_count i
		mcc s4
		minority_owned_business_designation ae6
		monthly_estimated_revenue o
			amount i!
			currency s!
		name s
		product_description s40000
		support_address o
			city s100
			country s
			line1 s200
			line2 s200
			postal_code s
			state s
		support_email s
		support_phone s
		support_url s~
		url s
	business_type e7
	capabilities o
		acss_debit_payments o
			requested b
		affirm_payments o
			requested b
		afterpay_clearpay_payments o
			requested b
		alma_payments o
			requested b
		amazon_pay_payments o
			requested b
		app_distribution o
			requested b
		au_becs_debit_payments o
			requested b
		bacs_debit_payments o
			requested b
		bancontact_payments o
			requested b
		bank_transfer_payments o
			requested b
		billie_payments o
			requested b
		bizum_payments o
			requested b
		blik_payments o
			requested b
		boleto_payments o
			requested b
		card_issuing o
			requested b
		card_payments o
			requested b
		cartes_bancaires_payments o
			requested b
		cashapp_payments o
			requested b
		crypto_payments o
			requested b
		eps_payments o
			requested b
		fpx_payments o
			requested b
		gb_bank_transfer_payments o
			requested b
		giropay_payments o
			requested b
		grabpay_payments o
			requested b
		ideal_payments o
			requested b
		india_international_payments o
			requested b
		jcb_payments o
			requested b
		jp_bank_transfer_payments o
			requested b
		kakao_pay_payments o
			requested b
		klarna_payments o
			requested b
		konbini_payments o
			requested b
		kr_card_payments o
			requested b
		legacy_payments o
			requested b
		link_payments o
			requested b
		mb_way_payments o
			requested b
		mobilepay_payments o
			requested b
		multibanco_payments o
			requested b
		mx_bank_transfer_payments o
			requested b
		naver_pay_payments o
			requested b
		nz_bank_account_becs_debit_payments o
			requested b
		oxxo_payments o
			requested b
		p24_payments o
			requested b
		pay_by_bank_payments o
			requested b
		payco_payments o
			requested b
		paynow_payments o
			requested b
		payto_payments o
			requested b
		pix_payments o
			requested b
		promptpay_payments o
			requested b
		revolut_pay_payments o
			requested b
		samsung_pay_payments o
			requested b
		satispay_payments o
			requested b
		scalapay_payments o
			requested b
		sepa_bank_transfer_payments o
			requested b
		sepa_debit_payments o
			requested b
		sofort_payments o
			requested b
		sunbit_payments o
			requested b
		swish_payments o
			requested b
		tax_reporting_us_1099_k o
			requested b
		tax_reporting_us_1099_misc o
			requested b
		transfers o
			requested b
		treasury o
			requested b
		twint_payments o
			requested b
		upi_payments o
			requested b
		us_bank_account_ach_payments o
			requested b
		us_bank_transfer_payments o
			requested b
		zip_payments o
			requested b
	company o
		address o
			city s100
			country s
			line1 s200
			line2 s200
			postal_code s
			state s
		address_kana o
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
			town s
		address_kanji o
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
			town s
		directors_provided b
		directorship_declaration o
			date i
			ip s
			user_agent s
		executives_provided b
		export_license_id s
		export_purpose_code s
		name s100
		name_kana s100
		name_kanji s100
		owners_provided b
		ownership_declaration o
			date i
			ip s
			user_agent s
		ownership_exemption_reason e8
		phone s
		registration_date o~
			day i!
			month i!
			year i!
		registration_number s
		representative_declaration o
			date i
			ip s
			user_agent s
		structure e9
		tax_id s
		tax_id_registrar s
		vat_id s
		verification o
			document o
				back s500
				front s500
	default_currency s
	documents o
		bank_account_ownership_verification o
			files as500
		company_license o
			files as500
		company_memorandum_of_association o
			files as500
		company_ministerial_decree o
			files as500
		company_registration_verification o
			files as500
		company_tax_id_verification o
			files as500
		proof_of_address o
			files as500
		proof_of_registration o
			files as500
			signer o
				person s
		proof_of_ultimate_beneficial_ownership o
			files as500
			signer o
				person s
	email s
	expand as
	external_account s
	groups o
		payments_pricing s~
	individual o
		address o
			city s100
			country s
			line1 s200
			line2 s200
			postal_code s
			state s
		address_kana o
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
			town s
		address_kanji o
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
			town s
		dob o~
			day i!
			month i!
			year i!
		email s
		first_name s100
		first_name_kana s
		first_name_kanji s
		full_name_aliases as300~
		gender s
		id_number s
		id_number_secondary s
		last_name s100
		last_name_kana s
		last_name_kanji s
		maiden_name s
		metadata ms~
		phone s
		political_exposure e13
		registered_address o
			city s100
			country s
			line1 s200
			line2 s200
			postal_code s
			state s
		relationship o
			director b
			executive b
			owner b
			percent_ownership n~
			title s
		ssn_last_4 s
		verification o
			additional_document o
				back s500
				front s500
			document o
				back s500
				front s500
	metadata ms~
	settings o
		bacs_debit_payments o
			display_name s
		branding o
			icon s
			logo s
			primary_color s
			secondary_color s
		card_issuing o
			tos_acceptance o
				date i
				ip s
				user_agent s~
		card_payments o
			decline_on o
				avs_failure b
				cvc_failure b
			statement_descriptor_prefix s10
			statement_descriptor_prefix_kana s10~
			statement_descriptor_prefix_kanji s10~
		invoices o
			default_account_tax_ids as~
			hosted_payment_method_save e14
		payments o
			statement_descriptor s22
			statement_descriptor_kana s22
			statement_descriptor_kanji s22
		payouts o
			debit_negative_balances b
			schedule o
				delay_days e15i
				interval e16
				monthly_anchor i
				monthly_payout_days ai
				weekly_anchor e17
				weekly_payout_days ae18
			statement_descriptor s22
		treasury o
			tos_acceptance o
				date i
				ip s
				user_agent s~
	tos_acceptance o
		date i
		ip s
		service_agreement s
		user_agent s
DELETE /v1/accounts/{account}
GET /v1/accounts/{account}/capabilities
	expand as
GET /v1/accounts/{account}/capabilities/{capability}
	expand as
POST /v1/accounts/{account}/capabilities/{capability}
	expand as
	requested b
GET /v1/accounts/{account}/external_accounts
	ending_before s
	expand as
	limit i
	object e20
	starting_after s
POST /v1/accounts/{account}/external_accounts
	bank_account os
		account_holder_name s
		account_holder_type e3
		account_number s!
		account_type e4
		country s!
		currency s
		documents o
			bank_account_ownership_verification o
				files as500
		object e5
		routing_number s
	default_for_currency b
	expand as
	external_account s
	metadata ms
GET /v1/accounts/{account}/external_accounts/{id}
	expand as
POST /v1/accounts/{account}/external_accounts/{id}
	account_holder_name s
	account_holder_type e21
	account_type e4
	address_city s
	address_country s
	address_line1 s
	address_line2 s
	address_state s
	address_zip s
	default_for_currency b
	documents o
		bank_account_ownership_verification o
			files as500
	exp_month s
	exp_year s
	expand as
	metadata ms~
	name s
DELETE /v1/accounts/{account}/external_accounts/{id}
POST /v1/accounts/{account}/login_links
	expand as
GET /v1/accounts/{account}/people
	ending_before s
	expand as
	limit i
	relationship o
		authorizer b
		director b
		executive b
		legal_guardian b
		owner b
		representative b
	starting_after s
POST /v1/accounts/{account}/people
	additional_tos_acceptances o
		account o
			date i
			ip s
			user_agent s~
	address o
		city s100
		country s
		line1 s200
		line2 s200
		postal_code s
		state s
	address_kana o
		city s
		country s
		line1 s
		line2 s
		postal_code s
		state s
		town s
	address_kanji o
		city s
		country s
		line1 s
		line2 s
		postal_code s
		state s
		town s
	dob o~
		day i!
		month i!
		year i!
	documents o
		company_authorization o
			files as500
		passport o
			files as500
		visa o
			files as500
	email s
	expand as
	first_name s
	first_name_kana s
	first_name_kanji s
	full_name_aliases as~
	gender s
	id_number s
	id_number_secondary s
	last_name s
	last_name_kana s
	last_name_kanji s
	maiden_name s
	metadata ms~
	nationality s
	person_token s
	phone s
	political_exposure e13
	registered_address o
		city s100
		country s
		line1 s200
		line2 s200
		postal_code s
		state s
	relationship o
		authorizer b
		director b
		executive b
		legal_guardian b
		owner b
		percent_ownership n~
		representative b
		title s
	ssn_last_4 s
	us_cfpb_data o
		ethnicity_details o
			ethnicity ae22
			ethnicity_other s
		race_details o
			race ae23
			race_other s
		self_identified_gender s
	verification o
		additional_document o
			back s500
			front s500
		document o
			back s500
			front s500
GET /v1/accounts/{account}/people/{person}
	expand as
POST /v1/accounts/{account}/people/{person}
	additional_tos_acceptances o
		account o
			date i
			ip s
			user_agent s~
	address o
		city s100
		country s
		line1 s200
		line2 s200
		postal_code s
		state s
	address_kana o
		city s
		country s
		line1 s
		line2 s
		postal_code s
		state s
		town s
	address_kanji o
		city s
		country s
		line1 s
		line2 s
		postal_code s
		state s
		town s
	dob o~
		day i!
		month i!
		year i!
	documents o
		company_authorization o
			files as500
		passport o
			files as500
		visa o
			files as500
	email s
	expand as
	first_name s
	first_name_kana s
	first_name_kanji s
	full_name_aliases as~
	gender s
	id_number s
	id_number_secondary s
	last_name s
	last_name_kana s
	last_name_kanji s
	maiden_name s
	metadata ms~
	nationality s
	person_token s
	phone s
	political_exposure e13
	registered_address o
		city s100
		country s
		line1 s200
		line2 s200
		postal_code s
		state s
	relationship o
		authorizer b
		director b
		executive b
		legal_guardian b
		owner b
		percent_ownership n~
		representative b
		title s
	ssn_last_4 s
	us_cfpb_data o
		ethnicity_details o
			ethnicity ae22
			ethnicity_other s
		race_details o
			race ae23
			race_other s
		self_identified_gender s
	verification o
		additional_document o
			back s500
			front s500
		document o
			back s500
			front s500
DELETE /v1/accounts/{account}/people/{person}
GET /v1/accounts/{account}/persons
	ending_before s
	expand as
	limit i
	relationship o
		authorizer b
		director b
		executive b
		legal_guardian b
		owner b
		representative b
	starting_after s
POST /v1/accounts/{account}/persons
	additional_tos_acceptances o
		account o
			date i
			ip s
			user_agent s~
	address o
		city s100
		country s
		line1 s200
		line2 s200
		postal_code s
		state s
	address_kana o
		city s
		country s
		line1 s
		line2 s
		postal_code s
		state s
		town s
	address_kanji o
		city s
		country s
		line1 s
		line2 s
		postal_code s
		state s
		town s
	dob o~
		day i!
		month i!
		year i!
	documents o
		company_authorization o
			files as500
		passport o
			files as500
		visa o
			files as500
	email s
	expand as
	first_name s
	first_name_kana s
	first_name_kanji s
	full_name_aliases as~
	gender s
	id_number s
	id_number_secondary s
	last_name s
	last_name_kana s
	last_name_kanji s
	maiden_name s
	metadata ms~
	nationality s
	person_token s
	phone s
	political_exposure e13
	registered_address o
		city s100
		country s
		line1 s200
		line2 s200
		postal_code s
		state s
	relationship o
		authorizer b
		director b
		executive b
		legal_guardian b
		owner b
		percent_ownership n~
		representative b
		title s
	ssn_last_4 s
	us_cfpb_data o
		ethnicity_details o
			ethnicity ae22
			ethnicity_other s
		race_details o
			race ae23
			race_other s
		self_identified_gender s
	verification o
		additional_document o
			back s500
			front s500
		document o
			back s500
			front s500
GET /v1/accounts/{account}/persons/{person}
	expand as
POST /v1/accounts/{account}/persons/{person}
	additional_tos_acceptances o
		account o
			date i
			ip s
			user_agent s~
	address o
		city s100
		country s
		line1 s200
		line2 s200
		postal_code s
		state s
	address_kana o
		city s
		country s
		line1 s
		line2 s
		postal_code s
		state s
		town s
	address_kanji o
		city s
		country s
		line1 s
		line2 s
		postal_code s
		state s
		town s
	dob o~
		day i!
		month i!
		year i!
	documents o
		company_authorization o
			files as500
		passport o
			files as500
		visa o
			files as500
	email s
	expand as
	first_name s
	first_name_kana s
	first_name_kanji s
	full_name_aliases as~
	gender s
	id_number s
	id_number_secondary s
	last_name s
	last_name_kana s
	last_name_kanji s
	maiden_name s
	metadata ms~
	nationality s
	person_token s
	phone s
	political_exposure e13
	registered_address o
		city s100
		country s
		line1 s200
		line2 s200
		postal_code s
		state s
	relationship o
		authorizer b
		director b
		executive b
		legal_guardian b
		owner b
		percent_ownership n~
		representative b
		title s
	ssn_last_4 s
	us_cfpb_data o
		ethnicity_details o
			ethnicity ae22
			ethnicity_other s
		race_details o
			race ae23
			race_other s
		self_identified_gender s
	verification o
		additional_document o
			back s500
			front s500
		document o
			back s500
			front s500
DELETE /v1/accounts/{account}/persons/{person}
POST /v1/accounts/{account}/reject
	expand as
	reason s!
GET /v1/apple_pay/domains
	domain_name s
	ending_before s
	expand as
	limit i
	starting_after s
POST /v1/apple_pay/domains
	domain_name s!
	expand as
GET /v1/apple_pay/domains/{domain}
	expand as
DELETE /v1/apple_pay/domains/{domain}
GET /v1/application_fees
	charge s
	created oi
		gt i
		gte i
		lt i
		lte i
	ending_before s
	expand as
	limit i
	starting_after s
GET /v1/application_fees/{fee}/refunds/{id}
	expand as
POST /v1/application_fees/{fee}/refunds/{id}
	expand as
	metadata ms~
GET /v1/application_fees/{id}
	expand as
POST /v1/application_fees/{id}/refund
	amount i
	directive s
	expand as
GET /v1/application_fees/{id}/refunds
	ending_before s
	expand as
	limit i
	starting_after s
POST /v1/application_fees/{id}/refunds
	amount i
	expand as
	metadata ms
GET /v1/apps/secrets
	ending_before s
	expand as
	limit i
	scope o!
		type e24!
		user s
	starting_after s
POST /v1/apps/secrets
	expand as
	expires_at i
	name s!
	payload s!
	scope o!
		type e24!
		user s
POST /v1/apps/secrets/delete
	expand as
	name s!
	scope o!
		type e24!
		user s
GET /v1/apps/secrets/find
	expand as
	name s!
	scope o!
		type e24!
		user s
GET /v1/balance
	expand as
GET /v1/balance_transactions
	created oi
		gt i
		gte i
		lt i
		lte i
	currency s
	ending_before s
	expand as
	limit i
	payout s
	source s
	starting_after s
	type s
GET /v1/balance_transactions/{id}
	expand as
GET /v1/billing_portal/configurations
	active b
	ending_before s
	expand as
	is_default b
	limit i
	starting_after s
POST /v1/billing_portal/configurations
	business_profile o
		headline s60~
		privacy_policy_url s
		terms_of_service_url s
	default_return_url s~
	expand as
	features o!
		customer_update o
			allowed_updates ae25~
			enabled b!
		invoice_history o
			enabled b!
		payment_method_update o
			enabled b!
			payment_method_configuration s~
		subscription_cancel o
			cancellation_reason o
				enabled b!
				options ae26~!
			enabled b!
			mode e27
			proration_behavior e28
		subscription_update o
			billing_cycle_anchor e29
			default_allowed_updates ae30~
			enabled b!
			products ao~
				adjustable_quantity o
					enabled b!
					maximum i
					minimum i
				prices as!
				product s!
			proration_behavior e28
			schedule_at_period_end o
				conditions ao
					type e31!
			trial_update_behavior e32
	login_page o
		enabled b!
	metadata ms
	name s256~
GET /v1/billing_portal/configurations/{configuration}
	expand as
POST /v1/billing_portal/configurations/{configuration}
	active b
	business_profile o
		headline s60~
		privacy_policy_url s~
		terms_of_service_url s~
	default_return_url s~
	expand as
	features o
		customer_update o
			allowed_updates ae25~
			enabled b
		invoice_history o
			enabled b!
		payment_method_update o
			enabled b!
			payment_method_configuration s~
		subscription_cancel o
			cancellation_reason o
				enabled b!
				options ae26~
			enabled b
			mode e27
			proration_behavior e28
		subscription_update o
			billing_cycle_anchor e29
			default_allowed_updates ae30~
			enabled b
			products ao~
				adjustable_quantity o
					enabled b!
					maximum i
					minimum i
				prices as!
				product s!
			proration_behavior e28
			schedule_at_period_end o
				conditions ao~
					type e31!
			trial_update_behavior e32
	login_page o
		enabled b!
	metadata ms~
	name s256~
POST /v1/billing_portal/sessions
	configuration s
	customer s
	customer_account s
	expand as
	flow_data o
		after_completion o
			hosted_confirmation o
				custom_message s500
			redirect o
				return_url s!
			type e33!
		subscription_cancel o
			retention o
				coupon_offer o!
					coupon s!
				type e34!
			subscription s!
		subscription_update o
			subscription s!
		subscription_update_confirm o
			discounts ao
				coupon s
				promotion_code s
			items ao!
				id s!
				price s
				quantity i
			subscription s!
		type e35!
	locale e36
	on_behalf_of s
	return_url s
GET /v1/charges
	created oi
		gt i
		gte i
		lt i
		lte i
	customer s
	ending_before s
	expand as
	limit i
	payment_intent s
	starting_after s
	transfer_group s
POST /v1/charges
	amount i
	application_fee i
	application_fee_amount i
	capture b
	card os
		address_city s
		address_country s
		address_line1 s
		address_line2 s
		address_state s
		address_zip s
		cvc s
		exp_month i!
		exp_year i!
		metadata ms
		name s
		number s!
		object e37
	currency s
	customer s500
	description s40000
	destination os
		account s!
		amount i
	expand as
	metadata ms~
	on_behalf_of s
	radar_options o
		session s
	receipt_email s
	shipping o
		address o!
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
		carrier s
		name s!
		phone s
		tracking_number s
	source s
	statement_descriptor s22
	statement_descriptor_suffix s22
	transfer_data o
		amount i
		description s
		destination s!
	transfer_group s
GET /v1/charges/search
	expand as
	limit i
	page s
	query s!
GET /v1/charges/{charge}
	expand as
POST /v1/charges/{charge}
	customer s
	description s40000
	expand as
	fraud_details o
		user_report e38!
	metadata ms~
	receipt_email s
	shipping o
		address o!
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
		carrier s
		name s!
		phone s
		tracking_number s
	transfer_group s
POST /v1/charges/{charge}/capture
	amount i
	application_fee i
	application_fee_amount i
	expand as
	receipt_email s
	statement_descriptor s22
	statement_descriptor_suffix s22
	transfer_data o
		amount i
	transfer_group s
GET /v1/charges/{charge}/dispute
	expand as
POST /v1/charges/{charge}/dispute
	evidence o
		access_activity_log s20000
		billing_address s
		cancellation_policy s
		cancellation_policy_disclosure s20000
		cancellation_rebuttal s20000
		customer_communication s
		customer_email_address s
		customer_name s
		customer_purchase_ip s
		customer_signature s
		duplicate_charge_documentation s
		duplicate_charge_explanation s20000
		duplicate_charge_id s
		enhanced_evidence o~
			visa_compelling_evidence_3 o
				disputed_transaction o
					customer_account_id s~
					customer_device_fingerprint s~
					customer_device_id s~
					customer_email_address s~
					customer_purchase_ip s~
					merchandise_or_services e39
					product_description s~
					shipping_address o
						city s~
						country s~
						line1 s~
						line2 s~
						postal_code s~
						state s~
				prior_undisputed_transactions ao
					charge s!
					customer_account_id s~
					customer_device_fingerprint s~
					customer_device_id s~
					customer_email_address s~
					customer_purchase_ip s~
					product_description s~
					shipping_address o
						city s~
						country s~
						line1 s~
						line2 s~
						postal_code s~
						state s~
			visa_compliance o
				fee_acknowledged b
		product_description s20000
		receipt s
		refund_policy s
		refund_policy_disclosure s20000
		refund_refusal_explanation s20000
		service_date s
		service_documentation s
		shipping_address s
		shipping_carrier s
		shipping_date s
		shipping_documentation s
		shipping_tracking_number s
		uncategorized_file s
		uncategorized_text s20000
	expand as
	metadata ms~
	submit b
POST /v1/charges/{charge}/dispute/close
	expand as
POST /v1/charges/{charge}/refund
	amount i
	expand as
	instructions_email s
	metadata ms~
	payment_intent s
	reason e40
	refund_application_fee b
	reverse_transfer b
GET /v1/charges/{charge}/refunds
	ending_before s
	expand as
	limit i
	starting_after s
POST /v1/charges/{charge}/refunds
	amount i
	currency s
	customer s
	expand as
	instructions_email s
	metadata ms~
	origin e41
	payment_intent s
	reason e40
	refund_application_fee b
	reverse_transfer b
GET /v1/charges/{charge}/refunds/{refund}
	expand as
POST /v1/charges/{charge}/refunds/{refund}
	expand as
	metadata ms~
GET /v1/checkout/sessions
	created oi
		gt i
		gte i
		lt i
		lte i
	customer s
	customer_account s
	customer_details o
		email s!
	ending_before s
	expand as
	limit i
	payment_intent s
	payment_link s
	starting_after s
	status e42
	subscription s
POST /v1/checkout/sessions
	adaptive_pricing o
		enabled b
	after_expiration o
		recovery o
			allow_promotion_codes b
			enabled b!
	allow_promotion_codes b
	automatic_tax o
		enabled b!
		liability o
			account s
			type e43!
	billing_address_collection e44
	branding_settings o
		background_color s~
		border_style e45
		button_color s~
		display_name s
		font_family e46
		icon o
			file s
			type e47!
			url s
		logo o
			file s
			type e47!
			url s
	cancel_url s
	client_reference_id s200
	consent_collection o
		payment_method_reuse_agreement o
			position e48!
		promotions e49
		terms_of_service e50
	currency s
	custom_fields ao
		dropdown o
			default_value s100
			options ao!
				label s100!
				value s100!
		key s200!
		label o!
			type e51!
		numeric o
			default_value s255
			maximum_length i
			minimum_length i
		optional b
		text o
			default_value s255
			maximum_length i
			minimum_length i
		type e52!
	custom_text o
		after_submit o~
			message s1200!
		shipping_address o~
			message s1200!
		submit o~
			message s1200!
		terms_of_service_acceptance o~
			message s1200!
	customer s
	customer_account s
	customer_creation e53
	customer_email s
	customer_update o
		address e54
		name e54
		shipping e54
	discounts ao
		coupon s
		promotion_code s
	excluded_payment_method_types ae55
	expand as
	expires_at i
	integration_identifier s200
	invoice_creation o
		enabled b!
		invoice_data o
			account_tax_ids as~
			custom_fields ao~
				name s40!
				value s140!
			description s1500
			footer s
			issuer o
				account s
				type e43!
			metadata ms
			rendering_options o~
				amount_tax_display e56
				template s
	line_items ao
		adjustable_quantity o
			enabled b!
			maximum i
			minimum i
		dynamic_tax_rates as
		metadata ms
		price s
		price_data o
			currency s!
			product s
			product_data o
				description s40000
				images as
				metadata ms
				name s!
				tax_code s
				unit_label s12
			recurring o
				interval e57!
				interval_count i
			tax_behavior e58
			unit_amount i
			unit_amount_decimal s
		quantity i
		tax_rates as
	locale e59
	managed_payments o
		enabled b
	metadata ms
	mode e60
	name_collection o
		business o
			enabled b!
			optional b
		individual o
			enabled b!
			optional b
	optional_items ao
		adjustable_quantity o
			enabled b!
			maximum i
			minimum i
		price s!
		quantity i!
	origin_context e61
	payment_intent_data o
		application_fee_amount i
		capture_method e62
		description s1000
		metadata ms
		on_behalf_of s
		receipt_email s
		setup_future_usage e63
		shipping o
			address o!
				city s
				country s
				line1 s!
				line2 s
				postal_code s
				state s
			carrier s
			name s!
			phone s
			tracking_number s
		statement_descriptor s22
		statement_descriptor_suffix s22
		transfer_data o
			amount i
			destination s!
		transfer_group s
	payment_method_collection e53
	payment_method_configuration s100
	payment_method_data o
		allow_redisplay e64
	payment_method_options o
		card o
			capture_method e65
			installments o
				enabled b
			request_extended_authorization e66
			request_incremental_authorization e66
			request_multicapture e66
			request_overcapture e66
			request_three_d_secure e67
			restrictions o
				brands_blocked ae68
			setup_future_usage e63
			statement_descriptor_suffix_kana s22
			statement_descriptor_suffix_kanji s17
		cashapp o
			capture_method e65
			setup_future_usage e69
		demo_pay o
			setup_future_usage e70
		link o
			capture_method e65
			setup_future_usage e70
		us_bank_account o
			financial_connections o
				permissions ae71
				prefetch ae72
			setup_future_usage e69
			target_date s
			verification_method e73
	payment_method_types ae74
	permissions o
		update_shipping_details e75
	phone_number_collection o
		enabled b!
	redirect_on_completion e76
	return_url s
	saved_payment_method_options o
		allow_redisplay_filters ae64
		payment_method_remove e77
		payment_method_save e77
	setup_intent_data o
		description s1000
		metadata ms
		on_behalf_of s
	shipping_address_collection o
		allowed_countries ae78!
	shipping_options ao
		shipping_rate s
		shipping_rate_data o
			delivery_estimate o
				maximum o
					unit e79!
					value i!
				minimum o
					unit e79!
					value i!
			display_name s100!
			fixed_amount o
				amount i!
				currency s!
				currency_options mo
					amount i!
					tax_behavior e58
			metadata ms
			tax_behavior e58
			tax_code s
			type e80
	submit_type e81
	subscription_data o
		application_fee_percent n
		billing_cycle_anchor i
		billing_mode o
			flexible o
				proration_discounts e82
			type e83!
		default_tax_rates as
		description s500
		invoice_settings o
			issuer o
				account s
				type e43!
		metadata ms
		on_behalf_of s
		pending_invoice_item_interval o
			interval e57!
			interval_count i
		proration_behavior e84
		transfer_data o
			amount_percent n
			destination s!
		trial_end i
		trial_period_days i
		trial_settings o
			end_behavior o!
				missing_payment_method e85!
	success_url s
	tax_id_collection o
		enabled b!
		required e86
	ui_mode e87
	wallet_options o
		link o
			display e54
GET /v1/checkout/sessions/{session}
	expand as
POST /v1/checkout/sessions/{session}
	collected_information o
		shipping_details o
			address o!
				city s
				country s!
				line1 s!
				line2 s
				postal_code s
				state s
			name s255!
	expand as
	line_items ao
		adjustable_quantity o
			enabled b!
			maximum i
			minimum i
		id s
		metadata ms~
		price s
		price_data o
			currency s!
			product s
			product_data o
				description s40000
				images as
				metadata ms
				name s!
				tax_code s
				unit_label s12
			recurring o
				interval e57!
				interval_count i
			tax_behavior e58
			unit_amount i
			unit_amount_decimal s
		quantity i
		tax_rates as~
	metadata ms~
	shipping_options ao~
		shipping_rate s
		shipping_rate_data o
			delivery_estimate o
				maximum o
					unit e79!
					value i!
				minimum o
					unit e79!
					value i!
			display_name s100!
			fixed_amount o
				amount i!
				currency s!
				currency_options mo
					amount i!
					tax_behavior e58
			metadata ms
			tax_behavior e58
			tax_code s
			type e80
POST /v1/checkout/sessions/{session}/expire
	expand as
GET /v1/checkout/sessions/{session}/line_items
	ending_before s
	expand as
	limit i
	starting_after s
GET /v1/country_specs
	ending_before s
	expand as
	limit i
	starting_after s
GET /v1/country_specs/{country}
	expand as
GET /v1/coupons
	created oi
		gt i
		gte i
		lt i
		lte i
	ending_before s
	expand as
	limit i
	starting_after s
POST /v1/coupons
	amount_off i
	applies_to o
		products as
	currency s
	currency_options mo
		amount_off i!
	duration e88
	duration_in_months i
	expand as
	id s
	max_redemptions i
	metadata ms~
	name s40
	percent_off n
	redeem_by i
GET /v1/coupons/{coupon}
	expand as
POST /v1/coupons/{coupon}
	currency_options mo
		amount_off i!
	expand as
	metadata ms~
	name s40
DELETE /v1/coupons/{coupon}
GET /v1/credit_notes
	created oi
		gt i
		gte i
		lt i
		lte i
	customer s
	customer_account s
	ending_before s
	expand as
	invoice s
	limit i
	starting_after s
POST /v1/credit_notes
	amount i
	credit_amount i
	effective_at i
	email_type e89
	expand as
	invoice s!
	lines ao
		amount i
		description s
		invoice_line_item s
		metadata ms
		quantity i
		tax_amounts ao~
			amount i!
			tax_rate s!
			taxable_amount i!
		tax_rates as~
		type e90!
		unit_amount i
		unit_amount_decimal s
	memo s
	metadata ms
	out_of_band_amount i
	reason e91
	refund_amount i
	refunds ao
		amount_refunded i
		payment_record_refund o
			payment_record s!
			refund_group s!
		refund s
		type e92
	shipping_cost o
		shipping_rate s
GET /v1/credit_notes/preview
	amount i
	credit_amount i
	effective_at i
	email_type e89
	expand as
	invoice s!
	lines ao
		amount i
		description s
		invoice_line_item s
		metadata ms
		quantity i
		tax_amounts ao~
			amount i!
			tax_rate s!
			taxable_amount i!
		tax_rates as~
		type e90!
		unit_amount i
		unit_amount_decimal s
	memo s
	metadata ms
	out_of_band_amount i
	reason e91
	refund_amount i
	refunds ao
		amount_refunded i
		payment_record_refund o
			payment_record s!
			refund_group s!
		refund s
		type e92
	shipping_cost o
		shipping_rate s
GET /v1/credit_notes/preview/lines
	amount i
	credit_amount i
	effective_at i
	email_type e89
	ending_before s
	expand as
	invoice s!
	limit i
	lines ao
		amount i
		description s
		invoice_line_item s
		metadata ms
		quantity i
		tax_amounts ao~
			amount i!
			tax_rate s!
			taxable_amount i!
		tax_rates as~
		type e90!
		unit_amount i
		unit_amount_decimal s
	memo s
	metadata ms
	out_of_band_amount i
	reason e91
	refund_amount i
	refunds ao
		amount_refunded i
		payment_record_refund o
			payment_record s!
			refund_group s!
		refund s
		type e92
	shipping_cost o
		shipping_rate s
	starting_after s
GET /v1/credit_notes/{credit_note}/lines
	ending_before s
	expand as
	limit i
	starting_after s
GET /v1/credit_notes/{id}
	expand as
POST /v1/credit_notes/{id}
	expand as
	memo s
	metadata ms
POST /v1/credit_notes/{id}/void
	expand as
POST /v1/customer_sessions
	components o!
		buy_button o
			enabled b!
		customer_sheet o
			enabled b!
			features o
				payment_method_allow_redisplay_filters ae64
				payment_method_remove e77
		mobile_payment_element o
			enabled b!
			features o
				payment_method_allow_redisplay_filters ae64
				payment_method_redisplay e77
				payment_method_remove e77
				payment_method_save e77
				payment_method_save_allow_redisplay_override e64
		payment_element o
			enabled b!
			features o
				payment_method_allow_redisplay_filters ae64
				payment_method_redisplay e77
				payment_method_redisplay_limit i
				payment_method_remove e77
				payment_method_save e77
				payment_method_save_usage e63
		pricing_table o
			enabled b!
	customer s
	customer_account s
	expand as
GET /v1/customers
	created oi
		gt i
		gte i
		lt i
		lte i
	email s512
	ending_before s
	expand as
	limit i
	starting_after s
	test_clock s
POST /v1/customers
	address o~
		city s
		country s
		line1 s
		line2 s
		postal_code s
		state s
	balance i
	business_name s150~
	cash_balance o
		settings o
			reconciliation_mode e93
	description s
	email s512
	expand as
	individual_name s150~
	invoice_prefix s
	invoice_settings o
		custom_fields ao~
			name s40!
			value s140!
		default_payment_method s
		footer s
		rendering_options o~
			amount_tax_display e56
			template s
	metadata ms~
	name s256
	next_invoice_sequence i
	payment_method s
	phone s20
	preferred_locales as
	shipping o~
		address o!
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
		name s!
		phone s
	source s
	tax o
		ip_address s~
		validate_location e94
	tax_exempt e95
	tax_id_data ao
		type e96!
		value s!
	test_clock s
GET /v1/customers/search
	expand as
	limit i
	page s
	query s!
GET /v1/customers/{customer}
	expand as
POST /v1/customers/{customer}
	address o~
		city s
		country s
		line1 s
		line2 s
		postal_code s
		state s
	balance i
	bank_account os
		account_holder_name s
		account_holder_type e3
		account_number s!
		country s!
		currency s
		object e5
		routing_number s
	business_name s150~
	card os
		address_city s
		address_country s
		address_line1 s
		address_line2 s
		address_state s
		address_zip s
		cvc s
		exp_month i!
		exp_year i!
		metadata ms
		name s
		number s!
		object e37
	cash_balance o
		settings o
			reconciliation_mode e93
	default_alipay_account s500
	default_bank_account s500
	default_card s500
	default_source s500
	description s
	email s512
	expand as
	individual_name s150~
	invoice_prefix s
	invoice_settings o
		custom_fields ao~
			name s40!
			value s140!
		default_payment_method s
		footer s
		rendering_options o~
			amount_tax_display e56
			template s
	metadata ms~
	name s256
	next_invoice_sequence i
	phone s20
	preferred_locales as
	shipping o~
		address o!
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
		name s!
		phone s
	source s
	tax o
		ip_address s~
		validate_location e97
	tax_exempt e95
DELETE /v1/customers/{customer}
GET /v1/customers/{customer}/balance_transactions
	created oi
		gt i
		gte i
		lt i
		lte i
	ending_before s
	expand as
	invoice s
	limit i
	starting_after s
POST /v1/customers/{customer}/balance_transactions
	amount i!
	currency s!
	description s350
	expand as
	metadata ms~
GET /v1/customers/{customer}/balance_transactions/{transaction}
	expand as
POST /v1/customers/{customer}/balance_transactions/{transaction}
	description s350
	expand as
	metadata ms~
GET /v1/customers/{customer}/bank_accounts
	ending_before s
	expand as
	limit i
	starting_after s
POST /v1/customers/{customer}/bank_accounts
	alipay_account s
	bank_account os
		account_holder_name s
		account_holder_type e3
		account_number s!
		country s!
		currency s
		object e5
		routing_number s
	card os
		address_city s
		address_country s
		address_line1 s
		address_line2 s
		address_state s
		address_zip s
		cvc s
		exp_month i!
		exp_year i!
		metadata ms
		name s
		number s!
		object e37
	expand as
	metadata ms
	source s
GET /v1/customers/{customer}/bank_accounts/{id}
	expand as
POST /v1/customers/{customer}/bank_accounts/{id}
	account_holder_name s
	account_holder_type e3
	address_city s
	address_country s
	address_line1 s
	address_line2 s
	address_state s
	address_zip s
	exp_month s
	exp_year s
	expand as
	metadata ms~
	name s
	owner o
		address o
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
		email s
		name s
		phone s
DELETE /v1/customers/{customer}/bank_accounts/{id}
	expand as
POST /v1/customers/{customer}/bank_accounts/{id}/verify
	amounts ai
	expand as
GET /v1/customers/{customer}/cards
	ending_before s
	expand as
	limit i
	starting_after s
POST /v1/customers/{customer}/cards
	alipay_account s
	bank_account os
		account_holder_name s
		account_holder_type e3
		account_number s!
		country s!
		currency s
		object e5
		routing_number s
	card os
		address_city s
		address_country s
		address_line1 s
		address_line2 s
		address_state s
		address_zip s
		cvc s
		exp_month i!
		exp_year i!
		metadata ms
		name s
		number s!
		object e37
	expand as
	metadata ms
	source s
GET /v1/customers/{customer}/cards/{id}
	expand as
POST /v1/customers/{customer}/cards/{id}
	account_holder_name s
	account_holder_type e3
	address_city s
	address_country s
	address_line1 s
	address_line2 s
	address_state s
	address_zip s
	exp_month s
	exp_year s
	expand as
	metadata ms~
	name s
	owner o
		address o
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
		email s
		name s
		phone s
DELETE /v1/customers/{customer}/cards/{id}
	expand as
GET /v1/customers/{customer}/cash_balance
	expand as
POST /v1/customers/{customer}/cash_balance
	expand as
	settings o
		reconciliation_mode e93
GET /v1/customers/{customer}/cash_balance_transactions
	ending_before s
	expand as
	limit i
	starting_after s
GET /v1/customers/{customer}/cash_balance_transactions/{transaction}
	expand as
DELETE /v1/customers/{customer}/discount
POST /v1/customers/{customer}/funding_instructions
	bank_transfer o!
		eu_bank_transfer o
			country s!
		requested_address_types ae98
		type e99!
	currency s!
	expand as
	funding_type e100!
GET /v1/customers/{customer}/payment_methods
	allow_redisplay e64
	ending_before s
	expand as
	limit i
	starting_after s
	type e101
GET /v1/customers/{customer}/payment_methods/{payment_method}
	expand as
GET /v1/customers/{customer}/sources
	ending_before s
	expand as
	limit i
	object s
	starting_after s
POST /v1/customers/{customer}/sources
	alipay_account s
	bank_account os
		account_holder_name s
		account_holder_type e3
		account_number s!
		country s!
		currency s
		object e5
		routing_number s
	card os
		address_city s
		address_country s
		address_line1 s
		address_line2 s
		address_state s
		address_zip s
		cvc s
		exp_month i!
		exp_year i!
		metadata ms
		name s
		number s!
		object e37
	expand as
	metadata ms
	source s
GET /v1/customers/{customer}/sources/{id}
	expand as
POST /v1/customers/{customer}/sources/{id}
	account_holder_name s
	account_holder_type e3
	address_city s
	address_country s
	address_line1 s
	address_line2 s
	address_state s
	address_zip s
	exp_month s
	exp_year s
	expand as
	metadata ms~
	name s
	owner o
		address o
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
		email s
		name s
		phone s
DELETE /v1/customers/{customer}/sources/{id}
	expand as
POST /v1/customers/{customer}/sources/{id}/verify
	amounts ai
	expand as
GET /v1/customers/{customer}/subscriptions
	ending_before s
	expand as
	limit i
	starting_after s
POST /v1/customers/{customer}/subscriptions
	add_invoice_items ao
		discountable b
		discounts ao
			coupon s
			discount s
			promotion_code s
		metadata ms
		period o
			end o!
				timestamp i
				type e102!
			start o!
				timestamp i
				type e103!
		price s
		price_data o
			currency s!
			product s!
			tax_behavior e58
			unit_amount i
			unit_amount_decimal s
		quantity i
		tax_rates as~
	application_fee_percent n~
	automatic_tax o
		enabled b!
		liability o
			account s
			type e43!
	backdate_start_date i
	billing_cycle_anchor i
	billing_thresholds o~
		amount_gte i
		reset_billing_cycle_anchor b
	cancel_at ie104
	cancel_at_period_end b
	collection_method e105
	currency s
	days_until_due i
	default_payment_method s
	default_source s
	default_tax_rates as~
	discounts ao~
		coupon s
		discount s
		promotion_code s
	expand as
	invoice_settings o
		account_tax_ids as~
		issuer o
			account s
			type e43!
	items ao
		billing_thresholds o~
			usage_gte i!
		discounts ao~
			coupon s
			discount s
			promotion_code s
		metadata ms
		price s
		price_data o
			currency s!
			product s!
			recurring o!
				interval e57!
				interval_count i
			tax_behavior e58
			unit_amount i
			unit_amount_decimal s
		quantity i
		tax_rates as~
	metadata ms~
	off_session b
	payment_behavior e106
	payment_settings o
		payment_method_options o
			card o~
				mandate_options o
					amount i
					amount_type e107
					description s200
				network e108
				request_three_d_secure e67
			us_bank_account o~
				financial_connections o
					filters o
						account_subcategories ae109
					permissions ae71
					prefetch ae72
				verification_method e110
		payment_method_types ae111~
		save_default_payment_method e112
	pending_invoice_item_interval o~
		interval e57!
		interval_count i
	proration_behavior e28
	transfer_data o
		amount_percent n
		destination s!
	trial_end e113i
	trial_from_plan b
	trial_period_days i
	trial_settings o
		end_behavior o!
			missing_payment_method e85!
GET /v1/customers/{customer}/subscriptions/{subscription_exposed_id}
	expand as
POST /v1/customers/{customer}/subscriptions/{subscription_exposed_id}
	add_invoice_items ao
		discountable b
		discounts ao
			coupon s
			discount s
			promotion_code s
		metadata ms
		period o
			end o!
				timestamp i
				type e102!
			start o!
				timestamp i
				type e103!
		price s
		price_data o
			currency s!
			product s!
			tax_behavior e58
			unit_amount i
			unit_amount_decimal s
		quantity i
		tax_rates as~
	application_fee_percent n~
	automatic_tax o
		enabled b!
		liability o
			account s
			type e43!
	billing_cycle_anchor e29
	billing_thresholds o~
		amount_gte i
		reset_billing_cycle_anchor b
	cancel_at ie104~
	cancel_at_period_end b
	cancellation_details o
		comment s~
		feedback e114
	collection_method e105
	days_until_due i
	default_payment_method s
	default_source s~
	default_tax_rates as~
	discounts ao~
		coupon s
		discount s
		promotion_code s
	expand as
	invoice_settings o
		account_tax_ids as~
		issuer o
			account s
			type e43!
	items ao
		billing_thresholds o~
			usage_gte i!
		clear_usage b
		deleted b
		discounts ao~
			coupon s
			discount s
			promotion_code s
		id s
		metadata ms~
		price s
		price_data o
			currency s!
			product s!
			recurring o!
				interval e57!
				interval_count i
			tax_behavior e58
			unit_amount i
			unit_amount_decimal s
		quantity i
		tax_rates as~
	metadata ms~
	off_session b
	pause_collection o~
		behavior e115!
		resumes_at i
	payment_behavior e106
	payment_settings o
		payment_method_options o
			card o~
				mandate_options o
					amount i
					amount_type e107
					description s200
				network e108
				request_three_d_secure e67
			us_bank_account o~
				financial_connections o
					filters o
						account_subcategories ae109
					permissions ae71
					prefetch ae72
				verification_method e110
		payment_method_types ae111~
		save_default_payment_method e112
	pending_invoice_item_interval o~
		interval e57!
		interval_count i
	proration_behavior e28
	proration_date i
	transfer_data o~
		amount_percent n
		destination s!
	trial_end e113i
	trial_from_plan b
	trial_settings o
		end_behavior o!
			missing_payment_method e85!
DELETE /v1/customers/{customer}/subscriptions/{subscription_exposed_id}
	expand as
	invoice_now b
	prorate b
GET /v1/customers/{customer}/tax_ids
	ending_before s
	expand as
	limit i
	starting_after s
POST /v1/customers/{customer}/tax_ids
	expand as
	type e96!
	value s!
GET /v1/customers/{customer}/tax_ids/{id}
	expand as
DELETE /v1/customers/{customer}/tax_ids/{id}
GET /v1/disputes
	charge s
	created oi
		gt i
		gte i
		lt i
		lte i
	ending_before s
	expand as
	limit i
	payment_intent s
	starting_after s
GET /v1/disputes/{dispute}
	expand as
POST /v1/disputes/{dispute}
	evidence o
		access_activity_log s20000
		billing_address s
		cancellation_policy s
		cancellation_policy_disclosure s20000
		cancellation_rebuttal s20000
		customer_communication s
		customer_email_address s
		customer_name s
		customer_purchase_ip s
		customer_signature s
		duplicate_charge_documentation s
		duplicate_charge_explanation s20000
		duplicate_charge_id s
		enhanced_evidence o~
			visa_compelling_evidence_3 o
				disputed_transaction o
					customer_account_id s~
					customer_device_fingerprint s~
					customer_device_id s~
					customer_email_address s~
					customer_purchase_ip s~
					merchandise_or_services e39
					product_description s~
					shipping_address o
						city s~
						country s~
						line1 s~
						line2 s~
						postal_code s~
						state s~
				prior_undisputed_transactions ao
					charge s!
					customer_account_id s~
					customer_device_fingerprint s~
					customer_device_id s~
					customer_email_address s~
					customer_purchase_ip s~
					product_description s~
					shipping_address o
						city s~
						country s~
						line1 s~
						line2 s~
						postal_code s~
						state s~
			visa_compliance o
				fee_acknowledged b
		product_description s20000
		receipt s
		refund_policy s
		refund_policy_disclosure s20000
		refund_refusal_explanation s20000
		service_date s
		service_documentation s
		shipping_address s
		shipping_carrier s
		shipping_date s
		shipping_documentation s
		shipping_tracking_number s
		uncategorized_file s
		uncategorized_text s20000
	expand as
	metadata ms~
	submit b
POST /v1/disputes/{dispute}/close
	expand as
POST /v1/ephemeral_keys
	customer s
	expand as
	issuing_card s
	nonce s
	verification_session s
DELETE /v1/ephemeral_keys/{key}
	expand as
GET /v1/events
	created oi
		gt i
		gte i
		lt i
		lte i
	delivery_success b
	ending_before s
	expand as
	limit i
	starting_after s
	type s
	types as
GET /v1/events/{id}
	expand as
GET /v1/exchange_rates
	ending_before s
	expand as
	limit i
	starting_after s
GET /v1/exchange_rates/{rate_id}
	expand as
GET /v1/file_links
	created oi
		gt i
		gte i
		lt i
		lte i
	ending_before s
	expand as
	expired b
	file s
	limit i
	starting_after s
POST /v1/file_links
	expand as
	expires_at i
	file s!
	metadata ms~
GET /v1/file_links/{link}
	expand as
POST /v1/file_links/{link}
	expand as
	expires_at e113i~
	metadata ms~
GET /v1/files
	created oi
		gt i
		gte i
		lt i
		lte i
	ending_before s
	expand as
	limit i
	purpose e116
	starting_after s
POST /v1/files
	expand as
	file s!
	file_link_data o
		create b!
		expires_at i
		metadata ms~
	purpose e117!
GET /v1/invoice_payments
	created oi
		gt i
		gte i
		lt i
		lte i
	ending_before s
	expand as
	invoice s
	limit i
	payment o
		payment_intent s
		payment_record s
		type e118!
	starting_after s
	status e119
GET /v1/invoice_payments/{invoice_payment}
	expand as
GET /v1/invoiceitems
	created oi
		gt i
		gte i
		lt i
		lte i
	customer s
	customer_account s
	ending_before s
	expand as
	invoice s
	limit i
	pending b
	starting_after s
POST /v1/invoiceitems
	amount i
	currency s
	customer s
	customer_account s
	description s
	discountable b
	discounts ao~
		coupon s
		discount s
		promotion_code s
	expand as
	invoice s
	metadata ms~
	period o
		end i!
		start i!
	price_data o
		currency s!
		product s!
		tax_behavior e58
		unit_amount i
		unit_amount_decimal s
	pricing o
		price s
	quantity i
	quantity_decimal s
	subscription s
	tax_behavior e58
	tax_code s~
	tax_rates as
	unit_amount_decimal s
GET /v1/invoiceitems/{invoiceitem}
	expand as
POST /v1/invoiceitems/{invoiceitem}
	amount i
	description s
	discountable b
	discounts ao~
		coupon s
		discount s
		promotion_code s
	expand as
	metadata ms~
	period o
		end i!
		start i!
	price_data o
		currency s!
		product s!
		tax_behavior e58
		unit_amount i
		unit_amount_decimal s
	pricing o
		price s
	quantity i
	quantity_decimal s
	tax_behavior e58
	tax_code s~
	tax_rates as~
	unit_amount_decimal s
DELETE /v1/invoiceitems/{invoiceitem}
GET /v1/invoices
	collection_method e105
	created oi
		gt i
		gte i
		lt i
		lte i
	customer s
	customer_account s
	due_date oi
		gt i
		gte i
		lt i
		lte i
	ending_before s
	expand as
	limit i
	starting_after s
	status e120
	subscription s
POST /v1/invoices
	account_tax_ids as~
	application_fee_amount i
	auto_advance b
	automatic_tax o
		enabled b!
		liability o
			account s
			type e43!
	automatically_finalizes_at i
	collection_method e105
	currency s
	custom_fields ao~
		name s40!
		value s140!
	customer s
	customer_account s
	days_until_due i
	default_payment_method s
	default_source s
	default_tax_rates as
	description s1500
	discounts ao~
		coupon s
		discount s
		promotion_code s
	due_date i
	effective_at i
	expand as
	footer s
	from_invoice o
		action e121!
		invoice s!
	issuer o
		account s
		type e43!
	metadata ms~
	number s26
	on_behalf_of s
	payment_settings o
		default_mandate s~
		payment_method_options o
			card o~
				installments o
					enabled b
					plan o~
						count i
						interval e122
						type e123!
				request_three_d_secure e67
			us_bank_account o~
				financial_connections o
					filters o
						account_subcategories ae109
					permissions ae71
					prefetch ae72
				verification_method e110
		payment_method_types ae111~
	pending_invoice_items_behavior e124
	rendering o
		amount_tax_display e56
		pdf o
			page_size e125
		template s
		template_version i~
	shipping_cost o
		shipping_rate s
		shipping_rate_data o
			delivery_estimate o
				maximum o
					unit e79!
					value i!
				minimum o
					unit e79!
					value i!
			display_name s100!
			fixed_amount o
				amount i!
				currency s!
				currency_options mo
					amount i!
					tax_behavior e58
			metadata ms
			tax_behavior e58
			tax_code s
			type e80
	shipping_details o
		address o!
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
		name s!
		phone s~
	statement_descriptor s22
	subscription s
	transfer_data o
		amount i
		destination s!
POST /v1/invoices/create_preview
	automatic_tax o
		enabled b!
		liability o
			account s
			type e43!
	currency s
	customer s
	customer_account s
	customer_details o
		address o~
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
		shipping o~
			address o!
				city s
				country s
				line1 s
				line2 s
				postal_code s
				state s
			name s!
			phone s
		tax o
			ip_address s~
		tax_exempt e95
		tax_ids ao
			type e96!
			value s!
	discounts ao~
		coupon s
		discount s
		promotion_code s
	expand as
	invoice_items ao
		amount i
		currency s
		description s
		discountable b
		discounts ao~
			coupon s
			discount s
			promotion_code s
		invoiceitem s
		metadata ms~
		period o
			end i!
			start i!
		price s
		price_data o
			currency s!
			product s!
			tax_behavior e58
			unit_amount i
			unit_amount_decimal s
		quantity i
		quantity_decimal s
		tax_behavior e58
		tax_code s~
		tax_rates as~
		unit_amount i
		unit_amount_decimal s
	issuer o
		account s
		type e43!
	on_behalf_of s~
	preview_mode e126
	schedule s
	schedule_details o
		billing_mode o
			flexible o
				proration_discounts e82
			type e83!
		end_behavior e127
		phases ao
			add_invoice_items ao
				discountable b
				discounts ao
					coupon s
					discount s
					promotion_code s
				metadata ms
				period o
					end o!
						timestamp i
						type e128!
					start o!
						timestamp i
						type e129!
				price s
				price_data o
					currency s!
					product s!
					tax_behavior e58
					unit_amount i
					unit_amount_decimal s
				quantity i
				tax_rates as~
			application_fee_percent n
			automatic_tax o
				enabled b!
				liability o
					account s
					type e43!
			billing_cycle_anchor e130
			billing_thresholds o~
				amount_gte i
				reset_billing_cycle_anchor b
			collection_method e105
			default_payment_method s
			default_tax_rates as~
			description s500~
			discounts ao~
				coupon s
				discount s
				promotion_code s
			duration o
				interval e57!
				interval_count i
			end_date ie113
			invoice_settings o
				account_tax_ids as~
				days_until_due i
				issuer o
					account s
					type e43!
			items ao!
				billing_thresholds o~
					usage_gte i!
				discounts ao~
					coupon s
					discount s
					promotion_code s
				metadata ms
				price s
				price_data o
					currency s!
					product s!
					recurring o!
						interval e57!
						interval_count i
					tax_behavior e58
					unit_amount i
					unit_amount_decimal s
				quantity i
				tax_rates as~
			metadata ms
			on_behalf_of s
			proration_behavior e28
			start_date ie113
			transfer_data o
				amount_percent n
				destination s!
			trial b
			trial_end ie113
		proration_behavior e28
	subscription s
	subscription_details o
		billing_cycle_anchor e29i
		billing_mode o
			flexible o
				proration_discounts e82
			type e83!
		billing_schedules ao~
			applies_to ao
				price s
				type e131!
			bill_until o
				duration o
					interval e57!
					interval_count i
				timestamp i
				type e132!
			key s200
		cancel_at ie104~
		cancel_at_period_end b
		cancel_now b
		default_tax_rates as~
		items ao
			billing_thresholds o~
				usage_gte i!
			clear_usage b
			deleted b
			discounts ao~
				coupon s
				discount s
				promotion_code s
			id s
			metadata ms~
			price s
			price_data o
				currency s!
				product s!
				recurring o!
					interval e57!
					interval_count i
				tax_behavior e58
				unit_amount i
				unit_amount_decimal s
			quantity i
			tax_rates as~
		proration_behavior e28
		proration_date i
		resume_at e113
		start_date i
		trial_end e113i
GET /v1/invoices/search
	expand as
	limit i
	page s
	query s!
GET /v1/invoices/{invoice}
	expand as
POST /v1/invoices/{invoice}
	account_tax_ids as~
	application_fee_amount i
	auto_advance b
	automatic_tax o
		enabled b!
		liability o
			account s
			type e43!
	automatically_finalizes_at i
	collection_method e105
	custom_fields ao~
		name s40!
		value s140!
	days_until_due i
	default_payment_method s
	default_source s~
	default_tax_rates as~
	description s1500
	discounts ao~
		coupon s
		discount s
		promotion_code s
	due_date i
	effective_at i~
	expand as
	footer s
	issuer o
		account s
		type e43!
	metadata ms~
	number s26~
	on_behalf_of s~
	payment_settings o
		default_mandate s~
		payment_method_options o
			card o~
				installments o
					enabled b
					plan o~
						count i
						interval e122
						type e123!
				request_three_d_secure e67
			us_bank_account o~
				financial_connections o
					filters o
						account_subcategories ae109
					permissions ae71
					prefetch ae72
				verification_method e110
		payment_method_types ae111~
	rendering o
		amount_tax_display e56
		pdf o
			page_size e125
		template s
		template_version i~
	shipping_cost o~
		shipping_rate s
		shipping_rate_data o
			delivery_estimate o
				maximum o
					unit e79!
					value i!
				minimum o
					unit e79!
					value i!
			display_name s100!
			fixed_amount o
				amount i!
				currency s!
				currency_options mo
					amount i!
					tax_behavior e58
			metadata ms
			tax_behavior e58
			tax_code s
			type e80
	shipping_details o~
		address o!
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
		name s!
		phone s~
	statement_descriptor s22
	transfer_data o~
		amount i
		destination s!
DELETE /v1/invoices/{invoice}
POST /v1/invoices/{invoice}/finalize
	auto_advance b
	expand as
GET /v1/invoices/{invoice}/lines
	ending_before s
	expand as
	limit i
	starting_after s
POST /v1/invoices/{invoice}/lines/{line_item_id}
	amount i
	description s
	discountable b
	discounts ao~
		coupon s
		discount s
		promotion_code s
	expand as
	metadata ms~
	period o
		end i!
		start i!
	price_data o
		currency s!
		product s
		product_data o
			description s40000
			images as
			metadata ms
			name s!
			tax_code s
			unit_label s12
		tax_behavior e58
		unit_amount i
		unit_amount_decimal s
	pricing o
		price s
	quantity i
	quantity_decimal s
	tax_amounts ao~
		amount i!
		tax_rate_data o!
			country s
			description s
			display_name s100!
			inclusive b!
			jurisdiction s200
			jurisdiction_level e133
			percentage n!
			state s
			tax_type e134
		taxability_reason e135
		taxable_amount i!
	tax_rates as~
POST /v1/invoices/{invoice}/mark_uncollectible
	expand as
POST /v1/invoices/{invoice}/pay
	expand as
	forgive b
	mandate s~
	off_session b
	paid_out_of_band b
	payment_method s
	source s
POST /v1/invoices/{invoice}/send
	expand as
POST /v1/invoices/{invoice}/void
	expand as
GET /v1/mandates/{mandate}
	expand as
GET /v1/payment_intents
	created oi
		gt i
		gte i
		lt i
		lte i
	customer s
	customer_account s
	ending_before s
	expand as
	limit i
	starting_after s
POST /v1/payment_intents
	amount i!
	amount_details o
		discount_amount i~
		enforce_arithmetic_validation b
		line_items ao~
			discount_amount i
			payment_method_options o
				card o
					commodity_code s12
			product_code s12
			product_name s1024!
			quantity i!
			tax o
				total_tax_amount i!
			unit_cost i!
			unit_of_measure s12
		shipping o~
			amount i~
			from_postal_code s10~
			to_postal_code s10~
		tax o~
			total_tax_amount i!
	application_fee_amount i
	automatic_payment_methods o
		allow_redirects e136
		enabled b!
	capture_method e62
	confirm b
	confirmation_method e137
	confirmation_token s
	currency s!
	customer s
	customer_account s
	description s1000
	error_on_requires_action b
	excluded_payment_method_types ae55
	expand as
	hooks o
		inputs o
			tax o
				calculation s~!
	mandate s
	mandate_data o~
		customer_acceptance o!
			accepted_at i
			offline o
			online o
				ip_address s!
				user_agent s!
			type e138!
	metadata ms
	off_session be139
	on_behalf_of s
	payment_details o
		customer_reference s~
		order_reference s~
	payment_method s
	payment_method_configuration s100
	payment_method_data o
		allow_redisplay e64
		billing_details o
			address o~
				city s
				country s
				line1 s
				line2 s
				postal_code s
				state s
			email s~
			name s~
			phone s~
			tax_id s
		cashapp o
		link o
		metadata ms
		radar_options o
			session s
		type e140!
		us_bank_account o
			account_holder_type e3
			account_number s
			account_type e109
			financial_connections_account s
			routing_number s
	payment_method_options o
		card o~
			capture_method e141
			cvc_token s
			installments o
				enabled b
				plan o~
					count i
					interval e122
					type e123!
			mandate_options o
				amount i!
				amount_type e107!
				description s200
				end_date i
				interval e142!
				interval_count i
				reference s80!
				start_date i!
				supported_types ae143
			network e108
			request_extended_authorization e66
			request_incremental_authorization e66
			request_multicapture e66
			request_overcapture e66
			request_three_d_secure e67
			require_cvc_recollection b
			setup_future_usage e144
			statement_descriptor_suffix_kana s22~
			statement_descriptor_suffix_kanji s17~
			three_d_secure o
				ares_trans_status e145
				cryptogram s!
				electronic_commerce_indicator e146
				exemption_indicator e147
				network_options o
					cartes_bancaires o
						cb_avalgo e148!
						cb_exemption s4
						cb_score i
				requestor_challenge_indicator s2
				transaction_id s!
				version e149!
		cashapp o~
			capture_method e141
			setup_future_usage e144
		link o~
			capture_method e141
			setup_future_usage e150
		us_bank_account o~
			financial_connections o
				filters o
					account_subcategories ae109
				permissions ae71
				prefetch ae72
				return_url s
			mandate_options o
				collection_method e151
			networks o
				requested ae152
			setup_future_usage e144
			target_date s
			transaction_purpose e153
			verification_method e110
	payment_method_types as
	radar_options o
		session s
	receipt_email s
	return_url s
	setup_future_usage e63
	shipping o
		address o!
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
		carrier s
		name s!
		phone s
		tracking_number s
	statement_descriptor s22
	statement_descriptor_suffix s22
	transfer_data o
		amount i
		description s
		destination s!
		metadata ms~
		payment_data o
			description s
			metadata ms~
	transfer_group s
	use_stripe_sdk b
GET /v1/payment_intents/search
	expand as
	limit i
	page s
	query s!
GET /v1/payment_intents/{intent}
	client_secret s
	expand as
POST /v1/payment_intents/{intent}
	amount i
	amount_details o~
		discount_amount i~
		enforce_arithmetic_validation b
		line_items ao~
			discount_amount i
			payment_method_options o
				card o
					commodity_code s12
			product_code s12
			product_name s1024!
			quantity i!
			tax o
				total_tax_amount i!
			unit_cost i!
			unit_of_measure s12
		shipping o~
			amount i~
			from_postal_code s10~
			to_postal_code s10~
		tax o~
			total_tax_amount i!
	application_fee_amount i~
	capture_method e62
	currency s
	customer s
	customer_account s
	description s1000
	excluded_payment_method_types ae55~
	expand as
	hooks o
		inputs o
			tax o
				calculation s~!
	metadata ms~
	payment_details o~
		customer_reference s~
		order_reference s~
	payment_method s
	payment_method_configuration s100
	payment_method_data o
		allow_redisplay e64
		billing_details o
			address o~
				city s
				country s
				line1 s
				line2 s
				postal_code s
				state s
			email s~
			name s~
			phone s~
			tax_id s
		cashapp o
		link o
		metadata ms
		radar_options o
			session s
		type e140!
		us_bank_account o
			account_holder_type e3
			account_number s
			account_type e109
			financial_connections_account s
			routing_number s
	payment_method_options o
		card o~
			capture_method e141
			cvc_token s
			installments o
				enabled b
				plan o~
					count i
					interval e122
					type e123!
			mandate_options o
				amount i!
				amount_type e107!
				description s200
				end_date i
				interval e142!
				interval_count i
				reference s80!
				start_date i!
				supported_types ae143
			network e108
			request_extended_authorization e66
			request_incremental_authorization e66
			request_multicapture e66
			request_overcapture e66
			request_three_d_secure e67
			require_cvc_recollection b
			setup_future_usage e144
			statement_descriptor_suffix_kana s22~
			statement_descriptor_suffix_kanji s17~
			three_d_secure o
				ares_trans_status e145
				cryptogram s!
				electronic_commerce_indicator e146
				exemption_indicator e147
				network_options o
					cartes_bancaires o
						cb_avalgo e148!
						cb_exemption s4
						cb_score i
				requestor_challenge_indicator s2
				transaction_id s!
				version e149!
		cashapp o~
			capture_method e141
			setup_future_usage e144
		link o~
			capture_method e141
			setup_future_usage e150
		us_bank_account o~
			financial_connections o
				filters o
					account_subcategories ae109
				permissions ae71
				prefetch ae72
				return_url s
			mandate_options o
				collection_method e151
			networks o
				requested ae152
			setup_future_usage e144
			target_date s
			transaction_purpose e153
			verification_method e110
	payment_method_types as
	receipt_email s~
	setup_future_usage e154
	shipping o~
		address o!
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
		carrier s
		name s!
		phone s
		tracking_number s
	statement_descriptor s22
	statement_descriptor_suffix s22
	transfer_data o
		amount i
		description s
		metadata ms~
		payment_data o
			description s
			metadata ms~
	transfer_group s
POST /v1/payment_intents/{intent}/apply_customer_balance
	amount i
	currency s
	expand as
POST /v1/payment_intents/{intent}/cancel
	cancellation_reason e155
	expand as
POST /v1/payment_intents/{intent}/capture
	amount_details o
		discount_amount i~
		enforce_arithmetic_validation b
		line_items ao~
			discount_amount i
			payment_method_options o
				card o
					commodity_code s12
			product_code s12
			product_name s1024!
			quantity i!
			tax o
				total_tax_amount i!
			unit_cost i!
			unit_of_measure s12
		shipping o~
			amount i~
			from_postal_code s10~
			to_postal_code s10~
		tax o~
			total_tax_amount i!
	amount_to_capture i
	application_fee_amount i
	expand as
	final_capture b
	hooks o
		inputs o
			tax o
				calculation s~!
	metadata ms~
	payment_details o~
		customer_reference s~
		order_reference s~
	statement_descriptor s22
	statement_descriptor_suffix s22
	transfer_data o
		amount i
POST /v1/payment_intents/{intent}/confirm
	amount_details o~
		discount_amount i~
		enforce_arithmetic_validation b
		line_items ao~
			discount_amount i
			payment_method_options o
				card o
					commodity_code s12
			product_code s12
			product_name s1024!
			quantity i!
			tax o
				total_tax_amount i!
			unit_cost i!
			unit_of_measure s12
		shipping o~
			amount i~
			from_postal_code s10~
			to_postal_code s10~
		tax o~
			total_tax_amount i!
	amount_to_confirm i
	capture_method e62
	client_secret s
	confirmation_token s
	error_on_requires_action b
	excluded_payment_method_types ae55~
	expand as
	hooks o
		inputs o
			tax o
				calculation s~!
	mandate s
	mandate_data o~
		customer_acceptance o!
			online o!
				ip_address s
				user_agent s
			type e156!
	off_session be139
	payment_details o~
		customer_reference s~
		order_reference s~
	payment_method s
	payment_method_data o
		allow_redisplay e64
		billing_details o
			address o~
				city s
				country s
				line1 s
				line2 s
				postal_code s
				state s
			email s~
			name s~
			phone s~
			tax_id s
		cashapp o
		link o
		metadata ms
		radar_options o
			session s
		type e140!
		us_bank_account o
			account_holder_type e3
			account_number s
			account_type e109
			financial_connections_account s
			routing_number s
	payment_method_options o
		card o~
			capture_method e141
			cvc_token s
			installments o
				enabled b
				plan o~
					count i
					interval e122
					type e123!
			mandate_options o
				amount i!
				amount_type e107!
				description s200
				end_date i
				interval e142!
				interval_count i
				reference s80!
				start_date i!
				supported_types ae143
			network e108
			request_extended_authorization e66
			request_incremental_authorization e66
			request_multicapture e66
			request_overcapture e66
			request_three_d_secure e67
			require_cvc_recollection b
			setup_future_usage e144
			statement_descriptor_suffix_kana s22~
			statement_descriptor_suffix_kanji s17~
			three_d_secure o
				ares_trans_status e145
				cryptogram s!
				electronic_commerce_indicator e146
				exemption_indicator e147
				network_options o
					cartes_bancaires o
						cb_avalgo e148!
						cb_exemption s4
						cb_score i
				requestor_challenge_indicator s2
				transaction_id s!
				version e149!
		cashapp o~
			capture_method e141
			setup_future_usage e144
		link o~
			capture_method e141
			setup_future_usage e150
		us_bank_account o~
			financial_connections o
				filters o
					account_subcategories ae109
				permissions ae71
				prefetch ae72
				return_url s
			mandate_options o
				collection_method e151
			networks o
				requested ae152
			setup_future_usage e144
			target_date s
			transaction_purpose e153
			verification_method e110
	payment_method_types as
	radar_options o
		session s
	receipt_email s~
	return_url s
	setup_future_usage e154
	shipping o~
		address o!
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
		carrier s
		name s!
		phone s
		tracking_number s
	use_stripe_sdk b
POST /v1/payment_intents/{intent}/increment_authorization
	amount i!
	amount_details o
		discount_amount i~
		enforce_arithmetic_validation b
		line_items ao~
			discount_amount i
			payment_method_options o
				card o
					commodity_code s12
				card_present o
					commodity_code s12
				klarna o
					image_url s4096
					product_url s4096
					reference s255
					subscription_reference s255
				paypal o
					category e157
					description s127
					sold_by s127
			product_code s12
			product_name s1024!
			quantity i!
			tax o
				total_tax_amount i!
			unit_cost i!
			unit_of_measure s12
		shipping o~
			amount i~
			from_postal_code s10~
			to_postal_code s10~
		tax o~
			total_tax_amount i!
	application_fee_amount i
	description s1000
	expand as
	hooks o
		inputs o
			tax o
				calculation s~!
	metadata ms
	payment_details o
		customer_reference s~
		order_reference s~
	statement_descriptor s22
	transfer_data o
		amount i
POST /v1/payment_intents/{intent}/verify_microdeposits
	amounts ai
	client_secret s
	descriptor_code s
	expand as
GET /v1/payment_links
	active b
	ending_before s
	expand as
	limit i
	starting_after s
POST /v1/payment_links
	after_completion o
		hosted_confirmation o
			custom_message s500
		redirect o
			url s!
		type e158!
	allow_promotion_codes b
	application_fee_amount i
	application_fee_percent n
	automatic_tax o
		enabled b!
		liability o
			account s
			type e43!
	billing_address_collection e44
	consent_collection o
		payment_method_reuse_agreement o
			position e48!
		promotions e49
		terms_of_service e50
	currency s
	custom_fields ao
		dropdown o
			default_value s100
			options ao!
				label s100!
				value s100!
		key s200!
		label o!
			type e51!
		numeric o
			default_value s255
			maximum_length i
			minimum_length i
		optional b
		text o
			default_value s255
			maximum_length i
			minimum_length i
		type e52!
	custom_text o
		after_submit o~
			message s1200!
		shipping_address o~
			message s1200!
		submit o~
			message s1200!
		terms_of_service_acceptance o~
			message s1200!
	customer_creation e53
	expand as
	inactive_message s500
	invoice_creation o
		enabled b!
		invoice_data o
			account_tax_ids as~
			custom_fields ao~
				name s40!
				value s140!
			description s1500
			footer s
			issuer o
				account s
				type e43!
			metadata ms~
			rendering_options o~
				amount_tax_display e56
				template s
	line_items ao!
		adjustable_quantity o
			enabled b!
			maximum i
			minimum i
		price s
		price_data o
			currency s!
			product s
			product_data o
				description s40000
				images as
				metadata ms
				name s!
				tax_code s
				unit_label s12
			recurring o
				interval e57!
				interval_count i
			tax_behavior e58
			unit_amount i
			unit_amount_decimal s
		quantity i!
	managed_payments o
		enabled b
	metadata ms
	name_collection o
		business o
			enabled b!
			optional b
		individual o
			enabled b!
			optional b
	on_behalf_of s
	optional_items ao
		adjustable_quantity o
			enabled b!
			maximum i
			minimum i
		price s!
		quantity i!
	payment_intent_data o
		capture_method e62
		description s1000
		metadata ms
		setup_future_usage e63
		statement_descriptor s22
		statement_descriptor_suffix s22
		transfer_group s
	payment_method_collection e53
	payment_method_options o
		card o
			restrictions o
				brands_blocked ae68
	payment_method_types ae159
	phone_number_collection o
		enabled b!
	restrictions o
		completed_sessions o!
			limit i!
	shipping_address_collection o
		allowed_countries ae78!
	shipping_options ao
		shipping_rate s
	submit_type e81
	subscription_data o
		description s500
		invoice_settings o
			issuer o
				account s
				type e43!
		metadata ms
		trial_period_days i
		trial_settings o
			end_behavior o!
				missing_payment_method e85!
	tax_id_collection o
		enabled b!
		required e86
	transfer_data o
		amount i
		destination s!
GET /v1/payment_links/{payment_link}
	expand as
POST /v1/payment_links/{payment_link}
	active b
	after_completion o
		hosted_confirmation o
			custom_message s500
		redirect o
			url s!
		type e158!
	allow_promotion_codes b
	automatic_tax o
		enabled b!
		liability o
			account s
			type e43!
	billing_address_collection e44
	custom_fields ao~
		dropdown o
			default_value s100
			options ao!
				label s100!
				value s100!
		key s200!
		label o!
			type e51!
		numeric o
			default_value s255
			maximum_length i
			minimum_length i
		optional b
		text o
			default_value s255
			maximum_length i
			minimum_length i
		type e52!
	custom_text o
		after_submit o~
			message s1200!
		shipping_address o~
			message s1200!
		submit o~
			message s1200!
		terms_of_service_acceptance o~
			message s1200!
	customer_creation e53
	expand as
	inactive_message s500~
	invoice_creation o
		enabled b!
		invoice_data o
			account_tax_ids as~
			custom_fields ao~
				name s40!
				value s140!
			description s1500
			footer s
			issuer o
				account s
				type e43!
			metadata ms~
			rendering_options o~
				amount_tax_display e56
				template s
	line_items ao
		adjustable_quantity o
			enabled b!
			maximum i
			minimum i
		id s!
		quantity i
	metadata ms
	name_collection o~
		business o
			enabled b!
			optional b
		individual o
			enabled b!
			optional b
	optional_items ao~
		adjustable_quantity o
			enabled b!
			maximum i
			minimum i
		price s!
		quantity i!
	payment_intent_data o
		description s1000~
		metadata ms~
		statement_descriptor s22~
		statement_descriptor_suffix s22~
		transfer_group s~
	payment_method_collection e53
	payment_method_options o~
		card o~
			restrictions o~
				brands_blocked ae68~
	payment_method_types ae159~
	phone_number_collection o
		enabled b!
	restrictions o~
		completed_sessions o!
			limit i!
	shipping_address_collection o~
		allowed_countries ae78!
	submit_type e81
	subscription_data o
		invoice_settings o
			issuer o
				account s
				type e43!
		metadata ms~
		trial_period_days i~
		trial_settings o~
			end_behavior o!
				missing_payment_method e85!
	tax_id_collection o
		enabled b!
		required e86
GET /v1/payment_links/{payment_link}/line_items
	ending_before s
	expand as
	limit i
	starting_after s
GET /v1/payment_method_configurations
	active b
	application s100~
	ending_before s
	expand as
	limit i
	starting_after s
POST /v1/payment_method_configurations
	apple_pay o
		display_preference o
			preference e160
	apple_pay_later o
		display_preference o
			preference e160
	card o
		display_preference o
			preference e160
	cartes_bancaires o
		display_preference o
			preference e160
	cashapp o
		display_preference o
			preference e160
	expand as
	fr_meal_voucher_conecs o
		display_preference o
			preference e160
	google_pay o
		display_preference o
			preference e160
	jcb o
		display_preference o
			preference e160
	link o
		display_preference o
			preference e160
	name s100
	parent s100
	us_bank_account o
		display_preference o
			preference e160
GET /v1/payment_method_configurations/{configuration}
	expand as
POST /v1/payment_method_configurations/{configuration}
	active b
	apple_pay o
		display_preference o
			preference e160
	apple_pay_later o
		display_preference o
			preference e160
	card o
		display_preference o
			preference e160
	cartes_bancaires o
		display_preference o
			preference e160
	cashapp o
		display_preference o
			preference e160
	expand as
	fr_meal_voucher_conecs o
		display_preference o
			preference e160
	google_pay o
		display_preference o
			preference e160
	jcb o
		display_preference o
			preference e160
	link o
		display_preference o
			preference e160
	name s100
	us_bank_account o
		display_preference o
			preference e160
GET /v1/payment_method_domains
	domain_name s
	enabled b
	ending_before s
	expand as
	limit i
	starting_after s
POST /v1/payment_method_domains
	domain_name s!
	enabled b
	expand as
GET /v1/payment_method_domains/{payment_method_domain}
	expand as
POST /v1/payment_method_domains/{payment_method_domain}
	enabled b
	expand as
POST /v1/payment_method_domains/{payment_method_domain}/validate
	expand as
GET /v1/payment_methods
	allow_redisplay e64
	customer s
	customer_account s
	ending_before s
	expand as
	limit i
	starting_after s
	type e101
POST /v1/payment_methods
	allow_redisplay e64
	billing_details o
		address o~
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
		email s~
		name s~
		phone s~
		tax_id s
	card o
		cvc s
		exp_month i
		exp_year i
		networks o
			preferred e161
		number s
		token s
	cashapp o
	customer s
	expand as
	link o
	metadata ms
	payment_method s
	radar_options o
		session s
	type e101
	us_bank_account o
		account_holder_type e3
		account_number s
		account_type e109
		financial_connections_account s
		routing_number s
GET /v1/payment_methods/{payment_method}
	expand as
POST /v1/payment_methods/{payment_method}
	allow_redisplay e64
	billing_details o
		address o~
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
		email s~
		name s~
		phone s~
		tax_id s
	card o
		exp_month i
		exp_year i
		networks o
			preferred e162
	expand as
	metadata ms~
	us_bank_account o
		account_holder_type e3
		account_type e109
POST /v1/payment_methods/{payment_method}/attach
	customer s
	customer_account s
	expand as
POST /v1/payment_methods/{payment_method}/detach
	expand as
GET /v1/payouts
	arrival_date oi
		gt i
		gte i
		lt i
		lte i
	created oi
		gt i
		gte i
		lt i
		lte i
	destination s
	ending_before s
	expand as
	limit i
	starting_after s
	status s
POST /v1/payouts
	amount i!
	currency s!
	description s
	destination s
	expand as
	metadata ms
	method e163
	payout_method s
	source_type e164
	statement_descriptor s22
GET /v1/payouts/{payout}
	expand as
POST /v1/payouts/{payout}
	expand as
	metadata ms~
POST /v1/payouts/{payout}/cancel
	expand as
POST /v1/payouts/{payout}/reverse
	expand as
	metadata ms
GET /v1/plans
	active b
	created oi
		gt i
		gte i
		lt i
		lte i
	ending_before s
	expand as
	limit i
	product s
	starting_after s
POST /v1/plans
	active b
	amount i
	amount_decimal s
	billing_scheme e165
	currency s!
	expand as
	id s
	interval e57!
	interval_count i
	metadata ms~
	meter s
	nickname s
	product os
		active b
		id s
		metadata ms
		name s!
		statement_descriptor s22
		tax_code s
		unit_label s12
	tiers ao
		flat_amount i
		flat_amount_decimal s
		unit_amount i
		unit_amount_decimal s
		up_to e166i!
	tiers_mode e167
	transform_usage o
		divide_by i!
		round e168!
	trial_period_days i
	usage_type e169
GET /v1/plans/{plan}
	expand as
POST /v1/plans/{plan}
	active b
	expand as
	metadata ms~
	nickname s
	product s
	trial_period_days i
DELETE /v1/plans/{plan}
GET /v1/prices
	active b
	created oi
		gt i
		gte i
		lt i
		lte i
	currency s
	ending_before s
	expand as
	limit i
	lookup_keys as
	product s
	recurring o
		interval e57
		meter s
		usage_type e169
	starting_after s
	type e170
POST /v1/prices
	active b
	billing_scheme e165
	currency s!
	currency_options mo
		custom_unit_amount o
			enabled b!
			maximum i
			minimum i
			preset i
		tax_behavior e58
		tiers ao
			flat_amount i
			flat_amount_decimal s
			unit_amount i
			unit_amount_decimal s
			up_to e166i!
		unit_amount i
		unit_amount_decimal s
	custom_unit_amount o
		enabled b!
		maximum i
		minimum i
		preset i
	expand as
	lookup_key s200
	metadata ms
	nickname s
	product s
	product_data o
		active b
		id s
		metadata ms
		name s!
		statement_descriptor s22
		tax_code s
		unit_label s12
	recurring o
		interval e57!
		interval_count i
		meter s
		usage_type e169
	tax_behavior e58
	tiers ao
		flat_amount i
		flat_amount_decimal s
		unit_amount i
		unit_amount_decimal s
		up_to e166i!
	tiers_mode e167
	transfer_lookup_key b
	transform_quantity o
		divide_by i!
		round e168!
	unit_amount i
	unit_amount_decimal s
GET /v1/prices/search
	expand as
	limit i
	page s
	query s!
GET /v1/prices/{price}
	expand as
POST /v1/prices/{price}
	active b
	currency_options mo~
		custom_unit_amount o
			enabled b!
			maximum i
			minimum i
			preset i
		tax_behavior e58
		tiers ao
			flat_amount i
			flat_amount_decimal s
			unit_amount i
			unit_amount_decimal s
			up_to e166i!
		unit_amount i
		unit_amount_decimal s
	expand as
	lookup_key s200
	metadata ms~
	nickname s
	tax_behavior e58
	transfer_lookup_key b
GET /v1/products
	active b
	created oi
		gt i
		gte i
		lt i
		lte i
	ending_before s
	expand as
	ids as
	limit i
	shippable b
	starting_after s
	url s
POST /v1/products
	active b
	default_price_data o
		currency s!
		currency_options mo
			custom_unit_amount o
				enabled b!
				maximum i
				minimum i
				preset i
			tax_behavior e58
			tiers ao
				flat_amount i
				flat_amount_decimal s
				unit_amount i
				unit_amount_decimal s
				up_to e166i!
			unit_amount i
			unit_amount_decimal s
		custom_unit_amount o
			enabled b!
			maximum i
			minimum i
			preset i
		metadata ms
		recurring o
			interval e57!
			interval_count i
		tax_behavior e58
		unit_amount i
		unit_amount_decimal s
	description s40000
	expand as
	id s
	images as
	marketing_features ao
		name s!
	metadata ms
	name s!
	package_dimensions o
		height n!
		length n!
		weight n!
		width n!
	shippable b
	statement_descriptor s22
	tax_code s
	unit_label s12
	url s
GET /v1/products/search
	expand as
	limit i
	page s
	query s!
GET /v1/products/{id}
	expand as
POST /v1/products/{id}
	active b
	default_price s
	description s40000~
	expand as
	images as~
	marketing_features ao~
		name s!
	metadata ms~
	name s
	package_dimensions o~
		height n!
		length n!
		weight n!
		width n!
	shippable b
	statement_descriptor s22
	tax_code s~
	unit_label s12~
	url s~
DELETE /v1/products/{id}
GET /v1/promotion_codes
	active b
	code s
	coupon s
	created oi
		gt i
		gte i
		lt i
		lte i
	customer s
	customer_account s
	ending_before s
	expand as
	limit i
	starting_after s
POST /v1/promotion_codes
	active b
	code s500
	customer s
	customer_account s
	expand as
	expires_at i
	max_redemptions i
	metadata ms
	promotion o!
		coupon s
		type e171!
	restrictions o
		currency_options mo
			minimum_amount i
		first_time_transaction b
		minimum_amount i
		minimum_amount_currency s
GET /v1/promotion_codes/{promotion_code}
	expand as
POST /v1/promotion_codes/{promotion_code}
	active b
	expand as
	metadata ms~
	restrictions o
		currency_options mo
			minimum_amount i
GET /v1/quotes
	customer s
	customer_account s
	ending_before s
	expand as
	limit i
	starting_after s
	status e172
	test_clock s
POST /v1/quotes
	application_fee_amount i~
	application_fee_percent n~
	automatic_tax o
		enabled b!
		liability o
			account s
			type e43!
	collection_method e105
	customer s
	customer_account s
	default_tax_rates as~
	description s500~
	discounts ao~
		coupon s
		discount s
		promotion_code s
	expand as
	expires_at i
	footer s500~
	from_quote o
		is_revision b
		quote s!
	header s50~
	invoice_settings o
		days_until_due i
		issuer o
			account s
			type e43!
	line_items ao
		discounts ao~
			coupon s
			discount s
			promotion_code s
		price s
		price_data o
			currency s!
			product s!
			recurring o
				interval e57!
				interval_count i
			tax_behavior e58
			unit_amount i
			unit_amount_decimal s
		quantity i
		tax_rates as~
	metadata ms
	on_behalf_of s~
	subscription_data o
		billing_mode o
			flexible o
				proration_discounts e82
			type e83!
		description s500
		effective_date e173i~
		metadata ms
		trial_period_days i~
	test_clock s
	transfer_data o~
		amount i
		amount_percent n
		destination s!
GET /v1/quotes/{quote}
	expand as
POST /v1/quotes/{quote}
	application_fee_amount i~
	application_fee_percent n~
	automatic_tax o
		enabled b!
		liability o
			account s
			type e43!
	collection_method e105
	customer s
	customer_account s
	default_tax_rates as~
	description s500~
	discounts ao~
		coupon s
		discount s
		promotion_code s
	expand as
	expires_at i
	footer s500~
	header s50~
	invoice_settings o
		days_until_due i
		issuer o
			account s
			type e43!
	line_items ao
		discounts ao~
			coupon s
			discount s
			promotion_code s
		id s
		price s
		price_data o
			currency s!
			product s!
			recurring o
				interval e57!
				interval_count i
			tax_behavior e58
			unit_amount i
			unit_amount_decimal s
		quantity i
		tax_rates as~
	metadata ms
	on_behalf_of s~
	subscription_data o
		description s500~
		effective_date e173i~
		metadata ms
		trial_period_days i~
	transfer_data o~
		amount i
		amount_percent n
		destination s!
POST /v1/quotes/{quote}/accept
	expand as
POST /v1/quotes/{quote}/cancel
	expand as
GET /v1/quotes/{quote}/computed_upfront_line_items
	ending_before s
	expand as
	limit i
	starting_after s
POST /v1/quotes/{quote}/finalize
	expand as
	expires_at i
GET /v1/quotes/{quote}/line_items
	ending_before s
	expand as
	limit i
	starting_after s
GET /v1/quotes/{quote}/pdf
	expand as
GET /v1/radar/early_fraud_warnings
	charge s
	created oi
		gt i
		gte i
		lt i
		lte i
	ending_before s
	expand as
	limit i
	payment_intent s
	starting_after s
GET /v1/radar/early_fraud_warnings/{early_fraud_warning}
	expand as
GET /v1/radar/value_list_items
	created oi
		gt i
		gte i
		lt i
		lte i
	ending_before s
	expand as
	limit i
	starting_after s
	value s800
	value_list s!
POST /v1/radar/value_list_items
	expand as
	value s800!
	value_list s!
GET /v1/radar/value_list_items/{item}
	expand as
DELETE /v1/radar/value_list_items/{item}
GET /v1/radar/value_lists
	alias s100
	contains s800
	created oi
		gt i
		gte i
		lt i
		lte i
	ending_before s
	expand as
	limit i
	starting_after s
POST /v1/radar/value_lists
	alias s100!
	expand as
	item_type e174
	metadata ms
	name s100!
GET /v1/radar/value_lists/{value_list}
	expand as
POST /v1/radar/value_lists/{value_list}
	alias s100
	expand as
	metadata ms
	name s100
DELETE /v1/radar/value_lists/{value_list}
GET /v1/refunds
	charge s
	created oi
		gt i
		gte i
		lt i
		lte i
	ending_before s
	expand as
	limit i
	payment_intent s
	starting_after s
POST /v1/refunds
	amount i
	charge s
	currency s
	customer s
	expand as
	instructions_email s
	metadata ms~
	origin e41
	payment_intent s
	reason e40
	refund_application_fee b
	reverse_transfer b
GET /v1/refunds/{refund}
	expand as
POST /v1/refunds/{refund}
	expand as
	metadata ms~
POST /v1/refunds/{refund}/cancel
	expand as
GET /v1/reviews
	created oi
		gt i
		gte i
		lt i
		lte i
	ending_before s
	expand as
	limit i
	starting_after s
GET /v1/reviews/{review}
	expand as
POST /v1/reviews/{review}/approve
	expand as
GET /v1/setup_attempts
	created oi
		gt i
		gte i
		lt i
		lte i
	ending_before s
	expand as
	limit i
	setup_intent s!
	starting_after s
GET /v1/setup_intents
	attach_to_self b
	created oi
		gt i
		gte i
		lt i
		lte i
	customer s
	customer_account s
	ending_before s
	expand as
	limit i
	payment_method s
	starting_after s
POST /v1/setup_intents
	attach_to_self b
	automatic_payment_methods o
		allow_redirects e136
		enabled b!
	confirm b
	confirmation_token s
	customer s
	customer_account s
	description s1000
	excluded_payment_method_types ae55
	expand as
	flow_directions ae175
	mandate_data o~
		customer_acceptance o!
			accepted_at i
			offline o
			online o
				ip_address s!
				user_agent s!
			type e138!
	metadata ms
	on_behalf_of s
	payment_method s
	payment_method_configuration s100
	payment_method_data o
		allow_redisplay e64
		billing_details o
			address o~
				city s
				country s
				line1 s
				line2 s
				postal_code s
				state s
			email s~
			name s~
			phone s~
			tax_id s
		cashapp o
		link o
		metadata ms
		radar_options o
			session s
		type e140!
		us_bank_account o
			account_holder_type e3
			account_number s
			account_type e109
			financial_connections_account s
			routing_number s
	payment_method_options o
		card o
			mandate_options o
				amount i!
				amount_type e107!
				currency s!
				description s200
				end_date i
				interval e142!
				interval_count i
				reference s80!
				start_date i!
				supported_types ae143
			network e108
			request_three_d_secure e67
			three_d_secure o
				ares_trans_status e145
				cryptogram s
				electronic_commerce_indicator e146
				network_options o
					cartes_bancaires o
						cb_avalgo e148!
						cb_exemption s4
						cb_score i
				requestor_challenge_indicator s2
				transaction_id s
				version e149
		link o
		us_bank_account o
			financial_connections o
				filters o
					account_subcategories ae109
				permissions ae71
				prefetch ae72
				return_url s
			mandate_options o
				collection_method e151
			networks o
				requested ae152
			verification_method e110
	payment_method_types as
	return_url s
	single_use o
		amount i!
		currency s!
	usage e63
	use_stripe_sdk b
GET /v1/setup_intents/{intent}
	client_secret s
	expand as
POST /v1/setup_intents/{intent}
	attach_to_self b
	customer s
	customer_account s
	description s1000
	excluded_payment_method_types ae55~
	expand as
	flow_directions ae175
	metadata ms~
	payment_method s
	payment_method_configuration s100
	payment_method_data o
		allow_redisplay e64
		billing_details o
			address o~
				city s
				country s
				line1 s
				line2 s
				postal_code s
				state s
			email s~
			name s~
			phone s~
			tax_id s
		cashapp o
		link o
		metadata ms
		radar_options o
			session s
		type e140!
		us_bank_account o
			account_holder_type e3
			account_number s
			account_type e109
			financial_connections_account s
			routing_number s
	payment_method_options o
		card o
			mandate_options o
				amount i!
				amount_type e107!
				currency s!
				description s200
				end_date i
				interval e142!
				interval_count i
				reference s80!
				start_date i!
				supported_types ae143
			network e108
			request_three_d_secure e67
			three_d_secure o
				ares_trans_status e145
				cryptogram s
				electronic_commerce_indicator e146
				network_options o
					cartes_bancaires o
						cb_avalgo e148!
						cb_exemption s4
						cb_score i
				requestor_challenge_indicator s2
				transaction_id s
				version e149
		link o
		us_bank_account o
			financial_connections o
				filters o
					account_subcategories ae109
				permissions ae71
				prefetch ae72
				return_url s
			mandate_options o
				collection_method e151
			networks o
				requested ae152
			verification_method e110
	payment_method_types as
POST /v1/setup_intents/{intent}/cancel
	cancellation_reason e176
	expand as
POST /v1/setup_intents/{intent}/confirm
	client_secret s
	confirmation_token s
	expand as
	mandate_data o~
		customer_acceptance o!
			online o!
				ip_address s
				user_agent s
			type e156!
	payment_method s
	payment_method_data o
		allow_redisplay e64
		billing_details o
			address o~
				city s
				country s
				line1 s
				line2 s
				postal_code s
				state s
			email s~
			name s~
			phone s~
			tax_id s
		cashapp o
		link o
		metadata ms
		radar_options o
			session s
		type e140!
		us_bank_account o
			account_holder_type e3
			account_number s
			account_type e109
			financial_connections_account s
			routing_number s
	payment_method_options o
		card o
			mandate_options o
				amount i!
				amount_type e107!
				currency s!
				description s200
				end_date i
				interval e142!
				interval_count i
				reference s80!
				start_date i!
				supported_types ae143
			network e108
			request_three_d_secure e67
			three_d_secure o
				ares_trans_status e145
				cryptogram s
				electronic_commerce_indicator e146
				network_options o
					cartes_bancaires o
						cb_avalgo e148!
						cb_exemption s4
						cb_score i
				requestor_challenge_indicator s2
				transaction_id s
				version e149
		link o
		us_bank_account o
			financial_connections o
				filters o
					account_subcategories ae109
				permissions ae71
				prefetch ae72
				return_url s
			mandate_options o
				collection_method e151
			networks o
				requested ae152
			verification_method e110
	return_url s
	use_stripe_sdk b
POST /v1/setup_intents/{intent}/verify_microdeposits
	amounts ai
	client_secret s
	descriptor_code s
	expand as
GET /v1/shipping_rates
	active b
	created oi
		gt i
		gte i
		lt i
		lte i
	currency s
	ending_before s
	expand as
	limit i
	starting_after s
POST /v1/shipping_rates
	delivery_estimate o
		maximum o
			unit e79!
			value i!
		minimum o
			unit e79!
			value i!
	display_name s100!
	expand as
	fixed_amount o
		amount i!
		currency s!
		currency_options mo
			amount i!
			tax_behavior e58
	metadata ms
	tax_behavior e58
	tax_code s
	type e80
GET /v1/shipping_rates/{shipping_rate_token}
	expand as
POST /v1/shipping_rates/{shipping_rate_token}
	active b
	expand as
	fixed_amount o
		currency_options mo
			amount i
			tax_behavior e58
	metadata ms~
	tax_behavior e58
POST /v1/sources
	amount i
	currency s
	customer s500
	expand as
	flow e177
	mandate o
		acceptance o
			date i
			ip s
			offline o
				contact_email s!
			online o
				date i
				ip s
				user_agent s
			status e178!
			type e138
			user_agent s
		amount i~
		currency s
		interval e179
		notification_method e180
	metadata ms
	original_source s
	owner o
		address o
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
		email s
		name s
		phone s
	receiver o
		refund_attributes_method e181
	redirect o
		return_url s!
	source_order o
		items ao
			amount i
			currency s
			description s1000
			parent s
			quantity i
			type e182
		shipping o
			address o!
				city s
				country s
				line1 s!
				line2 s
				postal_code s
				state s
			carrier s
			name s
			phone s
			tracking_number s
	statement_descriptor s
	token s
	type s
	usage e183
GET /v1/sources/{source}
	client_secret s
	expand as
POST /v1/sources/{source}
	amount i
	expand as
	mandate o
		acceptance o
			date i
			ip s
			offline o
				contact_email s!
			online o
				date i
				ip s
				user_agent s
			status e178!
			type e138
			user_agent s
		amount i~
		currency s
		interval e179
		notification_method e180
	metadata ms~
	owner o
		address o
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
		email s
		name s
		phone s
	source_order o
		items ao
			amount i
			currency s
			description s1000
			parent s
			quantity i
			type e182
		shipping o
			address o!
				city s
				country s
				line1 s!
				line2 s
				postal_code s
				state s
			carrier s
			name s
			phone s
			tracking_number s
GET /v1/sources/{source}/mandate_notifications/{mandate_notification}
	expand as
GET /v1/sources/{source}/source_transactions
	ending_before s
	expand as
	limit i
	starting_after s
GET /v1/sources/{source}/source_transactions/{source_transaction}
	expand as
POST /v1/sources/{source}/verify
	expand as
	values as!
GET /v1/subscription_items
	ending_before s
	expand as
	limit i
	starting_after s
	subscription s!
POST /v1/subscription_items
	billing_thresholds o~
		usage_gte i!
	discounts ao~
		coupon s
		discount s
		promotion_code s
	expand as
	metadata ms
	payment_behavior e106
	price s
	price_data o
		currency s!
		product s!
		recurring o!
			interval e57!
			interval_count i
		tax_behavior e58
		unit_amount i
		unit_amount_decimal s
	proration_behavior e28
	proration_date i
	quantity i
	subscription s!
	tax_rates as~
GET /v1/subscription_items/{item}
	expand as
POST /v1/subscription_items/{item}
	billing_thresholds o~
		usage_gte i!
	discounts ao~
		coupon s
		discount s
		promotion_code s
	expand as
	metadata ms~
	off_session b
	payment_behavior e106
	price s
	price_data o
		currency s!
		product s!
		recurring o!
			interval e57!
			interval_count i
		tax_behavior e58
		unit_amount i
		unit_amount_decimal s
	proration_behavior e28
	proration_date i
	quantity i
	tax_rates as~
DELETE /v1/subscription_items/{item}
	clear_usage b
	payment_behavior e106
	proration_behavior e28
	proration_date i
GET /v1/subscription_schedules
	canceled_at oi
		gt i
		gte i
		lt i
		lte i
	completed_at oi
		gt i
		gte i
		lt i
		lte i
	created oi
		gt i
		gte i
		lt i
		lte i
	customer s
	customer_account s
	ending_before s
	expand as
	limit i
	released_at oi
		gt i
		gte i
		lt i
		lte i
	scheduled b
	starting_after s
POST /v1/subscription_schedules
	billing_mode o
		flexible o
			proration_discounts e82
		type e83!
	customer s
	customer_account s
	default_settings o
		application_fee_percent n
		automatic_tax o
			enabled b!
			liability o
				account s
				type e43!
		billing_cycle_anchor e130
		billing_thresholds o~
			amount_gte i
			reset_billing_cycle_anchor b
		collection_method e105
		default_payment_method s
		description s500~
		invoice_settings o
			account_tax_ids as~
			days_until_due i
			issuer o
				account s
				type e43!
		on_behalf_of s~
		transfer_data o~
			amount_percent n
			destination s!
	end_behavior e184
	expand as
	from_subscription s
	metadata ms~
	phases ao
		add_invoice_items ao
			discountable b
			discounts ao
				coupon s
				discount s
				promotion_code s
			metadata ms
			period o
				end o!
					timestamp i
					type e128!
				start o!
					timestamp i
					type e129!
			price s
			price_data o
				currency s!
				product s!
				tax_behavior e58
				unit_amount i
				unit_amount_decimal s
			quantity i
			tax_rates as~
		application_fee_percent n
		automatic_tax o
			enabled b!
			liability o
				account s
				type e43!
		billing_cycle_anchor e130
		billing_thresholds o~
			amount_gte i
			reset_billing_cycle_anchor b
		collection_method e105
		currency s
		default_payment_method s
		default_tax_rates as~
		description s500~
		discounts ao~
			coupon s
			discount s
			promotion_code s
		duration o
			interval e57!
			interval_count i
		end_date i
		invoice_settings o
			account_tax_ids as~
			days_until_due i
			issuer o
				account s
				type e43!
		items ao!
			billing_thresholds o~
				usage_gte i!
			discounts ao~
				coupon s
				discount s
				promotion_code s
			metadata ms
			price s
			price_data o
				currency s!
				product s!
				recurring o!
					interval e57!
					interval_count i
				tax_behavior e58
				unit_amount i
				unit_amount_decimal s
			quantity i
			tax_rates as~
		metadata ms
		on_behalf_of s
		proration_behavior e28
		transfer_data o
			amount_percent n
			destination s!
		trial b
		trial_end i
	start_date ie113
GET /v1/subscription_schedules/{schedule}
	expand as
POST /v1/subscription_schedules/{schedule}
	default_settings o
		application_fee_percent n
		automatic_tax o
			enabled b!
			liability o
				account s
				type e43!
		billing_cycle_anchor e130
		billing_thresholds o~
			amount_gte i
			reset_billing_cycle_anchor b
		collection_method e105
		default_payment_method s
		description s500~
		invoice_settings o
			account_tax_ids as~
			days_until_due i
			issuer o
				account s
				type e43!
		on_behalf_of s~
		transfer_data o~
			amount_percent n
			destination s!
	end_behavior e184
	expand as
	metadata ms~
	phases ao
		add_invoice_items ao
			discountable b
			discounts ao
				coupon s
				discount s
				promotion_code s
			metadata ms
			period o
				end o!
					timestamp i
					type e128!
				start o!
					timestamp i
					type e129!
			price s
			price_data o
				currency s!
				product s!
				tax_behavior e58
				unit_amount i
				unit_amount_decimal s
			quantity i
			tax_rates as~
		application_fee_percent n
		automatic_tax o
			enabled b!
			liability o
				account s
				type e43!
		billing_cycle_anchor e130
		billing_thresholds o~
			amount_gte i
			reset_billing_cycle_anchor b
		collection_method e105
		default_payment_method s
		default_tax_rates as~
		description s500~
		discounts ao~
			coupon s
			discount s
			promotion_code s
		duration o
			interval e57!
			interval_count i
		end_date ie113
		invoice_settings o
			account_tax_ids as~
			days_until_due i
			issuer o
				account s
				type e43!
		items ao!
			billing_thresholds o~
				usage_gte i!
			discounts ao~
				coupon s
				discount s
				promotion_code s
			metadata ms
			price s
			price_data o
				currency s!
				product s!
				recurring o!
					interval e57!
					interval_count i
				tax_behavior e58
				unit_amount i
				unit_amount_decimal s
			quantity i
			tax_rates as~
		metadata ms
		on_behalf_of s
		proration_behavior e28
		start_date ie113
		transfer_data o
			amount_percent n
			destination s!
		trial b
		trial_end ie113
	proration_behavior e28
POST /v1/subscription_schedules/{schedule}/cancel
	expand as
	invoice_now b
	prorate b
POST /v1/subscription_schedules/{schedule}/release
	expand as
	preserve_cancel_date b
GET /v1/subscriptions
	automatic_tax o
		enabled b!
	collection_method e105
	created oi
		gt i
		gte i
		lt i
		lte i
	current_period_end oi
		gt i
		gte i
		lt i
		lte i
	current_period_start oi
		gt i
		gte i
		lt i
		lte i
	customer s
	customer_account s
	ending_before s
	expand as
	limit i
	price s
	starting_after s
	status e185
	test_clock s
POST /v1/subscriptions
	add_invoice_items ao
		discountable b
		discounts ao
			coupon s
			discount s
			promotion_code s
		metadata ms
		period o
			end o!
				timestamp i
				type e102!
			start o!
				timestamp i
				type e103!
		price s
		price_data o
			currency s!
			product s!
			tax_behavior e58
			unit_amount i
			unit_amount_decimal s
		quantity i
		tax_rates as~
	application_fee_percent n~
	automatic_tax o
		enabled b!
		liability o
			account s
			type e43!
	backdate_start_date i
	billing_cycle_anchor i
	billing_cycle_anchor_config o
		day_of_month i!
		hour i
		minute i
		month i
		second i
	billing_mode o
		flexible o
			proration_discounts e82
		type e83!
	billing_schedules ao
		applies_to ao
			price s
			type e131!
		bill_until o!
			duration o
				interval e57!
				interval_count i
			timestamp i
			type e132!
		key s200
	billing_thresholds o~
		amount_gte i
		reset_billing_cycle_anchor b
	cancel_at ie104
	cancel_at_period_end b
	collection_method e105
	currency s
	customer s
	customer_account s
	days_until_due i
	default_payment_method s
	default_source s
	default_tax_rates as~
	description s500
	discounts ao~
		coupon s
		discount s
		promotion_code s
	expand as
	invoice_settings o
		account_tax_ids as~
		issuer o
			account s
			type e43!
	items ao
		billing_thresholds o~
			usage_gte i!
		discounts ao~
			coupon s
			discount s
			promotion_code s
		metadata ms
		price s
		price_data o
			currency s!
			product s!
			recurring o!
				interval e57!
				interval_count i
			tax_behavior e58
			unit_amount i
			unit_amount_decimal s
		quantity i
		tax_rates as~
	metadata ms~
	off_session b
	on_behalf_of s~
	payment_behavior e106
	payment_settings o
		payment_method_options o
			card o~
				mandate_options o
					amount i
					amount_type e107
					description s200
				network e108
				request_three_d_secure e67
			us_bank_account o~
				financial_connections o
					filters o
						account_subcategories ae109
					permissions ae71
					prefetch ae72
				verification_method e110
		payment_method_types ae111~
		save_default_payment_method e112
	pending_invoice_item_interval o~
		interval e57!
		interval_count i
	proration_behavior e28
	transfer_data o
		amount_percent n
		destination s!
	trial_end e113i
	trial_from_plan b
	trial_period_days i
	trial_settings o
		end_behavior o!
			missing_payment_method e85!
GET /v1/subscriptions/search
	expand as
	limit i
	page s
	query s!
GET /v1/subscriptions/{subscription_exposed_id}
	expand as
POST /v1/subscriptions/{subscription_exposed_id}
	add_invoice_items ao
		discountable b
		discounts ao
			coupon s
			discount s
			promotion_code s
		metadata ms
		period o
			end o!
				timestamp i
				type e102!
			start o!
				timestamp i
				type e103!
		price s
		price_data o
			currency s!
			product s!
			tax_behavior e58
			unit_amount i
			unit_amount_decimal s
		quantity i
		tax_rates as~
	application_fee_percent n~
	automatic_tax o
		enabled b!
		liability o
			account s
			type e43!
	billing_cycle_anchor e29
	billing_schedules ao~
		applies_to ao
			price s
			type e131!
		bill_until o
			duration o
				interval e57!
				interval_count i
			timestamp i
			type e132!
		key s200
	billing_thresholds o~
		amount_gte i
		reset_billing_cycle_anchor b
	cancel_at ie104~
	cancel_at_period_end b
	cancellation_details o
		comment s~
		feedback e114
	collection_method e105
	days_until_due i
	default_payment_method s
	default_source s~
	default_tax_rates as~
	description s500~
	discounts ao~
		coupon s
		discount s
		promotion_code s
	expand as
	invoice_settings o
		account_tax_ids as~
		issuer o
			account s
			type e43!
	items ao
		billing_thresholds o~
			usage_gte i!
		clear_usage b
		deleted b
		discounts ao~
			coupon s
			discount s
			promotion_code s
		id s
		metadata ms~
		price s
		price_data o
			currency s!
			product s!
			recurring o!
				interval e57!
				interval_count i
			tax_behavior e58
			unit_amount i
			unit_amount_decimal s
		quantity i
		tax_rates as~
	metadata ms~
	off_session b
	on_behalf_of s~
	pause_collection o~
		behavior e115!
		resumes_at i
	payment_behavior e106
	payment_settings o
		payment_method_options o
			card o~
				mandate_options o
					amount i
					amount_type e107
					description s200
				network e108
				request_three_d_secure e67
			us_bank_account o~
				financial_connections o
					filters o
						account_subcategories ae109
					permissions ae71
					prefetch ae72
				verification_method e110
		payment_method_types ae111~
		save_default_payment_method e112
	pending_invoice_item_interval o~
		interval e57!
		interval_count i
	proration_behavior e28
	proration_date i
	transfer_data o~
		amount_percent n
		destination s!
	trial_end e113i
	trial_from_plan b
	trial_settings o
		end_behavior o!
			missing_payment_method e85!
DELETE /v1/subscriptions/{subscription_exposed_id}
	cancellation_details o
		comment s~
		feedback e114
	expand as
	invoice_now b
	prorate b
DELETE /v1/subscriptions/{subscription_exposed_id}/discount
POST /v1/subscriptions/{subscription}/resume
	billing_cycle_anchor e29
	expand as
	proration_behavior e28
	proration_date i
GET /v1/tax/settings
	expand as
POST /v1/tax/settings
	defaults o
		tax_behavior e186
		tax_code s
	expand as
	head_office o
		address o!
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
GET /v1/tax_codes
	ending_before s
	expand as
	limit i
	starting_after s
GET /v1/tax_codes/{id}
	expand as
GET /v1/tax_ids
	ending_before s
	expand as
	limit i
	owner o
		account s
		customer s
		customer_account s
		type e187!
	starting_after s
POST /v1/tax_ids
	expand as
	owner o
		account s
		customer s
		customer_account s
		type e187!
	type e96!
	value s!
GET /v1/tax_ids/{id}
	expand as
DELETE /v1/tax_ids/{id}
GET /v1/tax_rates
	active b
	created oi
		gt i
		gte i
		lt i
		lte i
	ending_before s
	expand as
	inclusive b
	limit i
	starting_after s
POST /v1/tax_rates
	active b
	country s
	description s
	display_name s50!
	expand as
	inclusive b!
	jurisdiction s50
	metadata ms
	percentage n!
	state s
	tax_type e134
GET /v1/tax_rates/{tax_rate}
	expand as
POST /v1/tax_rates/{tax_rate}
	active b
	country s
	description s
	display_name s50
	expand as
	jurisdiction s50
	metadata ms~
	state s
	tax_type e134
POST /v1/test_helpers/customers/{customer}/fund_cash_balance
	amount i!
	currency s!
	expand as
	reference s
POST /v1/test_helpers/refunds/{refund}/expire
	expand as
GET /v1/test_helpers/test_clocks
	ending_before s
	expand as
	limit i
	starting_after s
POST /v1/test_helpers/test_clocks
	customer s
	expand as
	frozen_time i!
	name s300
GET /v1/test_helpers/test_clocks/{test_clock}
	expand as
DELETE /v1/test_helpers/test_clocks/{test_clock}
POST /v1/test_helpers/test_clocks/{test_clock}/advance
	expand as
	frozen_time i!
POST /v1/tokens
	account o
		business_type e7
		company o
			address o
				city s100
				country s
				line1 s200
				line2 s200
				postal_code s
				state s
			address_kana o
				city s
				country s
				line1 s
				line2 s
				postal_code s
				state s
				town s
			address_kanji o
				city s
				country s
				line1 s
				line2 s
				postal_code s
				state s
				town s
			directors_provided b
			directorship_declaration o
				date i
				ip s
				user_agent s
			executives_provided b
			export_license_id s
			export_purpose_code s
			name s100
			name_kana s100
			name_kanji s100
			owners_provided b
			ownership_declaration o
				date i
				ip s
				user_agent s
			ownership_declaration_shown_and_signed b
			ownership_exemption_reason e8
			phone s
			registration_date o~
				day i!
				month i!
				year i!
			registration_number s
			representative_declaration o
				date i
				ip s
				user_agent s
			structure e9
			tax_id s
			tax_id_registrar s
			vat_id s
			verification o
				document o
					back s500
					front s500
		individual o
			address o
				city s100
				country s
				line1 s200
				line2 s200
				postal_code s
				state s
			address_kana o
				city s
				country s
				line1 s
				line2 s
				postal_code s
				state s
				town s
			address_kanji o
				city s
				country s
				line1 s
				line2 s
				postal_code s
				state s
				town s
			dob o~
				day i!
				month i!
				year i!
			email s
			first_name s100
			first_name_kana s
			first_name_kanji s
			full_name_aliases as300~
			gender s
			id_number s
			id_number_secondary s
			last_name s100
			last_name_kana s
			last_name_kanji s
			maiden_name s
			metadata ms~
			phone s
			political_exposure e13
			registered_address o
				city s100
				country s
				line1 s200
				line2 s200
				postal_code s
				state s
			relationship o
				director b
				executive b
				owner b
				percent_ownership n~
				title s
			ssn_last_4 s
			verification o
				additional_document o
					back s500
					front s500
				document o
					back s500
					front s500
		tos_shown_and_accepted b
	bank_account o
		account_holder_name s
		account_holder_type e3
		account_number s!
		account_type e4
		country s!
		currency s
		payment_method s
		routing_number s
	card os
		address_city s
		address_country s
		address_line1 s
		address_line2 s
		address_state s
		address_zip s
		currency s
		cvc s
		exp_month s!
		exp_year s!
		name s
		networks o
			preferred e161
		number s!
	customer s
	cvc_update o
		cvc s!
	expand as
	person o
		additional_tos_acceptances o
			account o
				date i
				ip s
				user_agent s~
		address o
			city s100
			country s
			line1 s200
			line2 s200
			postal_code s
			state s
		address_kana o
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
			town s
		address_kanji o
			city s
			country s
			line1 s
			line2 s
			postal_code s
			state s
			town s
		dob o~
			day i!
			month i!
			year i!
		documents o
			company_authorization o
				files as500
			passport o
				files as500
			visa o
				files as500
		email s
		first_name s
		first_name_kana s
		first_name_kanji s
		full_name_aliases as~
		gender s
		id_number s
		id_number_secondary s
		last_name s
		last_name_kana s
		last_name_kanji s
		maiden_name s
		metadata ms~
		nationality s
		phone s
		political_exposure e13
		registered_address o
			city s100
			country s
			line1 s200
			line2 s200
			postal_code s
			state s
		relationship o
			authorizer b
			director b
			executive b
			legal_guardian b
			owner b
			percent_ownership n~
			representative b
			title s
		ssn_last_4 s
		us_cfpb_data o
			ethnicity_details o
				ethnicity ae22
				ethnicity_other s
			race_details o
				race ae23
				race_other s
			self_identified_gender s
		verification o
			additional_document o
				back s500
				front s500
			document o
				back s500
				front s500
	pii o
		id_number s
GET /v1/tokens/{token}
	expand as
GET /v1/topups
	amount oi
		gt i
		gte i
		lt i
		lte i
	created oi
		gt i
		gte i
		lt i
		lte i
	ending_before s
	expand as
	limit i
	starting_after s
	status e188
POST /v1/topups
	amount i!
	currency s!
	description s
	expand as
	metadata ms~
	source s
	statement_descriptor s15
	transfer_group s
GET /v1/topups/{topup}
	expand as
POST /v1/topups/{topup}
	description s
	expand as
	metadata ms~
POST /v1/topups/{topup}/cancel
	expand as
GET /v1/transfers
	created oi
		gt i
		gte i
		lt i
		lte i
	destination s
	ending_before s
	expand as
	limit i
	starting_after s
	transfer_group s
POST /v1/transfers
	amount i
	currency s!
	description s
	destination s!
	expand as
	metadata ms
	source_transaction s
	source_type e164
	transfer_group s
GET /v1/transfers/{id}/reversals
	ending_before s
	expand as
	limit i
	starting_after s
POST /v1/transfers/{id}/reversals
	amount i
	description s
	expand as
	metadata ms~
	refund_application_fee b
GET /v1/transfers/{transfer}
	expand as
POST /v1/transfers/{transfer}
	description s
	expand as
	metadata ms~
GET /v1/transfers/{transfer}/reversals/{id}
	expand as
POST /v1/transfers/{transfer}/reversals/{id}
	expand as
	metadata ms~
GET /v1/webhook_endpoints
	ending_before s
	expand as
	limit i
	starting_after s
POST /v1/webhook_endpoints
	api_version e189
	connect b
	description s~
	enabled_events ae190!
	expand as
	metadata ms~
	url s!
GET /v1/webhook_endpoints/{webhook_endpoint}
	expand as
POST /v1/webhook_endpoints/{webhook_endpoint}
	description s~
	disabled b
	enabled_events ae190
	expand as
	metadata ms~
	url s
DELETE /v1/webhook_endpoints/{webhook_endpoint}
"""
    /// The objects, each followed by its fields. A field with `!` is always present, one with `?` can be null, and one
    /// with `>` can be expanded.
    static let shapes = """
account
	business_profile ?
	business_type ?
	capabilities
	charges_enabled
	company
	controller
	country
	created
	default_currency
	details_submitted
	email ?
	external_accounts >
	future_requirements
	groups ?
	id !
	individual
	metadata
	object !
	payouts_enabled
	requirements
	settings ?
	tos_acceptance
	type
account_link
	created !
	expires_at !
	object !
	url !
apple_pay_domain
	created !
	domain_name !
	id !
	livemode !
	object !
application
	id !
	name ?
	object !
application_fee
	account !>
	amount !
	amount_refunded !
	application !>
	balance_transaction ?>
	charge !>
	created !
	currency !
	fee_source ?
	id !
	livemode !
	object !
	originating_transaction ?>
	refunded !
	refunds !>
apps.secret
	created !
	deleted
	expires_at ?
	id !
	livemode !
	name !
	object !
	payload ?
	scope !
balance
	available !
	connect_reserved
	instant_available
	issuing
	livemode !
	object !
	pending !
	refund_and_dispute_prefunding
balance_transaction
	amount !
	available_on !
	balance_type !
	created !
	currency !
	description ?
	exchange_rate ?
	fee !
	fee_details !
	id !
	net !
	object !
	reporting_category !
	source ?>
	status !
	type !
bank_account
	account ?>
	account_holder_name ?
	account_holder_type ?
	account_type ?
	available_payout_methods ?
	bank_name ?
	country !
	currency !
	customer ?>
	default_for_currency ?
	fingerprint ?
	future_requirements ?
	id !
	last4 !
	metadata ?
	object !
	requirements ?
	routing_number ?
	status !
billing.credit_balance_transaction
	created !
	credit ?
	credit_grant !>
	debit ?
	effective_at !
	id !
	livemode !
	object !
	test_clock ?>
	type ?
billing.credit_grant
	amount !
	applicability_config !
	category !
	created !
	customer !>
	customer_account ?
	effective_at ?
	expires_at ?
	id !
	livemode !
	metadata !
	name ?
	object !
	priority ?
	test_clock ?>
	updated !
	voided_at ?
billing_portal.configuration
	active !
	application ?>
	business_profile !
	created !
	default_return_url ?
	features !
	id !
	is_default !
	livemode !
	login_page !
	metadata ?
	name ?
	object !
	updated !
billing_portal.session
	configuration !>
	created !
	customer !
	customer_account ?
	flow ?
	id !
	livemode !
	locale ?
	object !
	on_behalf_of ?
	return_url ?
	url !
capability
	account !>
	future_requirements
	id !
	object !
	requested !
	requested_at ?
	requirements
	status !
card
	account ?>
	address_city ?
	address_country ?
	address_line1 ?
	address_line1_check ?
	address_line2 ?
	address_state ?
	address_zip ?
	address_zip_check ?
	allow_redisplay ?
	available_payout_methods ?
	brand !
	country ?
	currency ?
	customer ?>
	cvc_check ?
	default_for_currency ?
	dynamic_last4 ?
	exp_month !
	exp_year !
	fingerprint ?
	funding !
	id !
	iin
	last4 !
	metadata ?
	name ?
	networks
	object !
	regulated_status ?
	status ?
	tokenization_method ?
cash_balance
	available ?
	customer !
	customer_account ?
	livemode !
	object !
	settings !
charge
	amount !
	amount_captured !
	amount_refunded !
	application ?>
	application_fee ?>
	application_fee_amount ?
	balance_transaction ?>
	billing_details !
	calculated_statement_descriptor ?
	captured !
	created !
	currency !
	customer ?>
	description ?
	disputed !
	failure_balance_transaction ?>
	failure_code ?
	failure_message ?
	fraud_details ?
	id !
	livemode !
	metadata !
	object !
	on_behalf_of ?>
	outcome ?
	paid !
	payment_intent ?>
	payment_method ?
	payment_method_details ?
	presentment_details
	radar_options
	receipt_email ?
	receipt_number ?
	receipt_url ?
	refunded !
	refunds ?>
	review ?>
	shipping ?
	source_transfer ?>
	statement_descriptor ?
	statement_descriptor_suffix ?
	status !
	transfer >
	transfer_data ?
	transfer_group ?
checkout.session
	adaptive_pricing ?
	after_expiration ?
	allow_promotion_codes ?
	amount_subtotal ?
	amount_total ?
	automatic_tax !
	billing_address_collection ?
	branding_settings
	cancel_url ?
	client_reference_id ?
	client_secret ?
	collected_information ?
	consent ?
	consent_collection ?
	created !
	currency ?
	currency_conversion ?
	custom_fields !
	custom_text !
	customer ?>
	customer_account ?
	customer_creation ?
	customer_details ?
	customer_email ?
	discounts ?
	excluded_payment_method_types
	expires_at !
	id !
	integration_identifier ?
	invoice ?>
	invoice_creation ?
	line_items >
	livemode !
	locale ?
	managed_payments ?
	metadata ?
	mode !
	name_collection
	object !
	optional_items ?
	origin_context ?
	payment_intent ?>
	payment_link ?>
	payment_method_collection ?
	payment_method_configuration_details ?
	payment_method_options ?
	payment_method_types !
	payment_status !
	permissions ?
	phone_number_collection
	presentment_details
	recovered_from ?
	redirect_on_completion
	return_url
	saved_payment_method_options ?
	setup_intent ?>
	shipping_address_collection ?
	shipping_cost ?
	shipping_options !
	status ?
	submit_type ?
	subscription ?>
	success_url ?
	tax_id_collection
	total_details ?
	ui_mode ?
	url ?
	wallet_options ?
country_spec
	default_currency !
	id !
	object !
	supported_bank_account_currencies !
	supported_payment_currencies !
	supported_payment_methods !
	supported_transfer_countries !
	verification_fields !
coupon
	amount_off ?
	applies_to
	created !
	currency ?
	currency_options
	duration !
	duration_in_months ?
	id !
	livemode !
	max_redemptions ?
	metadata ?
	name ?
	object !
	percent_off ?
	redeem_by ?
	times_redeemed !
	valid !
credit_note
	amount !
	amount_shipping !
	created !
	currency !
	customer !>
	customer_account ?
	customer_balance_transaction ?>
	discount_amount !
	discount_amounts !
	effective_at ?
	id !
	invoice !>
	lines !>
	livemode !
	memo ?
	metadata ?
	number !
	object !
	out_of_band_amount ?
	pdf !
	post_payment_amount !
	pre_payment_amount !
	pretax_credit_amounts !
	reason ?
	refunds !
	shipping_cost ?
	status !
	subtotal !
	subtotal_excluding_tax ?
	total !
	total_excluding_tax ?
	total_taxes ?
	type !
	voided_at ?
credit_note_line_item
	amount !
	description ?
	discount_amount !
	discount_amounts !
	id !
	invoice_line_item
	livemode !
	metadata ?
	object !
	pretax_credit_amounts !
	quantity ?
	tax_rates !
	taxes ?
	type !
	unit_amount ?
	unit_amount_decimal ?
customer
	address ?
	balance
	business_name
	cash_balance ?
	created !
	currency ?
	customer_account ?
	default_source ?>
	delinquent ?
	description ?
	discount ?
	email ?
	id !
	individual_name
	invoice_credit_balance
	invoice_prefix ?
	invoice_settings
	livemode !
	metadata
	name ?
	next_invoice_sequence
	object !
	phone ?
	preferred_locales ?
	shipping ?
	sources >
	subscriptions >
	tax
	tax_exempt ?
	tax_ids >
	test_clock ?>
customer_balance_transaction
	amount !
	checkout_session ?>
	created !
	credit_note ?>
	currency !
	customer !>
	customer_account ?
	description ?
	ending_balance !
	id !
	invoice ?>
	livemode !
	metadata ?
	object !
	type !
customer_cash_balance_transaction
	adjusted_for_overdraft
	applied_to_payment
	created !
	currency !
	customer !>
	customer_account ?
	ending_balance !
	funded
	id !
	livemode !
	net_amount !
	object !
	refunded_from_payment
	transferred_to_balance
	type !
	unapplied_from_payment
customer_session
	client_secret !
	components
	created !
	customer !>
	customer_account ?
	expires_at !
	livemode !
	object !
deleted_account
	deleted !
	id !
	object !
deleted_apple_pay_domain
	deleted !
	id !
	object !
deleted_application
	deleted !
	id !
	name ?
	object !
deleted_bank_account
	currency ?
	deleted !
	id !
	object !
deleted_card
	currency ?
	deleted !
	id !
	object !
deleted_customer
	deleted !
	id !
	object !
deleted_discount
	checkout_session ?
	customer ?>
	customer_account ?
	deleted !
	id !
	invoice ?
	invoice_item ?
	object !
	promotion_code ?>
	source !
	start !
	subscription ?
	subscription_item ?
deleted_invoice
	deleted !
	id !
	object !
deleted_person
	deleted !
	id !
	object !
deleted_plan
	deleted !
	id !
	object !
deleted_price
	deleted !
	id !
	object !
deleted_product
	deleted !
	id !
	object !
deleted_radar.value_list
	deleted !
	id !
	object !
deleted_radar.value_list_item
	deleted !
	id !
	object !
deleted_subscription_item
	deleted !
	id !
	object !
deleted_tax_id
	deleted !
	id !
	object !
deleted_test_helpers.test_clock
	deleted !
	id !
	object !
deleted_webhook_endpoint
	deleted !
	id !
	object !
discount
	checkout_session ?
	customer ?>
	customer_account ?
	end ?
	id !
	invoice ?
	invoice_item ?
	object !
	promotion_code ?>
	source !
	start !
	subscription ?
	subscription_item ?
dispute
	amount !
	balance_transactions !
	charge !>
	created !
	currency !
	enhanced_eligibility_types !
	evidence !
	evidence_details !
	id !
	is_charge_refundable !
	livemode !
	metadata !
	object !
	payment_intent ?>
	payment_method_details
	reason !
	status !
ephemeral_key
	created !
	expires !
	id !
	livemode !
	object !
	secret
event
	account
	api_version ?
	context
	created !
	data !
	id !
	livemode !
	object !
	pending_webhooks !
	request ?
	type !
exchange_rate
	id !
	object !
	rates !
fee_refund
	amount !
	balance_transaction ?>
	created !
	currency !
	fee !>
	id !
	metadata ?
	object !
file
	created !
	expires_at ?
	filename ?
	id !
	links ?>
	object !
	purpose !
	size !
	title ?
	type ?
	url ?
file_link
	created !
	expired !
	expires_at ?
	file !>
	id !
	livemode !
	metadata !
	object !
	url ?
funding_instructions
	bank_transfer !
	currency !
	funding_type !
	livemode !
	object !
invoice
	account_country ?
	account_name ?
	account_tax_ids ?>
	amount_due !
	amount_overpaid !
	amount_paid !
	amount_paid_off_stripe !
	amount_remaining !
	amount_shipping !
	application ?>
	attempt_count !
	attempted !
	auto_advance !
	automatic_tax !
	automatically_finalizes_at ?
	billing_reason ?
	collection_method !
	confirmation_secret ?
	created !
	currency !
	custom_fields ?
	customer !>
	customer_account ?
	customer_address ?
	customer_email ?
	customer_name ?
	customer_phone ?
	customer_shipping ?
	customer_tax_exempt ?
	customer_tax_ids ?
	default_payment_method ?>
	default_source ?>
	default_tax_rates !
	description ?
	discounts !>
	due_date ?
	effective_at ?
	ending_balance ?
	footer ?
	from_invoice ?
	hosted_invoice_url ?
	id !
	invoice_pdf ?
	issuer !
	last_finalization_error ?
	latest_revision ?>
	lines !>
	livemode !
	metadata ?
	next_payment_attempt ?
	number ?
	object !
	on_behalf_of ?>
	parent ?
	payment_settings !
	payments >
	period_end !
	period_start !
	post_payment_credit_notes_amount !
	pre_payment_credit_notes_amount !
	receipt_number ?
	rendering ?
	shipping_cost ?
	shipping_details ?
	starting_balance !
	statement_descriptor ?
	status ?
	status_transitions !
	subtotal !
	subtotal_excluding_tax ?
	test_clock ?>
	threshold_reason
	total !
	total_discount_amounts ?
	total_excluding_tax ?
	total_pretax_credit_amounts ?
	total_taxes ?
	webhooks_delivered_at ?
invoice_payment
	amount_paid ?
	amount_requested !
	created !
	currency !
	id !
	invoice !>
	is_default !
	livemode !
	object !
	payment !
	status !
	status_transitions !
invoiceitem
	amount !
	currency !
	customer !>
	customer_account ?
	date !
	description ?
	discountable !
	discounts ?>
	id !
	invoice ?>
	livemode !
	metadata ?
	net_amount
	object !
	parent ?
	period !
	pricing ?
	proration !
	proration_details
	quantity !
	quantity_decimal !
	tax_rates ?
	test_clock ?>
line_item
	amount !
	currency !
	description ?
	discount_amounts ?
	discountable !
	discounts !>
	id !
	invoice ?
	livemode !
	metadata !
	object !
	parent ?
	period !
	pretax_credit_amounts ?
	pricing ?
	quantity ?
	quantity_decimal ?
	subscription ?>
	subtotal !
	taxes ?
login_link
	created !
	object !
	url !
mandate
	customer_acceptance !
	id !
	livemode !
	multi_use
	object !
	on_behalf_of
	payment_method !>
	payment_method_details !
	single_use
	status !
	type !
payment_intent
	amount
	amount_capturable
	amount_details
	amount_received
	application ?>
	application_fee_amount ?
	automatic_payment_methods ?
	canceled_at ?
	cancellation_reason ?
	capture_method
	client_secret ?
	confirmation_method
	created !
	currency
	customer ?>
	customer_account ?
	description ?
	excluded_payment_method_types ?
	hooks
	id !
	last_payment_error ?
	latest_charge ?>
	livemode !
	managed_payments ?
	metadata
	next_action ?
	object !
	on_behalf_of ?>
	payment_details
	payment_method ?>
	payment_method_configuration_details ?
	payment_method_options ?
	payment_method_types
	presentment_details
	processing ?
	receipt_email ?
	review ?>
	setup_future_usage ?
	shipping ?
	statement_descriptor ?
	statement_descriptor_suffix ?
	status !
	transfer_data ?
	transfer_group ?
payment_link
	active !
	after_completion !
	allow_promotion_codes !
	application ?>
	application_fee_amount ?
	application_fee_percent ?
	automatic_tax !
	billing_address_collection !
	consent_collection ?
	currency !
	custom_fields !
	custom_text !
	customer_creation !
	id !
	inactive_message ?
	invoice_creation ?
	line_items >
	livemode !
	managed_payments ?
	metadata !
	name_collection
	object !
	on_behalf_of ?>
	optional_items ?
	payment_intent_data ?
	payment_method_collection !
	payment_method_options ?
	payment_method_types ?
	phone_number_collection !
	restrictions ?
	shipping_address_collection ?
	shipping_options !
	submit_type !
	subscription_data ?
	tax_id_collection !
	transfer_data ?
	url !
payment_method
	allow_redisplay
	billing_details !
	card
	cashapp
	created !
	customer ?>
	customer_account ?
	id !
	link
	livemode !
	metadata ?
	object !
	radar_options
	type !
	us_bank_account
payment_method_configuration
	active !
	apple_pay
	application ?
	card
	cartes_bancaires
	cashapp
	google_pay
	id !
	is_default !
	jcb
	link
	livemode !
	name !
	object !
	parent ?
	us_bank_account
payment_method_domain
	apple_pay !
	created !
	domain_name !
	enabled !
	google_pay !
	id !
	link !
	livemode !
	object !
payout
	amount !
	application_fee ?>
	application_fee_amount ?
	arrival_date !
	automatic !
	balance_transaction ?>
	created !
	currency !
	description ?
	destination ?>
	failure_balance_transaction ?>
	failure_code ?
	failure_message ?
	id !
	livemode !
	metadata ?
	method !
	object !
	original_payout ?>
	payout_method ?
	reconciliation_status !
	reversed_by ?>
	source_type !
	statement_descriptor ?
	status !
	trace_id ?
	type !
person
	account !
	additional_tos_acceptances
	address
	address_kana ?
	address_kanji ?
	created !
	dob
	email ?
	first_name ?
	first_name_kana ?
	first_name_kanji ?
	full_name_aliases
	future_requirements ?
	gender ?
	id !
	id_number_provided
	id_number_secondary_provided
	last_name ?
	last_name_kana ?
	last_name_kanji ?
	maiden_name ?
	metadata
	nationality ?
	object !
	phone ?
	political_exposure
	registered_address
	relationship
	requirements ?
	ssn_last_4_provided
	us_cfpb_data ?
	verification
plan
	active !
	amount ?
	amount_decimal ?
	billing_scheme !
	created !
	currency !
	id !
	interval !
	interval_count !
	livemode !
	metadata ?
	meter ?
	nickname ?
	object !
	product ?>
	tiers
	tiers_mode ?
	transform_usage ?
	trial_period_days ?
	usage_type !
price
	active !
	billing_scheme !
	created !
	currency !
	currency_options
	custom_unit_amount ?
	id !
	livemode !
	lookup_key ?
	metadata !
	nickname ?
	object !
	product !>
	recurring ?
	tax_behavior ?
	tiers
	tiers_mode ?
	transform_quantity ?
	type !
	unit_amount ?
	unit_amount_decimal ?
product
	active !
	created !
	default_price ?>
	description ?
	id !
	images !
	livemode !
	marketing_features !
	metadata !
	name !
	object !
	package_dimensions ?
	shippable ?
	statement_descriptor ?
	tax_code ?>
	unit_label ?
	updated !
	url ?
promotion_code
	active !
	code !
	created !
	customer ?>
	customer_account ?
	expires_at ?
	id !
	livemode !
	max_redemptions ?
	metadata ?
	object !
	promotion !
	restrictions !
	times_redeemed !
quote
	amount_subtotal !
	amount_total !
	application ?>
	application_fee_amount ?
	application_fee_percent ?
	automatic_tax !
	collection_method !
	computed !
	created !
	currency ?
	customer ?>
	customer_account ?
	default_tax_rates >
	description ?
	discounts !>
	expires_at !
	footer ?
	from_quote ?
	header ?
	id !
	invoice ?>
	invoice_settings !
	line_items >
	livemode !
	metadata !
	number ?
	object !
	on_behalf_of ?>
	status !
	status_transitions !
	subscription ?>
	subscription_data !
	subscription_schedule ?>
	test_clock ?>
	total_details !
	transfer_data ?
radar.early_fraud_warning
	actionable !
	charge !>
	created !
	fraud_type !
	id !
	livemode !
	object !
	payment_intent >
radar.value_list
	alias !
	created !
	created_by !
	id !
	item_type !
	list_items !>
	livemode !
	metadata !
	name !
	object !
radar.value_list_item
	created !
	created_by !
	id !
	livemode !
	object !
	value !
	value_list !
refund
	amount !
	balance_transaction ?>
	charge ?>
	created !
	currency !
	description
	destination_details
	failure_balance_transaction >
	failure_reason
	id !
	instructions_email
	metadata ?
	next_action
	object !
	payment_intent ?>
	pending_reason
	presentment_details
	reason ?
	receipt_number ?
	source_transfer_reversal ?>
	status ?
	transfer_reversal ?>
review
	billing_zip ?
	charge ?>
	closed_reason ?
	created !
	id !
	ip_address ?
	ip_address_location ?
	livemode !
	object !
	open !
	opened_reason !
	payment_intent >
	reason !
	session ?
setup_attempt
	application ?>
	attach_to_self
	created !
	customer ?>
	customer_account ?
	flow_directions ?
	id !
	livemode !
	object !
	on_behalf_of ?>
	payment_method !>
	payment_method_details !
	setup_error ?
	setup_intent !>
	status !
	usage !
setup_intent
	application ?>
	attach_to_self
	automatic_payment_methods ?
	cancellation_reason ?
	client_secret ?
	created !
	customer ?>
	customer_account ?
	description ?
	excluded_payment_method_types ?
	flow_directions ?
	id !
	last_setup_error ?
	latest_attempt ?>
	livemode !
	managed_payments ?
	mandate ?>
	metadata ?
	next_action ?
	object !
	on_behalf_of ?>
	payment_method ?>
	payment_method_configuration_details ?
	payment_method_options ?
	payment_method_types !
	single_use_mandate ?>
	status !
	usage !
shipping_rate
	active !
	created !
	delivery_estimate ?
	display_name ?
	fixed_amount
	id !
	livemode !
	metadata !
	object !
	tax_behavior ?
	tax_code ?>
	type !
source
	ach_credit_transfer
	ach_debit
	allow_redisplay ?
	amount ?
	card
	client_secret !
	code_verification
	created !
	currency ?
	customer
	flow !
	id !
	livemode !
	metadata ?
	object !
	owner ?
	receiver
	redirect
	source_order
	statement_descriptor ?
	status !
	three_d_secure
	type !
	usage ?
	wechat
source_mandate_notification
	amount ?
	created !
	id !
	livemode !
	object !
	reason !
	source !
	status !
	type !
source_transaction
	ach_credit_transfer
	amount !
	chf_credit_transfer
	created !
	currency !
	gbp_credit_transfer
	id !
	livemode !
	object !
	paper_check
	sepa_credit_transfer
	source !
	status !
	type !
subscription
	application ?>
	application_fee_percent ?
	automatic_tax !
	billing_cycle_anchor !
	billing_cycle_anchor_config ?
	billing_mode !
	billing_schedules !
	billing_thresholds ?
	cancel_at ?
	cancel_at_period_end !
	canceled_at ?
	cancellation_details ?
	collection_method !
	created !
	currency !
	customer !>
	customer_account ?
	days_until_due ?
	default_payment_method ?>
	default_source ?>
	default_tax_rates ?
	description ?
	discounts !>
	ended_at ?
	id !
	invoice_settings !
	items !>
	latest_invoice ?>
	livemode !
	managed_payments ?
	metadata !
	next_pending_invoice_item_invoice ?
	object !
	on_behalf_of ?>
	pause_collection ?
	payment_settings ?
	pending_invoice_item_interval ?
	pending_setup_intent ?>
	pending_update ?
	presentment_details
	schedule ?>
	start_date !
	status !
	test_clock ?>
	transfer_data ?
	trial_end ?
	trial_settings ?
	trial_start ?
subscription_item
	billed_until
	billing_thresholds ?
	created !
	current_period_end !
	current_period_start !
	discounts !>
	id !
	metadata !
	object !
	price !
	quantity
	subscription !
	tax_rates ?
subscription_schedule
	application ?>
	billing_mode !
	canceled_at ?
	completed_at ?
	created !
	current_phase ?
	customer !>
	customer_account ?
	default_settings !
	end_behavior !
	id !
	livemode !
	metadata ?
	object !
	phases !
	released_at ?
	released_subscription ?
	status !
	subscription ?>
	test_clock ?>
tax.settings
	defaults !
	head_office ?
	livemode !
	object !
	status !
	status_details !
tax_code
	description !
	id !
	name !
	object !
tax_id
	country ?
	created !
	customer ?>
	customer_account ?
	id !
	livemode !
	object !
	owner ?
	type !
	value !
	verification ?
tax_rate
	active !
	country ?
	created !
	description ?
	display_name !
	effective_percentage ?
	flat_amount ?
	id !
	inclusive !
	jurisdiction ?
	jurisdiction_level ?
	livemode !
	metadata ?
	object !
	percentage !
	rate_type ?
	state ?
	tax_type ?
test_helpers.test_clock
	created !
	deletes_after !
	frozen_time !
	id !
	livemode !
	name ?
	object !
	status !
	status_details !
token
	bank_account
	card
	client_ip ?
	created !
	id !
	livemode !
	object !
	type !
	used !
topup
	amount !
	balance_transaction ?>
	created !
	currency !
	description ?
	expected_availability_date ?
	failure_code ?
	failure_message ?
	id !
	livemode !
	metadata !
	object !
	source ?
	statement_descriptor ?
	status !
	transfer_group ?
transfer
	amount !
	amount_reversed !
	balance_transaction ?>
	created !
	currency !
	description ?
	destination ?>
	destination_payment >
	id !
	livemode !
	metadata !
	object !
	reversals !>
	reversed !
	source_transaction ?>
	source_type
	transfer_group ?
transfer_reversal
	amount !
	balance_transaction ?>
	created !
	currency !
	destination_payment_refund ?>
	id !
	metadata ?
	object !
	source_refund ?>
	transfer !>
webhook_endpoint
	api_version ?
	application ?
	created !
	description ?
	enabled_events !
	id !
	livemode !
	metadata !
	object !
	secret
	status !
	url !
"""
    /// The schemas, each followed by the fields that `expand` can name, with the schemas to which they lead. `*` means
    /// a list object and `%` a map, whose elements have the schema. `=` means a string.
    static let expansions = """
account
	business_profile account_business_profile
	capabilities account_capabilities
	company legal_entity_company
	controller account_unification_account_controller
	external_accounts *bank_account *card
	future_requirements account_future_requirements
	groups account_group_membership
	individual person
	requirements account_requirements
	settings account_settings
	tos_acceptance account_tos_acceptance
account_branding_settings
	icon file
	logo file
account_business_profile
	annual_revenue account_annual_revenue
	monthly_estimated_revenue account_monthly_estimated_revenue
	support_address address
account_capability_future_requirements
	alternatives account_requirements_alternative
	errors account_requirements_error
account_capability_requirements
	alternatives account_requirements_alternative
	errors account_requirements_error
account_card_issuing_settings
	tos_acceptance card_issuing_account_terms_of_service
account_card_payments_settings
	decline_on account_decline_charge_on
account_future_requirements
	alternatives account_requirements_alternative
	errors account_requirements_error
account_invoices_settings
	default_account_tax_ids tax_id
account_payout_settings
	schedule transfer_schedule
account_requirements
	alternatives account_requirements_alternative
	errors account_requirements_error
account_settings
	bacs_debit_payments account_bacs_debit_payments_settings
	branding account_branding_settings
	card_issuing account_card_issuing_settings
	card_payments account_card_payments_settings
	dashboard account_dashboard_settings
	invoices account_invoices_settings
	payments account_payments_settings
	payouts account_payout_settings
	sepa_debit_payments account_sepa_debit_payments_settings
	treasury account_treasury_settings
account_treasury_settings
	tos_acceptance account_terms_of_service
account_unification_account_controller
	fees account_unification_account_controller_fees
	losses account_unification_account_controller_losses
	stripe_dashboard account_unification_account_controller_stripe_dashboard
api_errors
	payment_intent payment_intent
	payment_method payment_method
	setup_intent setup_intent
	source bank_account card source
application_fee
	account account
	application application
	balance_transaction balance_transaction
	charge charge
	fee_source platform_earning_fee_source
	originating_transaction charge
	refunds *fee_refund
apps.secret
	payload =
	scope secret_service_resource_scope
automatic_tax
	liability connect_account_reference
balance
	available balance_amount
	connect_reserved balance_amount
	instant_available balance_amount_net
	issuing balance_detail
	pending balance_amount
	refund_and_dispute_prefunding balance_detail_ungated
balance_amount
	source_types balance_amount_by_source_type
balance_amount_net
	net_available balance_net_available
	source_types balance_amount_by_source_type
balance_detail
	available balance_amount
balance_detail_ungated
	available balance_amount
	pending balance_amount
balance_net_available
	source_types balance_amount_by_source_type
balance_transaction
	fee_details fee
	source application_fee charge connect_collection_transfer customer_cash_balance_transaction dispute fee_refund issuing.authorization issuing.dispute issuing.transaction payout refund reserve_transaction tax_deducted_at_source topup transfer transfer_reversal
bank_account
	account account
	customer customer deleted_customer
	future_requirements external_account_requirements
	requirements external_account_requirements
billing.credit_balance_transaction
	credit billing_credit_grants_resource_balance_credit
	credit_grant billing.credit_grant
	debit billing_credit_grants_resource_balance_debit
	test_clock test_helpers.test_clock
billing.credit_grant
	amount billing_credit_grants_resource_amount
	applicability_config billing_credit_grants_resource_applicability_config
	customer customer deleted_customer
	test_clock test_helpers.test_clock
billing_bill_resource_invoice_item_parents_invoice_item_parent
	subscription_details billing_bill_resource_invoice_item_parents_invoice_item_subscription_parent
billing_bill_resource_invoicing_lines_common_proration_details
	credited_items billing_bill_resource_invoicing_lines_common_credited_items
billing_bill_resource_invoicing_lines_parents_invoice_line_item_invoice_item_parent
	proration_details billing_bill_resource_invoicing_lines_common_proration_details
billing_bill_resource_invoicing_lines_parents_invoice_line_item_parent
	invoice_item_details billing_bill_resource_invoicing_lines_parents_invoice_line_item_invoice_item_parent
	subscription_item_details billing_bill_resource_invoicing_lines_parents_invoice_line_item_subscription_item_parent
billing_bill_resource_invoicing_lines_parents_invoice_line_item_subscription_item_parent
	proration_details billing_bill_resource_invoicing_lines_common_proration_details
billing_bill_resource_invoicing_parents_invoice_parent
	quote_details billing_bill_resource_invoicing_parents_invoice_quote_parent
	subscription_details billing_bill_resource_invoicing_parents_invoice_subscription_parent
billing_bill_resource_invoicing_parents_invoice_subscription_parent
	subscription subscription
billing_bill_resource_invoicing_pricing_pricing
	price_details billing_bill_resource_invoicing_pricing_pricing_price_details
billing_bill_resource_invoicing_pricing_pricing_price_details
	price price
billing_bill_resource_invoicing_taxes_tax
	tax_rate_details billing_bill_resource_invoicing_taxes_tax_rate_details
billing_bill_resource_invoicing_taxes_tax_rate_details
	tax_rate tax_rate
billing_clocks_resource_status_details_status_details
	advancing billing_clocks_resource_status_details_advancing_status_details
billing_credit_grants_resource_amount
	monetary billing_credit_grants_resource_monetary_amount
billing_credit_grants_resource_applicability_config
	scope billing_credit_grants_resource_scope
billing_credit_grants_resource_balance_credit
	amount billing_credit_grants_resource_amount
	credits_application_invoice_voided billing_credit_grants_resource_balance_credits_application_invoice_voided
billing_credit_grants_resource_balance_credits_application_invoice_voided
	invoice invoice
billing_credit_grants_resource_balance_credits_applied
	invoice invoice
billing_credit_grants_resource_balance_debit
	amount billing_credit_grants_resource_amount
	credits_applied billing_credit_grants_resource_balance_credits_applied
billing_credit_grants_resource_scope
	prices billing_credit_grants_resource_applicable_price
billing_details
	address address
billing_portal.configuration
	application application deleted_application
	business_profile portal_business_profile
	features portal_features
	login_page portal_login_page
billing_portal.session
	configuration billing_portal.configuration
	flow portal_flows_flow
capability
	account account
	future_requirements account_capability_future_requirements
	requirements account_capability_requirements
card
	account account
	customer customer deleted_customer
	networks token_card_networks
cash_balance
	settings customer_balance_customer_balance_settings
charge
	application application
	application_fee application_fee
	balance_transaction balance_transaction
	billing_details billing_details
	customer customer deleted_customer
	failure_balance_transaction balance_transaction
	fraud_details charge_fraud_details
	on_behalf_of account
	outcome charge_outcome
	payment_intent payment_intent
	payment_method_details payment_method_details
	presentment_details payment_flows_payment_intent_presentment_details
	radar_options radar_radar_options
	refunds *refund
	review review
	shipping shipping
	source_transfer transfer
	transfer transfer
	transfer_data charge_transfer_data
charge_outcome
	rule rule
charge_transfer_data
	destination account
checkout.session
	adaptive_pricing payment_pages_checkout_session_adaptive_pricing
	after_expiration payment_pages_checkout_session_after_expiration
	automatic_tax payment_pages_checkout_session_automatic_tax
	branding_settings payment_pages_checkout_session_branding_settings
	collected_information payment_pages_checkout_session_collected_information
	consent payment_pages_checkout_session_consent
	consent_collection payment_pages_checkout_session_consent_collection
	currency_conversion payment_pages_checkout_session_currency_conversion
	custom_fields payment_pages_checkout_session_custom_fields
	custom_text payment_pages_checkout_session_custom_text
	customer customer deleted_customer
	customer_details payment_pages_checkout_session_customer_details
	discounts payment_pages_checkout_session_discount
	invoice invoice
	invoice_creation payment_pages_checkout_session_invoice_creation
	line_items *item
	managed_payments payment_pages_checkout_session_managed_payments
	name_collection payment_pages_checkout_session_name_collection
	optional_items payment_pages_checkout_session_optional_item
	payment_intent payment_intent
	payment_link payment_link
	payment_method_configuration_details payment_method_config_biz_payment_method_configuration_details
	payment_method_options checkout_session_payment_method_options
	permissions payment_pages_checkout_session_permissions
	phone_number_collection payment_pages_checkout_session_phone_number_collection
	presentment_details payment_flows_payment_intent_presentment_details
	saved_payment_method_options payment_pages_checkout_session_saved_payment_method_options
	setup_intent setup_intent
	shipping_address_collection payment_pages_checkout_session_shipping_address_collection
	shipping_cost payment_pages_checkout_session_shipping_cost
	shipping_options payment_pages_checkout_session_shipping_option
	subscription subscription
	tax_id_collection payment_pages_checkout_session_tax_id_collection
	total_details payment_pages_checkout_session_total_details
	wallet_options checkout_session_wallet_options
checkout_card_payment_method_options
	installments checkout_card_installments_options
	restrictions payment_pages_private_card_payment_method_options_resource_restrictions
checkout_session_payment_method_options
	card checkout_card_payment_method_options
	cashapp checkout_cashapp_payment_method_options
	link checkout_link_payment_method_options
	us_bank_account checkout_us_bank_account_payment_method_options
checkout_session_wallet_options
	link checkout_link_wallet_options
checkout_us_bank_account_payment_method_options
	financial_connections linked_account_options_common
connect_account_reference
	account account
connect_collection_transfer
	destination account
country_spec
	verification_fields country_spec_verification_fields
country_spec_verification_fields
	company country_spec_verification_field_details
	individual country_spec_verification_field_details
coupon
	applies_to coupon_applies_to
	currency_options %coupon_currency_option
credit_note
	customer customer deleted_customer
	customer_balance_transaction customer_balance_transaction
	discount_amounts discounts_resource_discount_amount
	invoice invoice
	lines *credit_note_line_item
	pretax_credit_amounts credit_notes_pretax_credit_amount
	refunds credit_note_refund
	shipping_cost invoices_resource_shipping_cost
	total_taxes billing_bill_resource_invoicing_taxes_tax
credit_note_line_item
	discount_amounts discounts_resource_discount_amount
	pretax_credit_amounts credit_notes_pretax_credit_amount
	tax_rates tax_rate
	taxes billing_bill_resource_invoicing_taxes_tax
credit_note_refund
	payment_record_refund credit_notes_payment_record_refund
	refund refund
credit_notes_pretax_credit_amount
	credit_balance_transaction billing.credit_balance_transaction
	discount discount deleted_discount
currency_option
	custom_unit_amount custom_unit_amount
	tiers price_tier
customer
	address address
	cash_balance cash_balance
	default_source bank_account card source
	discount discount
	invoice_settings invoice_setting_customer_setting
	shipping shipping
	sources *bank_account *card *source
	subscriptions *subscription
	tax customer_tax
	tax_ids *tax_id
	test_clock test_helpers.test_clock
customer_acceptance
	offline offline_acceptance
	online online_acceptance
customer_balance_resource_cash_balance_transaction_resource_adjusted_for_overdraft
	balance_transaction balance_transaction
	linked_transaction customer_cash_balance_transaction
customer_balance_resource_cash_balance_transaction_resource_applied_to_payment_transaction
	payment_intent payment_intent
customer_balance_resource_cash_balance_transaction_resource_funded_transaction
	bank_transfer customer_balance_resource_cash_balance_transaction_resource_funded_transaction_resource_bank_transfer
customer_balance_resource_cash_balance_transaction_resource_funded_transaction_resource_bank_transfer
	eu_bank_transfer customer_balance_resource_cash_balance_transaction_resource_funded_transaction_resource_bank_transfer_resource_eu_bank_transfer
	gb_bank_transfer customer_balance_resource_cash_balance_transaction_resource_funded_transaction_resource_bank_transfer_resource_gb_bank_transfer
	jp_bank_transfer customer_balance_resource_cash_balance_transaction_resource_funded_transaction_resource_bank_transfer_resource_jp_bank_transfer
	us_bank_transfer customer_balance_resource_cash_balance_transaction_resource_funded_transaction_resource_bank_transfer_resource_us_bank_transfer
customer_balance_resource_cash_balance_transaction_resource_refunded_from_payment_transaction
	refund refund
customer_balance_resource_cash_balance_transaction_resource_transferred_to_balance
	balance_transaction balance_transaction
customer_balance_resource_cash_balance_transaction_resource_unapplied_from_payment_transaction
	payment_intent payment_intent
customer_balance_transaction
	checkout_session checkout.session
	credit_note credit_note
	customer customer
	invoice invoice
customer_cash_balance_transaction
	adjusted_for_overdraft customer_balance_resource_cash_balance_transaction_resource_adjusted_for_overdraft
	applied_to_payment customer_balance_resource_cash_balance_transaction_resource_applied_to_payment_transaction
	customer customer
	funded customer_balance_resource_cash_balance_transaction_resource_funded_transaction
	refunded_from_payment customer_balance_resource_cash_balance_transaction_resource_refunded_from_payment_transaction
	transferred_to_balance customer_balance_resource_cash_balance_transaction_resource_transferred_to_balance
	unapplied_from_payment customer_balance_resource_cash_balance_transaction_resource_unapplied_from_payment_transaction
customer_session
	components customer_session_resource_components
	customer customer
customer_session_resource_components
	buy_button customer_session_resource_components_resource_buy_button
	customer_sheet customer_session_resource_components_resource_customer_sheet
	mobile_payment_element customer_session_resource_components_resource_mobile_payment_element
	payment_element customer_session_resource_components_resource_payment_element
	pricing_table customer_session_resource_components_resource_pricing_table
customer_session_resource_components_resource_customer_sheet
	features customer_session_resource_components_resource_customer_sheet_resource_features
customer_session_resource_components_resource_mobile_payment_element
	features customer_session_resource_components_resource_mobile_payment_element_resource_features
customer_session_resource_components_resource_payment_element
	features customer_session_resource_components_resource_payment_element_resource_features
customer_tax
	location customer_tax_location
deleted_discount
	customer customer deleted_customer
	promotion_code promotion_code
	source discount_source
discount
	customer customer deleted_customer
	promotion_code promotion_code
	source discount_source
discount_source
	coupon coupon
discounts_resource_discount_amount
	discount discount deleted_discount
discounts_resource_stackable_discount_with_discount_end
	coupon coupon
	discount discount
	promotion_code promotion_code
dispute
	balance_transactions balance_transaction
	charge charge
	evidence dispute_evidence
	evidence_details dispute_evidence_details
	payment_intent payment_intent
	payment_method_details dispute_payment_method_details
dispute_enhanced_eligibility
	visa_compelling_evidence_3 dispute_enhanced_eligibility_visa_compelling_evidence3
	visa_compliance dispute_enhanced_eligibility_visa_compliance
dispute_enhanced_evidence
	visa_compelling_evidence_3 dispute_enhanced_evidence_visa_compelling_evidence3
	visa_compliance dispute_enhanced_evidence_visa_compliance
dispute_enhanced_evidence_visa_compelling_evidence3
	disputed_transaction dispute_visa_compelling_evidence3_disputed_transaction
	prior_undisputed_transactions dispute_visa_compelling_evidence3_prior_undisputed_transaction
dispute_evidence
	cancellation_policy file
	customer_communication file
	customer_signature file
	duplicate_charge_documentation file
	enhanced_evidence dispute_enhanced_evidence
	receipt file
	refund_policy file
	service_documentation file
	shipping_documentation file
	uncategorized_file file
dispute_evidence_details
	enhanced_eligibility dispute_enhanced_eligibility
dispute_payment_method_details
	card dispute_payment_method_details_card
dispute_visa_compelling_evidence3_disputed_transaction
	shipping_address dispute_transaction_shipping_address
dispute_visa_compelling_evidence3_prior_undisputed_transaction
	shipping_address dispute_transaction_shipping_address
error
	error api_errors
event
	data notification_event_data
	request notification_event_request
external_account_requirements
	errors account_requirements_error
fee_refund
	balance_transaction balance_transaction
	fee application_fee
file
	links *file_link
file_link
	file file
funding_instructions
	bank_transfer funding_instructions_bank_transfer
funding_instructions_bank_transfer
	financial_addresses funding_instructions_bank_transfer_financial_address
funding_instructions_bank_transfer_aba_record
	account_holder_address address
	bank_address address
funding_instructions_bank_transfer_financial_address
	aba funding_instructions_bank_transfer_aba_record
	iban funding_instructions_bank_transfer_iban_record
	sort_code funding_instructions_bank_transfer_sort_code_record
	spei funding_instructions_bank_transfer_spei_record
	swift funding_instructions_bank_transfer_swift_record
	zengin funding_instructions_bank_transfer_zengin_record
funding_instructions_bank_transfer_iban_record
	account_holder_address address
	bank_address address
funding_instructions_bank_transfer_sort_code_record
	account_holder_address address
	bank_address address
funding_instructions_bank_transfer_spei_record
	account_holder_address address
	bank_address address
funding_instructions_bank_transfer_swift_record
	account_holder_address address
	bank_address address
funding_instructions_bank_transfer_zengin_record
	account_holder_address address
	bank_address address
invoice
	account_tax_ids tax_id deleted_tax_id
	application application deleted_application
	automatic_tax automatic_tax
	confirmation_secret invoices_resource_confirmation_secret
	custom_fields invoice_setting_custom_field
	customer customer deleted_customer
	customer_address address
	customer_shipping shipping
	customer_tax_ids invoices_resource_invoice_tax_id
	default_payment_method payment_method
	default_source bank_account card source
	default_tax_rates tax_rate
	discounts discount deleted_discount
	from_invoice invoices_resource_from_invoice
	issuer connect_account_reference
	last_finalization_error api_errors
	latest_revision invoice
	lines *line_item
	on_behalf_of account
	parent billing_bill_resource_invoicing_parents_invoice_parent
	payment_settings invoices_payment_settings
	payments *invoice_payment
	rendering invoices_resource_invoice_rendering
	shipping_cost invoices_resource_shipping_cost
	shipping_details shipping
	status_transitions invoices_resource_status_transitions
	test_clock test_helpers.test_clock
	threshold_reason invoice_threshold_reason
	total_discount_amounts discounts_resource_discount_amount
	total_pretax_credit_amounts invoices_resource_pretax_credit_amount
	total_taxes billing_bill_resource_invoicing_taxes_tax
invoice_item_proration_credited_items
	invoice_line_item_details credited_items_invoice_line_items
invoice_payment
	invoice invoice deleted_invoice
	payment invoices_payments_invoice_payment_associated_payment
	status_transitions invoices_payments_invoice_payment_status_transitions
invoice_payment_method_options_card
	installments invoice_installments_card
invoice_payment_method_options_us_bank_account
	financial_connections invoice_payment_method_options_us_bank_account_linked_account_options
invoice_payment_method_options_us_bank_account_linked_account_options
	filters invoice_payment_method_options_us_bank_account_linked_account_options_filters
invoice_setting_customer_setting
	custom_fields invoice_setting_custom_field
	default_payment_method payment_method
	rendering_options invoice_setting_customer_rendering_options
invoice_setting_quote_setting
	issuer connect_account_reference
invoice_setting_subscription_schedule_phase_setting
	account_tax_ids tax_id deleted_tax_id
	issuer connect_account_reference
invoice_setting_subscription_schedule_setting
	account_tax_ids tax_id deleted_tax_id
	issuer connect_account_reference
invoice_threshold_reason
	item_reasons invoice_item_threshold_reason
invoiceitem
	customer customer deleted_customer
	discounts discount
	invoice invoice
	parent billing_bill_resource_invoice_item_parents_invoice_item_parent
	period invoice_line_item_period
	pricing billing_bill_resource_invoicing_pricing_pricing
	proration_details proration_details
	tax_rates tax_rate
	test_clock test_helpers.test_clock
invoices_payment_method_options
	card invoice_payment_method_options_card
	us_bank_account invoice_payment_method_options_us_bank_account
invoices_payment_settings
	payment_method_options invoices_payment_method_options
invoices_payments_invoice_payment_associated_payment
	charge charge
	payment_intent payment_intent
	payment_record payment_record
invoices_resource_from_invoice
	invoice invoice
invoices_resource_invoice_rendering
	pdf invoice_rendering_pdf
invoices_resource_pretax_credit_amount
	credit_balance_transaction billing.credit_balance_transaction
	discount discount deleted_discount
invoices_resource_shipping_cost
	shipping_rate shipping_rate
	taxes line_items_tax_amount
item
	discounts line_items_discount_amount
	price price
	taxes line_items_tax_amount
legal_entity_company
	address address
	address_kana legal_entity_japan_address
	address_kanji legal_entity_japan_address
	directorship_declaration legal_entity_directorship_declaration
	ownership_declaration legal_entity_ubo_declaration
	registration_date legal_entity_registration_date
	representative_declaration legal_entity_representative_declaration
	verification legal_entity_company_verification
legal_entity_company_verification
	document legal_entity_company_verification_document
legal_entity_company_verification_document
	back file
	front file
legal_entity_person_verification
	additional_document legal_entity_person_verification_document
	document legal_entity_person_verification_document
legal_entity_person_verification_document
	back file
	front file
line_item
	discount_amounts discounts_resource_discount_amount
	discounts discount
	parent billing_bill_resource_invoicing_lines_parents_invoice_line_item_parent
	period invoice_line_item_period
	pretax_credit_amounts invoices_resource_pretax_credit_amount
	pricing billing_bill_resource_invoicing_pricing_pricing
	subscription subscription
	taxes billing_bill_resource_invoicing_taxes_tax
line_items_discount_amount
	discount discount
line_items_tax_amount
	rate tax_rate
linked_account_options_common
	filters payment_flows_private_payment_methods_financial_connections_common_linked_account_options_filters
mandate
	customer_acceptance customer_acceptance
	multi_use mandate_multi_use
	payment_method payment_method
	payment_method_details mandate_payment_method_details
	single_use mandate_single_use
mandate_payment_method_details
	card card_mandate_payment_method_details
	cashapp mandate_cashapp
	link mandate_link
	us_bank_account mandate_us_bank_account
payment_flows_amount_details
	error payment_flows_amount_details_resource_error
	line_items *payment_intent_amount_details_line_item
	shipping payment_flows_amount_details_resource_shipping
	tax payment_flows_amount_details_resource_tax
	tip payment_flows_amount_details_client_resource_tip
payment_flows_amount_details_client
	tip payment_flows_amount_details_client_resource_tip
payment_flows_installment_options
	plan payment_method_details_card_installments_plan
payment_flows_payment_intent_async_workflows
	inputs payment_flows_payment_intent_async_workflows_resource_inputs
payment_flows_payment_intent_async_workflows_resource_inputs
	tax payment_flows_payment_intent_async_workflows_resource_inputs_resource_tax
payment_intent
	amount_details payment_flows_amount_details payment_flows_amount_details_client
	application application
	automatic_payment_methods payment_flows_automatic_payment_methods_payment_intent
	customer customer deleted_customer
	hooks payment_flows_payment_intent_async_workflows
	last_payment_error api_errors
	latest_charge charge
	managed_payments smor_resource_managed_payments
	next_action payment_intent_next_action
	on_behalf_of account
	payment_details payment_flows_payment_details
	payment_method payment_method
	payment_method_configuration_details payment_method_config_biz_payment_method_configuration_details
	payment_method_options payment_intent_payment_method_options
	presentment_details payment_flows_payment_intent_presentment_details
	processing payment_intent_processing
	review review
	shipping shipping
	transfer_data transfer_data
payment_intent_card_processing
	customer_notification payment_intent_processing_customer_notification
payment_intent_next_action
	alipay_handle_redirect payment_intent_next_action_alipay_handle_redirect
	blik_authorize payment_intent_next_action_blik_authorize
	boleto_display_details payment_intent_next_action_boleto
	card_await_notification payment_intent_next_action_card_await_notification
	cashapp_handle_redirect_or_display_qr_code payment_intent_next_action_cashapp_handle_redirect_or_display_qr_code
	display_bank_transfer_instructions payment_intent_next_action_display_bank_transfer_instructions
	klarna_display_qr_code payment_intent_next_action_klarna_display_qr_code
	konbini_display_details payment_intent_next_action_konbini
	multibanco_display_details payment_intent_next_action_display_multibanco_details
	oxxo_display_details payment_intent_next_action_display_oxxo_details
	paynow_display_qr_code payment_intent_next_action_paynow_display_qr_code
	pix_display_qr_code payment_intent_next_action_pix_display_qr_code
	promptpay_display_qr_code payment_intent_next_action_promptpay_display_qr_code
	redirect_to_url payment_intent_next_action_redirect_to_url
	swish_handle_redirect_or_display_qr_code payment_intent_next_action_swish_handle_redirect_or_display_qr_code
	upi_handle_redirect_or_display_qr_code payment_intent_next_action_upi_handle_redirect_or_display_qr_code
	verify_with_microdeposits payment_intent_next_action_verify_with_microdeposits
	wechat_pay_display_qr_code payment_intent_next_action_wechat_pay_display_qr_code
	wechat_pay_redirect_to_android_app payment_intent_next_action_wechat_pay_redirect_to_android_app
	wechat_pay_redirect_to_ios_app payment_intent_next_action_wechat_pay_redirect_to_ios_app
payment_intent_next_action_cashapp_handle_redirect_or_display_qr_code
	qr_code payment_intent_next_action_cashapp_qr_code
payment_intent_next_action_display_bank_transfer_instructions
	financial_addresses funding_instructions_bank_transfer_financial_address
payment_intent_next_action_konbini
	stores payment_intent_next_action_konbini_stores
payment_intent_next_action_konbini_stores
	familymart payment_intent_next_action_konbini_familymart
	lawson payment_intent_next_action_konbini_lawson
	ministop payment_intent_next_action_konbini_ministop
	seicomart payment_intent_next_action_konbini_seicomart
payment_intent_next_action_swish_handle_redirect_or_display_qr_code
	qr_code payment_intent_next_action_swish_qr_code
payment_intent_next_action_upi_handle_redirect_or_display_qr_code
	qr_code payment_intent_next_action_upiqr_code
payment_intent_payment_method_options
	card payment_intent_payment_method_options_card payment_intent_type_specific_payment_method_options_client
	cashapp payment_method_options_cashapp payment_intent_type_specific_payment_method_options_client
	link payment_intent_payment_method_options_link payment_intent_type_specific_payment_method_options_client
	us_bank_account payment_intent_payment_method_options_us_bank_account payment_intent_type_specific_payment_method_options_client
payment_intent_payment_method_options_card
	installments payment_method_options_card_installments
	mandate_options payment_method_options_card_mandate_options
payment_intent_payment_method_options_us_bank_account
	financial_connections linked_account_options_common
	mandate_options payment_method_options_us_bank_account_mandate_options
payment_intent_processing
	card payment_intent_card_processing
payment_intent_type_specific_payment_method_options_client
	installments payment_flows_installment_options
	mandate_options payment_intent_payment_method_options_mandate_options_payto
	routing payment_method_options_card_present_routing
payment_link
	after_completion payment_links_resource_after_completion
	application application deleted_application
	automatic_tax payment_links_resource_automatic_tax
	consent_collection payment_links_resource_consent_collection
	custom_fields payment_links_resource_custom_fields
	custom_text payment_links_resource_custom_text
	invoice_creation payment_links_resource_invoice_creation
	line_items *item
	managed_payments payment_pages_checkout_session_managed_payments
	name_collection payment_links_resource_name_collection
	on_behalf_of account
	optional_items payment_links_resource_optional_item
	payment_intent_data payment_links_resource_payment_intent_data
	payment_method_options payment_links_resource_payment_method_options
	phone_number_collection payment_links_resource_phone_number_collection
	restrictions payment_links_resource_restrictions
	shipping_address_collection payment_links_resource_shipping_address_collection
	shipping_options payment_links_resource_shipping_option
	subscription_data payment_links_resource_subscription_data
	tax_id_collection payment_links_resource_tax_id_collection
	transfer_data payment_links_resource_transfer_data
payment_links_resource_after_completion
	hosted_confirmation payment_links_resource_completion_behavior_confirmation_page
	redirect payment_links_resource_completion_behavior_redirect
payment_links_resource_automatic_tax
	liability connect_account_reference
payment_links_resource_card_payment_method_options
	restrictions payment_links_resource_card_restrictions
payment_links_resource_consent_collection
	payment_method_reuse_agreement payment_links_resource_payment_method_reuse_agreement
payment_links_resource_custom_fields
	dropdown payment_links_resource_custom_fields_dropdown
	label payment_links_resource_custom_fields_label
	numeric payment_links_resource_custom_fields_numeric
	text payment_links_resource_custom_fields_text
payment_links_resource_custom_fields_dropdown
	options payment_links_resource_custom_fields_dropdown_option
payment_links_resource_custom_text
	after_submit payment_links_resource_custom_text_position
	shipping_address payment_links_resource_custom_text_position
	submit payment_links_resource_custom_text_position
	terms_of_service_acceptance payment_links_resource_custom_text_position
payment_links_resource_invoice_creation
	invoice_data payment_links_resource_invoice_settings
payment_links_resource_invoice_settings
	account_tax_ids tax_id deleted_tax_id
	custom_fields invoice_setting_custom_field
	issuer connect_account_reference
	rendering_options invoice_setting_checkout_rendering_options
payment_links_resource_name_collection
	business payment_links_resource_business_name
	individual payment_links_resource_individual_name
payment_links_resource_optional_item
	adjustable_quantity payment_links_resource_optional_item_adjustable_quantity
payment_links_resource_payment_method_options
	card payment_links_resource_card_payment_method_options
payment_links_resource_restrictions
	completed_sessions payment_links_resource_completed_sessions
payment_links_resource_shipping_option
	shipping_rate shipping_rate
payment_links_resource_subscription_data
	invoice_settings payment_links_resource_subscription_data_invoice_settings
	trial_settings subscriptions_trials_resource_trial_settings
payment_links_resource_subscription_data_invoice_settings
	issuer connect_account_reference
payment_links_resource_transfer_data
	destination account
payment_method
	billing_details billing_details
	card payment_method_card
	cashapp payment_method_cashapp
	customer customer
	link payment_method_link
	radar_options radar_radar_options
	us_bank_account payment_method_us_bank_account
payment_method_card
	checks payment_method_card_checks
	generated_from payment_method_card_generated_card
	networks networks
	three_d_secure_usage three_d_secure_usage
	wallet payment_method_card_wallet
payment_method_card_generated_card
	payment_method_details card_generated_from_payment_method_details
	setup_attempt setup_attempt
payment_method_card_wallet
	amex_express_checkout payment_method_card_wallet_amex_express_checkout
	apple_pay payment_method_card_wallet_apple_pay
	google_pay payment_method_card_wallet_google_pay
	link payment_method_card_wallet_link
	masterpass payment_method_card_wallet_masterpass
	visa_checkout payment_method_card_wallet_visa_checkout
payment_method_card_wallet_masterpass
	billing_address address
	shipping_address address
payment_method_card_wallet_visa_checkout
	billing_address address
	shipping_address address
payment_method_config_resource_payment_method_properties
	display_preference payment_method_config_resource_display_preference
payment_method_configuration
	apple_pay payment_method_config_resource_payment_method_properties
	card payment_method_config_resource_payment_method_properties
	cartes_bancaires payment_method_config_resource_payment_method_properties
	cashapp payment_method_config_resource_payment_method_properties
	google_pay payment_method_config_resource_payment_method_properties
	jcb payment_method_config_resource_payment_method_properties
	link payment_method_config_resource_payment_method_properties
	us_bank_account payment_method_config_resource_payment_method_properties
payment_method_details
	ach_credit_transfer payment_method_details_ach_credit_transfer
	ach_debit payment_method_details_ach_debit
	card payment_method_details_card
	cashapp payment_method_details_cashapp
	link payment_method_details_link
	stripe_account payment_method_details_stripe_account
	us_bank_account payment_method_details_us_bank_account
	wechat payment_method_details_wechat
payment_method_details_card
	checks payment_method_details_card_checks
	extended_authorization payment_flows_private_payment_methods_card_details_api_resource_enterprise_features_extended_authorization_extended_authorization
	incremental_authorization payment_flows_private_payment_methods_card_details_api_resource_enterprise_features_incremental_authorization_incremental_authorization
	installments payment_method_details_card_installments
	multicapture payment_flows_private_payment_methods_card_details_api_resource_multicapture
	network_token payment_method_details_card_network_token
	overcapture payment_flows_private_payment_methods_card_details_api_resource_enterprise_features_overcapture_overcapture
	three_d_secure three_d_secure_details_charge
	wallet payment_method_details_card_wallet
payment_method_details_card_installments
	plan payment_method_details_card_installments_plan
payment_method_details_card_wallet
	amex_express_checkout payment_method_details_card_wallet_amex_express_checkout
	apple_pay payment_method_details_card_wallet_apple_pay
	google_pay payment_method_details_card_wallet_google_pay
	link payment_method_details_card_wallet_link
	masterpass payment_method_details_card_wallet_masterpass
	visa_checkout payment_method_details_card_wallet_visa_checkout
payment_method_details_card_wallet_masterpass
	billing_address address
	shipping_address address
payment_method_details_card_wallet_visa_checkout
	billing_address address
	shipping_address address
payment_method_details_us_bank_account
	mandate mandate
payment_method_domain
	apple_pay payment_method_domain_resource_payment_method_status
	google_pay payment_method_domain_resource_payment_method_status
	link payment_method_domain_resource_payment_method_status
payment_method_domain_resource_payment_method_status
	status_details payment_method_domain_resource_payment_method_status_details
payment_method_options_card_installments
	available_plans payment_method_details_card_installments_plan
	plan payment_method_details_card_installments_plan
payment_method_us_bank_account
	networks us_bank_account_networks
	status_details payment_method_us_bank_account_status_details
payment_method_us_bank_account_status_details
	blocked payment_method_us_bank_account_blocked
payment_pages_checkout_session_after_expiration
	recovery payment_pages_checkout_session_after_expiration_recovery
payment_pages_checkout_session_automatic_tax
	liability connect_account_reference
payment_pages_checkout_session_branding_settings
	icon payment_pages_checkout_session_branding_settings_icon
	logo payment_pages_checkout_session_branding_settings_logo
payment_pages_checkout_session_checkout_address_details
	address address
payment_pages_checkout_session_collected_information
	shipping_details payment_pages_checkout_session_checkout_address_details
payment_pages_checkout_session_consent_collection
	payment_method_reuse_agreement payment_pages_checkout_session_payment_method_reuse_agreement
payment_pages_checkout_session_custom_fields
	dropdown payment_pages_checkout_session_custom_fields_dropdown
	label payment_pages_checkout_session_custom_fields_label
	numeric payment_pages_checkout_session_custom_fields_numeric
	text payment_pages_checkout_session_custom_fields_text
payment_pages_checkout_session_custom_fields_dropdown
	options payment_pages_checkout_session_custom_fields_option
payment_pages_checkout_session_custom_text
	after_submit payment_pages_checkout_session_custom_text_position
	shipping_address payment_pages_checkout_session_custom_text_position
	submit payment_pages_checkout_session_custom_text_position
	terms_of_service_acceptance payment_pages_checkout_session_custom_text_position
payment_pages_checkout_session_customer_details
	address address
	tax_ids payment_pages_checkout_session_tax_id
payment_pages_checkout_session_discount
	coupon coupon
	promotion_code promotion_code
payment_pages_checkout_session_invoice_creation
	invoice_data payment_pages_checkout_session_invoice_settings
payment_pages_checkout_session_invoice_settings
	account_tax_ids tax_id deleted_tax_id
	custom_fields invoice_setting_custom_field
	issuer connect_account_reference
	rendering_options invoice_setting_checkout_rendering_options
payment_pages_checkout_session_name_collection
	business payment_pages_checkout_session_business_name
	individual payment_pages_checkout_session_individual_name
payment_pages_checkout_session_optional_item
	adjustable_quantity payment_pages_checkout_session_optional_item_adjustable_quantity
payment_pages_checkout_session_shipping_cost
	shipping_rate shipping_rate
	taxes line_items_tax_amount
payment_pages_checkout_session_shipping_option
	shipping_rate shipping_rate
payment_pages_checkout_session_total_details
	breakdown payment_pages_checkout_session_total_details_resource_breakdown
payment_pages_checkout_session_total_details_resource_breakdown
	discounts line_items_discount_amount
	taxes line_items_tax_amount
payout
	application_fee application_fee
	balance_transaction balance_transaction
	destination bank_account card deleted_bank_account deleted_card
	failure_balance_transaction balance_transaction
	original_payout payout
	reversed_by payout
	trace_id payouts_trace_id
person
	additional_tos_acceptances person_additional_tos_acceptances
	address address
	address_kana legal_entity_japan_address
	address_kanji legal_entity_japan_address
	dob legal_entity_dob
	future_requirements person_future_requirements
	registered_address address
	relationship person_relationship
	requirements person_requirements
	us_cfpb_data person_us_cfpb_data
	verification legal_entity_person_verification
person_additional_tos_acceptances
	account person_additional_tos_acceptance
person_future_requirements
	alternatives account_requirements_alternative
	errors account_requirements_error
person_requirements
	alternatives account_requirements_alternative
	errors account_requirements_error
person_us_cfpb_data
	ethnicity_details person_ethnicity_details
	race_details person_race_details
plan
	product product deleted_product
	tiers plan_tier
	transform_usage transform_usage
portal_features
	customer_update portal_customer_update
	invoice_history portal_invoice_list
	payment_method_update portal_payment_method_update
	subscription_cancel portal_subscription_cancel
	subscription_update portal_subscription_update
portal_flows_flow
	after_completion portal_flows_flow_after_completion
	subscription_cancel portal_flows_flow_subscription_cancel
	subscription_update portal_flows_flow_subscription_update
	subscription_update_confirm portal_flows_flow_subscription_update_confirm
portal_flows_flow_after_completion
	hosted_confirmation portal_flows_after_completion_hosted_confirmation
	redirect portal_flows_after_completion_redirect
portal_flows_flow_subscription_cancel
	retention portal_flows_retention
portal_flows_flow_subscription_update_confirm
	discounts portal_flows_subscription_update_confirm_discount
	items portal_flows_subscription_update_confirm_item
portal_flows_retention
	coupon_offer portal_flows_coupon_offer
portal_resource_schedule_update_at_period_end
	conditions portal_resource_schedule_update_at_period_end_condition
portal_subscription_cancel
	cancellation_reason portal_subscription_cancellation_reason
portal_subscription_update
	products portal_subscription_update_product
	schedule_at_period_end portal_resource_schedule_update_at_period_end
portal_subscription_update_product
	adjustable_quantity portal_subscription_update_product_adjustable_quantity
price
	currency_options %currency_option
	custom_unit_amount custom_unit_amount
	product product deleted_product
	recurring recurring
	tiers price_tier
	transform_quantity transform_quantity
product
	default_price price
	marketing_features product_marketing_feature
	package_dimensions package_dimensions
	tax_code tax_code
promotion_code
	customer customer deleted_customer
	promotion promotion_codes_resource_promotion
	restrictions promotion_codes_resource_restrictions
promotion_codes_resource_promotion
	coupon coupon
promotion_codes_resource_restrictions
	currency_options %promotion_code_currency_option
proration_details
	credited_items invoice_item_proration_credited_items
	discount_amounts discounts_resource_discount_amount
quote
	application application deleted_application
	automatic_tax quotes_resource_automatic_tax
	computed quotes_resource_computed
	customer customer deleted_customer
	default_tax_rates tax_rate
	discounts discount
	from_quote quotes_resource_from_quote
	invoice invoice deleted_invoice
	invoice_settings invoice_setting_quote_setting
	line_items *item
	on_behalf_of account
	status_transitions quotes_resource_status_transitions
	subscription subscription
	subscription_data quotes_resource_subscription_data_subscription_data
	subscription_schedule subscription_schedule
	test_clock test_helpers.test_clock
	total_details quotes_resource_total_details
	transfer_data quotes_resource_transfer_data
quotes_resource_automatic_tax
	liability connect_account_reference
quotes_resource_computed
	recurring quotes_resource_recurring
	upfront quotes_resource_upfront
quotes_resource_from_quote
	quote quote
quotes_resource_recurring
	total_details quotes_resource_total_details
quotes_resource_subscription_data_billing_mode
	flexible subscriptions_resource_billing_mode_flexible
quotes_resource_subscription_data_subscription_data
	billing_mode quotes_resource_subscription_data_billing_mode
quotes_resource_total_details
	breakdown quotes_resource_total_details_resource_breakdown
quotes_resource_total_details_resource_breakdown
	discounts line_items_discount_amount
	taxes line_items_tax_amount
quotes_resource_transfer_data
	destination account
quotes_resource_upfront
	line_items *item
	total_details quotes_resource_total_details
radar.early_fraud_warning
	charge charge
	payment_intent payment_intent
radar.value_list
	list_items *radar.value_list_item
refund
	balance_transaction balance_transaction
	charge charge
	destination_details refund_destination_details
	failure_balance_transaction balance_transaction
	next_action refund_next_action
	payment_intent payment_intent
	presentment_details payment_flows_payment_intent_presentment_details
	source_transfer_reversal transfer_reversal
	transfer_reversal transfer_reversal
refund_destination_details
	au_bank_transfer destination_details_unimplemented
	br_bank_transfer refund_destination_details_br_bank_transfer
	card refund_destination_details_card
	cashapp destination_details_unimplemented
	customer_cash_balance destination_details_unimplemented
	eu_bank_transfer refund_destination_details_eu_bank_transfer
	gb_bank_transfer refund_destination_details_gb_bank_transfer
	jp_bank_transfer refund_destination_details_jp_bank_transfer
	mx_bank_transfer refund_destination_details_mx_bank_transfer
	nz_bank_transfer destination_details_unimplemented
	revolut destination_details_unimplemented
	th_bank_transfer refund_destination_details_th_bank_transfer
	us_bank_transfer refund_destination_details_us_bank_transfer
refund_next_action
	display_details refund_next_action_display_details
refund_next_action_display_details
	email_sent email_sent
review
	charge charge
	ip_address_location radar_review_resource_location
	payment_intent payment_intent
	session radar_review_resource_session
schedules_phase_automatic_tax
	liability connect_account_reference
setup_attempt
	application application
	customer customer deleted_customer
	on_behalf_of account
	payment_method payment_method
	payment_method_details setup_attempt_payment_method_details
	setup_error api_errors
	setup_intent setup_intent
setup_attempt_payment_method_details
	card setup_attempt_payment_method_details_card
	cashapp setup_attempt_payment_method_details_cashapp
	link setup_attempt_payment_method_details_link
	us_bank_account setup_attempt_payment_method_details_us_bank_account
setup_attempt_payment_method_details_card
	checks setup_attempt_payment_method_details_card_checks
	three_d_secure three_d_secure_details
	wallet setup_attempt_payment_method_details_card_wallet
setup_attempt_payment_method_details_card_wallet
	apple_pay payment_method_details_card_wallet_apple_pay
	google_pay payment_method_details_card_wallet_google_pay
setup_intent
	application application
	automatic_payment_methods payment_flows_automatic_payment_methods_setup_intent
	customer customer deleted_customer
	last_setup_error api_errors
	latest_attempt setup_attempt
	managed_payments smor_resource_managed_payments
	mandate mandate
	next_action setup_intent_next_action
	on_behalf_of account
	payment_method payment_method
	payment_method_configuration_details payment_method_config_biz_payment_method_configuration_details
	payment_method_options setup_intent_payment_method_options
	single_use_mandate mandate
setup_intent_next_action
	blik_authorize payment_intent_next_action_blik_authorize
	cashapp_handle_redirect_or_display_qr_code payment_intent_next_action_cashapp_handle_redirect_or_display_qr_code
	pix_display_qr_code setup_intent_next_action_pix_display_qr_code
	redirect_to_url setup_intent_next_action_redirect_to_url
	upi_handle_redirect_or_display_qr_code payment_intent_next_action_upi_handle_redirect_or_display_qr_code
	verify_with_microdeposits setup_intent_next_action_verify_with_microdeposits
setup_intent_payment_method_options
	card setup_intent_payment_method_options_card setup_intent_type_specific_payment_method_options_client
	link setup_intent_payment_method_options_link setup_intent_type_specific_payment_method_options_client
	us_bank_account setup_intent_payment_method_options_us_bank_account setup_intent_type_specific_payment_method_options_client
setup_intent_payment_method_options_card
	mandate_options setup_intent_payment_method_options_card_mandate_options
setup_intent_payment_method_options_us_bank_account
	financial_connections linked_account_options_common
	mandate_options payment_method_options_us_bank_account_mandate_options
setup_intent_type_specific_payment_method_options_client
	mandate_options setup_intent_payment_method_options_mandate_options_payto
shipping
	address address
shipping_rate
	delivery_estimate shipping_rate_delivery_estimate
	fixed_amount shipping_rate_fixed_amount
	tax_code tax_code
shipping_rate_delivery_estimate
	maximum shipping_rate_delivery_estimate_bound
	minimum shipping_rate_delivery_estimate_bound
shipping_rate_fixed_amount
	currency_options %shipping_rate_currency_option
source
	ach_credit_transfer source_type_ach_credit_transfer
	ach_debit source_type_ach_debit
	card source_type_card
	code_verification source_code_verification_flow
	owner source_owner
	receiver source_receiver_flow
	redirect source_redirect_flow
	source_order source_order
	three_d_secure source_type_three_d_secure
	wechat source_type_wechat
source_mandate_notification
	source source
source_order
	items source_order_item
	shipping shipping
source_owner
	address address
	verified_address address
source_transaction
	ach_credit_transfer source_transaction_ach_credit_transfer_data
	chf_credit_transfer source_transaction_chf_credit_transfer_data
	gbp_credit_transfer source_transaction_gbp_credit_transfer_data
	paper_check source_transaction_paper_check_data
	sepa_credit_transfer source_transaction_sepa_credit_transfer_data
stackable_discount_with_discount_settings
	coupon coupon
	discount discount
	promotion_code promotion_code
stackable_discount_with_discount_settings_and_discount_end
	coupon coupon
	discount discount
	promotion_code promotion_code
subscription
	application application deleted_application
	automatic_tax subscription_automatic_tax
	billing_cycle_anchor_config subscriptions_resource_billing_cycle_anchor_config
	billing_mode subscriptions_resource_billing_mode
	billing_schedules subscriptions_resource_billing_schedules
	billing_thresholds subscription_billing_thresholds
	cancellation_details cancellation_details
	customer customer deleted_customer
	default_payment_method payment_method
	default_source bank_account card source
	default_tax_rates tax_rate
	discounts discount
	invoice_settings subscriptions_resource_subscription_invoice_settings
	items *subscription_item
	latest_invoice invoice
	managed_payments smor_resource_managed_payments
	on_behalf_of account
	pause_collection subscriptions_resource_pause_collection
	payment_settings subscriptions_resource_payment_settings
	pending_invoice_item_interval subscription_pending_invoice_item_interval
	pending_setup_intent setup_intent
	pending_update subscriptions_resource_pending_update
	presentment_details subscriptions_resource_subscription_presentment_details
	schedule subscription_schedule
	test_clock test_helpers.test_clock
	transfer_data subscription_transfer_data
	trial_settings subscriptions_resource_trial_settings_trial_settings
subscription_automatic_tax
	liability connect_account_reference
subscription_item
	billing_thresholds subscription_item_billing_thresholds
	discounts discount
	price price
	tax_rates tax_rate
subscription_payment_method_options_card
	mandate_options invoice_mandate_options_card
subscription_schedule
	application application deleted_application
	billing_mode subscriptions_resource_billing_mode
	current_phase subscription_schedule_current_phase
	customer customer deleted_customer
	default_settings subscription_schedules_resource_default_settings
	phases subscription_schedule_phase_configuration
	subscription subscription
	test_clock test_helpers.test_clock
subscription_schedule_add_invoice_item
	discounts discounts_resource_stackable_discount_with_discount_end
	period subscription_schedule_add_invoice_item_period
	price price deleted_price
	tax_rates tax_rate
subscription_schedule_add_invoice_item_period
	end subscription_schedules_resource_invoice_item_period_resource_period_end
	start subscription_schedules_resource_invoice_item_period_resource_period_start
subscription_schedule_configuration_item
	billing_thresholds subscription_item_billing_thresholds
	discounts stackable_discount_with_discount_settings
	price price deleted_price
	tax_rates tax_rate
subscription_schedule_phase_configuration
	add_invoice_items subscription_schedule_add_invoice_item
	automatic_tax schedules_phase_automatic_tax
	billing_thresholds subscription_billing_thresholds
	default_payment_method payment_method
	default_tax_rates tax_rate
	discounts stackable_discount_with_discount_settings_and_discount_end
	invoice_settings invoice_setting_subscription_schedule_phase_setting
	items subscription_schedule_configuration_item
	on_behalf_of account
	transfer_data subscription_transfer_data
subscription_schedules_resource_default_settings
	automatic_tax subscription_schedules_resource_default_settings_automatic_tax
	billing_thresholds subscription_billing_thresholds
	default_payment_method payment_method
	invoice_settings invoice_setting_subscription_schedule_setting
	on_behalf_of account
	transfer_data subscription_transfer_data
subscription_schedules_resource_default_settings_automatic_tax
	liability connect_account_reference
subscription_transfer_data
	destination account
subscriptions_resource_billing_mode
	flexible subscriptions_resource_billing_mode_flexible
subscriptions_resource_billing_schedules
	applies_to subscriptions_resource_billing_schedules_applies_to
	bill_until subscriptions_resource_billing_schedules_bill_until
subscriptions_resource_billing_schedules_applies_to
	price price
subscriptions_resource_billing_schedules_bill_until
	duration subscriptions_resource_billing_schedules_bill_until_duration
subscriptions_resource_payment_method_options
	card subscription_payment_method_options_card
	us_bank_account invoice_payment_method_options_us_bank_account
subscriptions_resource_payment_settings
	payment_method_options subscriptions_resource_payment_method_options
subscriptions_resource_pending_update
	discount discount
	discounts discount
	subscription_items subscription_item
subscriptions_resource_subscription_invoice_settings
	account_tax_ids tax_id deleted_tax_id
	issuer connect_account_reference
subscriptions_resource_trial_settings_trial_settings
	end_behavior subscriptions_resource_trial_settings_end_behavior
subscriptions_trials_resource_trial_settings
	end_behavior subscriptions_trials_resource_end_behavior
tax.settings
	defaults tax_product_resource_tax_settings_defaults
	head_office tax_product_resource_tax_settings_head_office
	status_details tax_product_resource_tax_settings_status_details
tax_i_ds_owner
	account account
	application application
	customer customer
tax_id
	customer customer
	owner tax_i_ds_owner
	verification tax_id_verification
tax_product_resource_tax_settings_head_office
	address address
tax_product_resource_tax_settings_status_details
	active tax_product_resource_tax_settings_status_details_resource_active
	pending tax_product_resource_tax_settings_status_details_resource_pending
tax_rate
	flat_amount tax_rate_flat_amount
test_helpers.test_clock
	status_details billing_clocks_resource_status_details_status_details
token
	bank_account bank_account
	card card
topup
	balance_transaction balance_transaction
	source source
transfer
	balance_transaction balance_transaction
	destination account
	destination_payment charge
	reversals *transfer_reversal
	source_transaction charge
transfer_data
	destination account
	payment_data payment_data
transfer_reversal
	balance_transaction balance_transaction
	destination_payment_refund refund
	source_refund refund
	transfer transfer
"""
    /// The operations, each with the schemas of its response.
    static let results = """
GET /v1/account account
POST /v1/account_links account_link
GET /v1/accounts *account
POST /v1/accounts account
GET /v1/accounts/{account} account
POST /v1/accounts/{account} account
DELETE /v1/accounts/{account} deleted_account
GET /v1/accounts/{account}/capabilities *capability
GET /v1/accounts/{account}/capabilities/{capability} capability
POST /v1/accounts/{account}/capabilities/{capability} capability
GET /v1/accounts/{account}/external_accounts *bank_account *card
POST /v1/accounts/{account}/external_accounts external_account
GET /v1/accounts/{account}/external_accounts/{id} external_account
POST /v1/accounts/{account}/external_accounts/{id} external_account
DELETE /v1/accounts/{account}/external_accounts/{id} deleted_external_account
POST /v1/accounts/{account}/login_links login_link
GET /v1/accounts/{account}/people *person
POST /v1/accounts/{account}/people person
GET /v1/accounts/{account}/people/{person} person
POST /v1/accounts/{account}/people/{person} person
DELETE /v1/accounts/{account}/people/{person} deleted_person
GET /v1/accounts/{account}/persons *person
POST /v1/accounts/{account}/persons person
GET /v1/accounts/{account}/persons/{person} person
POST /v1/accounts/{account}/persons/{person} person
DELETE /v1/accounts/{account}/persons/{person} deleted_person
POST /v1/accounts/{account}/reject account
GET /v1/apple_pay/domains *apple_pay_domain
POST /v1/apple_pay/domains apple_pay_domain
GET /v1/apple_pay/domains/{domain} apple_pay_domain
DELETE /v1/apple_pay/domains/{domain} deleted_apple_pay_domain
GET /v1/application_fees *application_fee
GET /v1/application_fees/{fee}/refunds/{id} fee_refund
POST /v1/application_fees/{fee}/refunds/{id} fee_refund
GET /v1/application_fees/{id} application_fee
POST /v1/application_fees/{id}/refund application_fee
GET /v1/application_fees/{id}/refunds *fee_refund
POST /v1/application_fees/{id}/refunds fee_refund
GET /v1/apps/secrets *apps.secret
POST /v1/apps/secrets apps.secret
POST /v1/apps/secrets/delete apps.secret
GET /v1/apps/secrets/find apps.secret
GET /v1/balance balance
GET /v1/balance_transactions *balance_transaction
GET /v1/balance_transactions/{id} balance_transaction
GET /v1/billing_portal/configurations *billing_portal.configuration
POST /v1/billing_portal/configurations billing_portal.configuration
GET /v1/billing_portal/configurations/{configuration} billing_portal.configuration
POST /v1/billing_portal/configurations/{configuration} billing_portal.configuration
POST /v1/billing_portal/sessions billing_portal.session
GET /v1/charges *charge
POST /v1/charges charge
GET /v1/charges/search *charge
GET /v1/charges/{charge} charge
POST /v1/charges/{charge} charge
POST /v1/charges/{charge}/capture charge
GET /v1/charges/{charge}/dispute dispute
POST /v1/charges/{charge}/dispute dispute
POST /v1/charges/{charge}/dispute/close dispute
POST /v1/charges/{charge}/refund charge
GET /v1/charges/{charge}/refunds *refund
POST /v1/charges/{charge}/refunds refund
GET /v1/charges/{charge}/refunds/{refund} refund
POST /v1/charges/{charge}/refunds/{refund} refund
GET /v1/checkout/sessions *checkout.session
POST /v1/checkout/sessions checkout.session
GET /v1/checkout/sessions/{session} checkout.session
POST /v1/checkout/sessions/{session} checkout.session
POST /v1/checkout/sessions/{session}/expire checkout.session
GET /v1/checkout/sessions/{session}/line_items *item
GET /v1/country_specs *country_spec
GET /v1/country_specs/{country} country_spec
GET /v1/coupons *coupon
POST /v1/coupons coupon
GET /v1/coupons/{coupon} coupon
POST /v1/coupons/{coupon} coupon
DELETE /v1/coupons/{coupon} deleted_coupon
GET /v1/credit_notes *credit_note
POST /v1/credit_notes credit_note
GET /v1/credit_notes/preview credit_note
GET /v1/credit_notes/preview/lines *credit_note_line_item
GET /v1/credit_notes/{credit_note}/lines *credit_note_line_item
GET /v1/credit_notes/{id} credit_note
POST /v1/credit_notes/{id} credit_note
POST /v1/credit_notes/{id}/void credit_note
POST /v1/customer_sessions customer_session
GET /v1/customers *customer
POST /v1/customers customer
GET /v1/customers/search *customer
GET /v1/customers/{customer} customer deleted_customer
POST /v1/customers/{customer} customer
DELETE /v1/customers/{customer} deleted_customer
GET /v1/customers/{customer}/balance_transactions *customer_balance_transaction
POST /v1/customers/{customer}/balance_transactions customer_balance_transaction
GET /v1/customers/{customer}/balance_transactions/{transaction} customer_balance_transaction
POST /v1/customers/{customer}/balance_transactions/{transaction} customer_balance_transaction
GET /v1/customers/{customer}/bank_accounts *bank_account
POST /v1/customers/{customer}/bank_accounts payment_source
GET /v1/customers/{customer}/bank_accounts/{id} bank_account
POST /v1/customers/{customer}/bank_accounts/{id} card bank_account source
DELETE /v1/customers/{customer}/bank_accounts/{id} payment_source deleted_payment_source
POST /v1/customers/{customer}/bank_accounts/{id}/verify bank_account
GET /v1/customers/{customer}/cards *card
POST /v1/customers/{customer}/cards payment_source
GET /v1/customers/{customer}/cards/{id} card
POST /v1/customers/{customer}/cards/{id} card bank_account source
DELETE /v1/customers/{customer}/cards/{id} payment_source deleted_payment_source
GET /v1/customers/{customer}/cash_balance cash_balance
POST /v1/customers/{customer}/cash_balance cash_balance
GET /v1/customers/{customer}/cash_balance_transactions *customer_cash_balance_transaction
GET /v1/customers/{customer}/cash_balance_transactions/{transaction} customer_cash_balance_transaction
DELETE /v1/customers/{customer}/discount deleted_discount
POST /v1/customers/{customer}/funding_instructions funding_instructions
GET /v1/customers/{customer}/payment_methods *payment_method
GET /v1/customers/{customer}/payment_methods/{payment_method} payment_method
GET /v1/customers/{customer}/sources *bank_account *card *source
POST /v1/customers/{customer}/sources payment_source
GET /v1/customers/{customer}/sources/{id} payment_source
POST /v1/customers/{customer}/sources/{id} card bank_account source
DELETE /v1/customers/{customer}/sources/{id} payment_source deleted_payment_source
POST /v1/customers/{customer}/sources/{id}/verify bank_account
GET /v1/customers/{customer}/subscriptions *subscription
POST /v1/customers/{customer}/subscriptions subscription
GET /v1/customers/{customer}/subscriptions/{subscription_exposed_id} subscription
POST /v1/customers/{customer}/subscriptions/{subscription_exposed_id} subscription
DELETE /v1/customers/{customer}/subscriptions/{subscription_exposed_id} subscription
GET /v1/customers/{customer}/tax_ids *tax_id
POST /v1/customers/{customer}/tax_ids tax_id
GET /v1/customers/{customer}/tax_ids/{id} tax_id
DELETE /v1/customers/{customer}/tax_ids/{id} deleted_tax_id
GET /v1/disputes *dispute
GET /v1/disputes/{dispute} dispute
POST /v1/disputes/{dispute} dispute
POST /v1/disputes/{dispute}/close dispute
POST /v1/ephemeral_keys ephemeral_key
DELETE /v1/ephemeral_keys/{key} ephemeral_key
GET /v1/events *event
GET /v1/events/{id} event
GET /v1/exchange_rates *exchange_rate
GET /v1/exchange_rates/{rate_id} exchange_rate
GET /v1/file_links *file_link
POST /v1/file_links file_link
GET /v1/file_links/{link} file_link
POST /v1/file_links/{link} file_link
GET /v1/files *file
POST /v1/files file
GET /v1/invoice_payments *invoice_payment
GET /v1/invoice_payments/{invoice_payment} invoice_payment
GET /v1/invoiceitems *invoiceitem
POST /v1/invoiceitems invoiceitem
GET /v1/invoiceitems/{invoiceitem} invoiceitem
POST /v1/invoiceitems/{invoiceitem} invoiceitem
DELETE /v1/invoiceitems/{invoiceitem} deleted_invoiceitem
GET /v1/invoices *invoice
POST /v1/invoices invoice
POST /v1/invoices/create_preview invoice
GET /v1/invoices/search *invoice
GET /v1/invoices/{invoice} invoice
POST /v1/invoices/{invoice} invoice
DELETE /v1/invoices/{invoice} deleted_invoice
POST /v1/invoices/{invoice}/finalize invoice
GET /v1/invoices/{invoice}/lines *line_item
POST /v1/invoices/{invoice}/lines/{line_item_id} line_item
POST /v1/invoices/{invoice}/mark_uncollectible invoice
POST /v1/invoices/{invoice}/pay invoice
POST /v1/invoices/{invoice}/send invoice
POST /v1/invoices/{invoice}/void invoice
GET /v1/mandates/{mandate} mandate
GET /v1/payment_intents *payment_intent
POST /v1/payment_intents payment_intent
GET /v1/payment_intents/search *payment_intent
GET /v1/payment_intents/{intent} payment_intent
POST /v1/payment_intents/{intent} payment_intent
POST /v1/payment_intents/{intent}/apply_customer_balance payment_intent
POST /v1/payment_intents/{intent}/cancel payment_intent
POST /v1/payment_intents/{intent}/capture payment_intent
POST /v1/payment_intents/{intent}/confirm payment_intent
POST /v1/payment_intents/{intent}/increment_authorization payment_intent
POST /v1/payment_intents/{intent}/verify_microdeposits payment_intent
GET /v1/payment_links *payment_link
POST /v1/payment_links payment_link
GET /v1/payment_links/{payment_link} payment_link
POST /v1/payment_links/{payment_link} payment_link
GET /v1/payment_links/{payment_link}/line_items *item
GET /v1/payment_method_configurations *payment_method_configuration
POST /v1/payment_method_configurations payment_method_configuration
GET /v1/payment_method_configurations/{configuration} payment_method_configuration
POST /v1/payment_method_configurations/{configuration} payment_method_configuration
GET /v1/payment_method_domains *payment_method_domain
POST /v1/payment_method_domains payment_method_domain
GET /v1/payment_method_domains/{payment_method_domain} payment_method_domain
POST /v1/payment_method_domains/{payment_method_domain} payment_method_domain
POST /v1/payment_method_domains/{payment_method_domain}/validate payment_method_domain
GET /v1/payment_methods *payment_method
POST /v1/payment_methods payment_method
GET /v1/payment_methods/{payment_method} payment_method
POST /v1/payment_methods/{payment_method} payment_method
POST /v1/payment_methods/{payment_method}/attach payment_method
POST /v1/payment_methods/{payment_method}/detach payment_method
GET /v1/payouts *payout
POST /v1/payouts payout
GET /v1/payouts/{payout} payout
POST /v1/payouts/{payout} payout
POST /v1/payouts/{payout}/cancel payout
POST /v1/payouts/{payout}/reverse payout
GET /v1/plans *plan
POST /v1/plans plan
GET /v1/plans/{plan} plan
POST /v1/plans/{plan} plan
DELETE /v1/plans/{plan} deleted_plan
GET /v1/prices *price
POST /v1/prices price
GET /v1/prices/search *price
GET /v1/prices/{price} price
POST /v1/prices/{price} price
GET /v1/products *product
POST /v1/products product
GET /v1/products/search *product
GET /v1/products/{id} product
POST /v1/products/{id} product
DELETE /v1/products/{id} deleted_product
GET /v1/promotion_codes *promotion_code
POST /v1/promotion_codes promotion_code
GET /v1/promotion_codes/{promotion_code} promotion_code
POST /v1/promotion_codes/{promotion_code} promotion_code
GET /v1/quotes *quote
POST /v1/quotes quote
GET /v1/quotes/{quote} quote
POST /v1/quotes/{quote} quote
POST /v1/quotes/{quote}/accept quote
POST /v1/quotes/{quote}/cancel quote
GET /v1/quotes/{quote}/computed_upfront_line_items *item
POST /v1/quotes/{quote}/finalize quote
GET /v1/quotes/{quote}/line_items *item
GET /v1/radar/early_fraud_warnings *radar.early_fraud_warning
GET /v1/radar/early_fraud_warnings/{early_fraud_warning} radar.early_fraud_warning
GET /v1/radar/value_list_items *radar.value_list_item
POST /v1/radar/value_list_items radar.value_list_item
GET /v1/radar/value_list_items/{item} radar.value_list_item
DELETE /v1/radar/value_list_items/{item} deleted_radar.value_list_item
GET /v1/radar/value_lists *radar.value_list
POST /v1/radar/value_lists radar.value_list
GET /v1/radar/value_lists/{value_list} radar.value_list
POST /v1/radar/value_lists/{value_list} radar.value_list
DELETE /v1/radar/value_lists/{value_list} deleted_radar.value_list
GET /v1/refunds *refund
POST /v1/refunds refund
GET /v1/refunds/{refund} refund
POST /v1/refunds/{refund} refund
POST /v1/refunds/{refund}/cancel refund
GET /v1/reviews *review
GET /v1/reviews/{review} review
POST /v1/reviews/{review}/approve review
GET /v1/setup_attempts *setup_attempt
GET /v1/setup_intents *setup_intent
POST /v1/setup_intents setup_intent
GET /v1/setup_intents/{intent} setup_intent
POST /v1/setup_intents/{intent} setup_intent
POST /v1/setup_intents/{intent}/cancel setup_intent
POST /v1/setup_intents/{intent}/confirm setup_intent
POST /v1/setup_intents/{intent}/verify_microdeposits setup_intent
GET /v1/shipping_rates *shipping_rate
POST /v1/shipping_rates shipping_rate
GET /v1/shipping_rates/{shipping_rate_token} shipping_rate
POST /v1/shipping_rates/{shipping_rate_token} shipping_rate
POST /v1/sources source
GET /v1/sources/{source} source
POST /v1/sources/{source} source
GET /v1/sources/{source}/mandate_notifications/{mandate_notification} source_mandate_notification
GET /v1/sources/{source}/source_transactions *source_transaction
GET /v1/sources/{source}/source_transactions/{source_transaction} source_transaction
POST /v1/sources/{source}/verify source
GET /v1/subscription_items *subscription_item
POST /v1/subscription_items subscription_item
GET /v1/subscription_items/{item} subscription_item
POST /v1/subscription_items/{item} subscription_item
DELETE /v1/subscription_items/{item} deleted_subscription_item
GET /v1/subscription_schedules *subscription_schedule
POST /v1/subscription_schedules subscription_schedule
GET /v1/subscription_schedules/{schedule} subscription_schedule
POST /v1/subscription_schedules/{schedule} subscription_schedule
POST /v1/subscription_schedules/{schedule}/cancel subscription_schedule
POST /v1/subscription_schedules/{schedule}/release subscription_schedule
GET /v1/subscriptions *subscription
POST /v1/subscriptions subscription
GET /v1/subscriptions/search *subscription
GET /v1/subscriptions/{subscription_exposed_id} subscription
POST /v1/subscriptions/{subscription_exposed_id} subscription
DELETE /v1/subscriptions/{subscription_exposed_id} subscription
DELETE /v1/subscriptions/{subscription_exposed_id}/discount deleted_discount
POST /v1/subscriptions/{subscription}/resume subscription
GET /v1/tax/settings tax.settings
POST /v1/tax/settings tax.settings
GET /v1/tax_codes *tax_code
GET /v1/tax_codes/{id} tax_code
GET /v1/tax_ids *tax_id
POST /v1/tax_ids tax_id
GET /v1/tax_ids/{id} tax_id
DELETE /v1/tax_ids/{id} deleted_tax_id
GET /v1/tax_rates *tax_rate
POST /v1/tax_rates tax_rate
GET /v1/tax_rates/{tax_rate} tax_rate
POST /v1/tax_rates/{tax_rate} tax_rate
POST /v1/test_helpers/customers/{customer}/fund_cash_balance customer_cash_balance_transaction
POST /v1/test_helpers/refunds/{refund}/expire refund
GET /v1/test_helpers/test_clocks *test_helpers.test_clock
POST /v1/test_helpers/test_clocks test_helpers.test_clock
GET /v1/test_helpers/test_clocks/{test_clock} test_helpers.test_clock
DELETE /v1/test_helpers/test_clocks/{test_clock} deleted_test_helpers.test_clock
POST /v1/test_helpers/test_clocks/{test_clock}/advance test_helpers.test_clock
POST /v1/tokens token
GET /v1/tokens/{token} token
GET /v1/topups *topup
POST /v1/topups topup
GET /v1/topups/{topup} topup
POST /v1/topups/{topup} topup
POST /v1/topups/{topup}/cancel topup
GET /v1/transfers *transfer
POST /v1/transfers transfer
GET /v1/transfers/{id}/reversals *transfer_reversal
POST /v1/transfers/{id}/reversals transfer_reversal
GET /v1/transfers/{transfer} transfer
POST /v1/transfers/{transfer} transfer
GET /v1/transfers/{transfer}/reversals/{id} transfer_reversal
POST /v1/transfers/{transfer}/reversals/{id} transfer_reversal
GET /v1/webhook_endpoints *webhook_endpoint
POST /v1/webhook_endpoints webhook_endpoint
GET /v1/webhook_endpoints/{webhook_endpoint} webhook_endpoint
POST /v1/webhook_endpoints/{webhook_endpoint} webhook_endpoint
DELETE /v1/webhook_endpoints/{webhook_endpoint} deleted_webhook_endpoint
"""
    /// The operations of stripe-python (MIT, Copyright (c) 2010-2018 Stripe) that the description lacks. `*` marks a
    /// list without placeholders in its path.
    static let missing = """
POST /v1/account_sessions
POST /v1/accounts/{account}/unreject
GET /v1/apps/installs *
POST /v1/apps/installs
GET /v1/apps/installs/{id}
POST /v1/apps/installs/{id}
POST /v1/apps/installs/{id}/uninstall
GET /v1/balance_settings
POST /v1/balance_settings
GET /v1/billing/alerts *
POST /v1/billing/alerts
GET /v1/billing/alerts/{id}
POST /v1/billing/alerts/{id}/activate
POST /v1/billing/alerts/{id}/archive
POST /v1/billing/alerts/{id}/deactivate
GET /v1/billing/credit_balance_summary
GET /v1/billing/credit_balance_transactions *
GET /v1/billing/credit_balance_transactions/{id}
GET /v1/billing/credit_grants *
POST /v1/billing/credit_grants
GET /v1/billing/credit_grants/{id}
POST /v1/billing/credit_grants/{id}
POST /v1/billing/credit_grants/{id}/expire
POST /v1/billing/credit_grants/{id}/void
GET /v1/billing/feedback_options *
POST /v1/billing/feedback_options
GET /v1/billing/feedback_options/{id}
POST /v1/billing/feedback_options/{id}
POST /v1/billing/feedback_options/{id}/deactivate
POST /v1/billing/meter_event_adjustments
POST /v1/billing/meter_events
GET /v1/billing/meters *
POST /v1/billing/meters
GET /v1/billing/meters/{id}
POST /v1/billing/meters/{id}
POST /v1/billing/meters/{id}/deactivate
GET /v1/billing/meters/{id}/event_summaries
POST /v1/billing/meters/{id}/reactivate
GET /v1/climate/orders *
POST /v1/climate/orders
GET /v1/climate/orders/{order}
POST /v1/climate/orders/{order}
POST /v1/climate/orders/{order}/cancel
GET /v1/climate/products *
GET /v1/climate/products/{product}
GET /v1/climate/suppliers *
GET /v1/climate/suppliers/{supplier}
GET /v1/confirmation_tokens/{confirmation_token}
GET /v1/entitlements/active_entitlements *
GET /v1/entitlements/active_entitlements/{id}
GET /v1/entitlements/features *
POST /v1/entitlements/features
GET /v1/entitlements/features/{id}
POST /v1/entitlements/features/{id}
GET /v1/files/{file}
GET /v1/financial_connections/accounts *
GET /v1/financial_connections/accounts/{account}
POST /v1/financial_connections/accounts/{account}/disconnect
GET /v1/financial_connections/accounts/{account}/owners
POST /v1/financial_connections/accounts/{account}/refresh
POST /v1/financial_connections/accounts/{account}/subscribe
POST /v1/financial_connections/accounts/{account}/unsubscribe
POST /v1/financial_connections/sessions
GET /v1/financial_connections/sessions/{session}
GET /v1/financial_connections/transactions *
GET /v1/financial_connections/transactions/{transaction}
GET /v1/forwarding/requests *
POST /v1/forwarding/requests
GET /v1/forwarding/requests/{id}
GET /v1/identity/verification_reports *
GET /v1/identity/verification_reports/{report}
GET /v1/identity/verification_sessions *
POST /v1/identity/verification_sessions
GET /v1/identity/verification_sessions/{session}
POST /v1/identity/verification_sessions/{session}
POST /v1/identity/verification_sessions/{session}/cancel
POST /v1/identity/verification_sessions/{session}/redact
GET /v1/invoice_rendering_templates *
GET /v1/invoice_rendering_templates/{template}
POST /v1/invoice_rendering_templates/{template}/archive
POST /v1/invoice_rendering_templates/{template}/unarchive
POST /v1/invoices/{invoice}/add_lines
POST /v1/invoices/{invoice}/attach_payment
POST /v1/invoices/{invoice}/remove_lines
POST /v1/invoices/{invoice}/update_lines
GET /v1/issuing/authorizations *
GET /v1/issuing/authorizations/{authorization}
POST /v1/issuing/authorizations/{authorization}
POST /v1/issuing/authorizations/{authorization}/approve
POST /v1/issuing/authorizations/{authorization}/decline
GET /v1/issuing/cardholders *
POST /v1/issuing/cardholders
GET /v1/issuing/cardholders/{cardholder}
POST /v1/issuing/cardholders/{cardholder}
GET /v1/issuing/cards *
POST /v1/issuing/cards
GET /v1/issuing/cards/{card}
POST /v1/issuing/cards/{card}
GET /v1/issuing/disputes *
POST /v1/issuing/disputes
GET /v1/issuing/disputes/{dispute}
POST /v1/issuing/disputes/{dispute}
POST /v1/issuing/disputes/{dispute}/submit
GET /v1/issuing/personalization_designs *
POST /v1/issuing/personalization_designs
GET /v1/issuing/personalization_designs/{personalization_design}
POST /v1/issuing/personalization_designs/{personalization_design}
GET /v1/issuing/physical_bundles *
GET /v1/issuing/physical_bundles/{physical_bundle}
GET /v1/issuing/tokens *
GET /v1/issuing/tokens/{token}
POST /v1/issuing/tokens/{token}
GET /v1/issuing/transactions *
GET /v1/issuing/transactions/{transaction}
POST /v1/issuing/transactions/{transaction}
GET /v1/payment_attempt_records *
GET /v1/payment_attempt_records/{id}
GET /v1/payment_intents/{intent}/amount_details_line_items
GET /v1/payment_records *
POST /v1/payment_records/report_payment
GET /v1/payment_records/{id}
POST /v1/payment_records/{id}/report_payment_attempt
POST /v1/payment_records/{id}/report_payment_attempt_canceled
POST /v1/payment_records/{id}/report_payment_attempt_failed
POST /v1/payment_records/{id}/report_payment_attempt_guaranteed
POST /v1/payment_records/{id}/report_payment_attempt_informational
POST /v1/payment_records/{id}/report_refund
GET /v1/product_catalog/trial_offers *
POST /v1/product_catalog/trial_offers
GET /v1/product_catalog/trial_offers/{id}
POST /v1/product_catalog/trial_offers/{id}
GET /v1/products/{product}/features
POST /v1/products/{product}/features
DELETE /v1/products/{product}/features/{id}
GET /v1/products/{product}/features/{id}
POST /v1/radar/payment_evaluations
GET /v1/reporting/report_runs *
POST /v1/reporting/report_runs
GET /v1/reporting/report_runs/{report_run}
GET /v1/reporting/report_types *
GET /v1/reporting/report_types/{report_type}
GET /v1/sigma/scheduled_query_runs *
GET /v1/sigma/scheduled_query_runs/{scheduled_query_run}
POST /v1/subscriptions/{subscription}/migrate
POST /v1/subscriptions/{subscription}/pause
GET /v1/tax/associations/find
POST /v1/tax/calculations
GET /v1/tax/calculations/{calculation}
GET /v1/tax/calculations/{calculation}/line_items
GET /v1/tax/locations *
POST /v1/tax/locations
GET /v1/tax/locations/{location}
GET /v1/tax/registrations *
POST /v1/tax/registrations
GET /v1/tax/registrations/{id}
POST /v1/tax/registrations/{id}
POST /v1/tax/transactions/create_from_calculation
POST /v1/tax/transactions/create_reversal
GET /v1/tax/transactions/{transaction}
GET /v1/tax/transactions/{transaction}/line_items
GET /v1/terminal/configurations *
POST /v1/terminal/configurations
DELETE /v1/terminal/configurations/{configuration}
GET /v1/terminal/configurations/{configuration}
POST /v1/terminal/configurations/{configuration}
POST /v1/terminal/connection_tokens
GET /v1/terminal/locations *
POST /v1/terminal/locations
DELETE /v1/terminal/locations/{location}
GET /v1/terminal/locations/{location}
POST /v1/terminal/locations/{location}
POST /v1/terminal/onboarding_links
GET /v1/terminal/readers *
POST /v1/terminal/readers
DELETE /v1/terminal/readers/{reader}
GET /v1/terminal/readers/{reader}
POST /v1/terminal/readers/{reader}
POST /v1/terminal/readers/{reader}/cancel_action
POST /v1/terminal/readers/{reader}/collect_inputs
POST /v1/terminal/readers/{reader}/collect_payment_method
POST /v1/terminal/readers/{reader}/confirm_payment_intent
POST /v1/terminal/readers/{reader}/process_payment_intent
POST /v1/terminal/readers/{reader}/process_setup_intent
POST /v1/terminal/readers/{reader}/refund_payment
POST /v1/terminal/readers/{reader}/set_reader_display
POST /v1/test_helpers/confirmation_tokens
POST /v1/test_helpers/issuing/authorizations
POST /v1/test_helpers/issuing/authorizations/{authorization}/capture
POST /v1/test_helpers/issuing/authorizations/{authorization}/expire
POST /v1/test_helpers/issuing/authorizations/{authorization}/finalize_amount
POST /v1/test_helpers/issuing/authorizations/{authorization}/fraud_challenges/respond
POST /v1/test_helpers/issuing/authorizations/{authorization}/increment
POST /v1/test_helpers/issuing/authorizations/{authorization}/reverse
POST /v1/test_helpers/issuing/cards/{card}/shipping/deliver
POST /v1/test_helpers/issuing/cards/{card}/shipping/fail
POST /v1/test_helpers/issuing/cards/{card}/shipping/return
POST /v1/test_helpers/issuing/cards/{card}/shipping/ship
POST /v1/test_helpers/issuing/cards/{card}/shipping/submit
POST /v1/test_helpers/issuing/personalization_designs/{personalization_design}/activate
POST /v1/test_helpers/issuing/personalization_designs/{personalization_design}/deactivate
POST /v1/test_helpers/issuing/personalization_designs/{personalization_design}/reject
POST /v1/test_helpers/issuing/transactions/create_force_capture
POST /v1/test_helpers/issuing/transactions/create_unlinked_refund
POST /v1/test_helpers/issuing/transactions/{transaction}/refund
POST /v1/test_helpers/terminal/readers/{reader}/present_payment_method
POST /v1/test_helpers/terminal/readers/{reader}/succeed_input_collection
POST /v1/test_helpers/terminal/readers/{reader}/timeout_input_collection
POST /v1/test_helpers/treasury/inbound_transfers/{id}/fail
POST /v1/test_helpers/treasury/inbound_transfers/{id}/return
POST /v1/test_helpers/treasury/inbound_transfers/{id}/succeed
POST /v1/test_helpers/treasury/outbound_payments/{id}
POST /v1/test_helpers/treasury/outbound_payments/{id}/fail
POST /v1/test_helpers/treasury/outbound_payments/{id}/post
POST /v1/test_helpers/treasury/outbound_payments/{id}/return
POST /v1/test_helpers/treasury/outbound_transfers/{outbound_transfer}
POST /v1/test_helpers/treasury/outbound_transfers/{outbound_transfer}/fail
POST /v1/test_helpers/treasury/outbound_transfers/{outbound_transfer}/post
POST /v1/test_helpers/treasury/outbound_transfers/{outbound_transfer}/return
POST /v1/test_helpers/treasury/received_credits
POST /v1/test_helpers/treasury/received_debits
GET /v1/three_d_secure/authentications *
POST /v1/three_d_secure/authentications
GET /v1/three_d_secure/authentications/{authentication}
POST /v1/three_d_secure/authentications/{authentication}/cancel
POST /v1/three_d_secure/authentications/{authentication}/submit
GET /v1/treasury/credit_reversals *
POST /v1/treasury/credit_reversals
GET /v1/treasury/credit_reversals/{credit_reversal}
GET /v1/treasury/debit_reversals *
POST /v1/treasury/debit_reversals
GET /v1/treasury/debit_reversals/{debit_reversal}
GET /v1/treasury/financial_accounts *
POST /v1/treasury/financial_accounts
GET /v1/treasury/financial_accounts/{financial_account}
POST /v1/treasury/financial_accounts/{financial_account}
POST /v1/treasury/financial_accounts/{financial_account}/close
GET /v1/treasury/financial_accounts/{financial_account}/features
POST /v1/treasury/financial_accounts/{financial_account}/features
GET /v1/treasury/inbound_transfers *
POST /v1/treasury/inbound_transfers
GET /v1/treasury/inbound_transfers/{id}
POST /v1/treasury/inbound_transfers/{inbound_transfer}/cancel
GET /v1/treasury/outbound_payments *
POST /v1/treasury/outbound_payments
GET /v1/treasury/outbound_payments/{id}
POST /v1/treasury/outbound_payments/{id}/cancel
GET /v1/treasury/outbound_transfers *
POST /v1/treasury/outbound_transfers
GET /v1/treasury/outbound_transfers/{outbound_transfer}
POST /v1/treasury/outbound_transfers/{outbound_transfer}/cancel
GET /v1/treasury/received_credits *
GET /v1/treasury/received_credits/{id}
GET /v1/treasury/received_debits *
GET /v1/treasury/received_debits/{id}
GET /v1/treasury/transaction_entries *
GET /v1/treasury/transaction_entries/{id}
GET /v1/treasury/transactions *
GET /v1/treasury/transactions/{id}
POST /v2/billing/meter_event_adjustments
POST /v2/billing/meter_event_session
POST /v2/billing/meter_event_stream
POST /v2/billing/meter_events
GET /v2/commerce/product_catalog/imports
POST /v2/commerce/product_catalog/imports
GET /v2/commerce/product_catalog/imports/{id}
POST /v2/core/account_links
POST /v2/core/account_tokens
GET /v2/core/account_tokens/{id}
GET /v2/core/accounts
POST /v2/core/accounts
POST /v2/core/accounts/{account_id}/person_tokens
GET /v2/core/accounts/{account_id}/person_tokens/{id}
GET /v2/core/accounts/{account_id}/persons
POST /v2/core/accounts/{account_id}/persons
DELETE /v2/core/accounts/{account_id}/persons/{id}
GET /v2/core/accounts/{account_id}/persons/{id}
POST /v2/core/accounts/{account_id}/persons/{id}
GET /v2/core/accounts/{id}
POST /v2/core/accounts/{id}
POST /v2/core/accounts/{id}/close
GET /v2/core/event_destinations
POST /v2/core/event_destinations
DELETE /v2/core/event_destinations/{id}
GET /v2/core/event_destinations/{id}
POST /v2/core/event_destinations/{id}
POST /v2/core/event_destinations/{id}/disable
POST /v2/core/event_destinations/{id}/enable
POST /v2/core/event_destinations/{id}/ping
GET /v2/core/events
GET /v2/core/events/{id}
GET /v2/core/vault/gb_bank_accounts
POST /v2/core/vault/gb_bank_accounts
GET /v2/core/vault/gb_bank_accounts/{id}
POST /v2/core/vault/gb_bank_accounts/{id}/archive
POST /v2/core/vault/gb_bank_accounts/{id}/unarchive
GET /v2/core/vault/us_bank_accounts
POST /v2/core/vault/us_bank_accounts
GET /v2/core/vault/us_bank_accounts/{id}
POST /v2/core/vault/us_bank_accounts/{id}
POST /v2/core/vault/us_bank_accounts/{id}/archive
POST /v2/core/vault/us_bank_accounts/{id}/confirm_microdeposits
POST /v2/core/vault/us_bank_accounts/{id}/send_microdeposits
POST /v2/core/vault/us_bank_accounts/{id}/unarchive
GET /v2/money_management/adjustments
GET /v2/money_management/adjustments/{id}
GET /v2/money_management/financial_accounts
GET /v2/money_management/financial_accounts/{id}
POST /v2/money_management/financial_accounts/{id}
GET /v2/money_management/financial_addresses
POST /v2/money_management/financial_addresses
GET /v2/money_management/financial_addresses/{id}
GET /v2/money_management/inbound_transfers
POST /v2/money_management/inbound_transfers
GET /v2/money_management/inbound_transfers/{id}
GET /v2/money_management/outbound_payments
POST /v2/money_management/outbound_payments
GET /v2/money_management/outbound_payments/{id}
POST /v2/money_management/outbound_payments/{id}/cancel
GET /v2/money_management/outbound_setup_intents
POST /v2/money_management/outbound_setup_intents
GET /v2/money_management/outbound_setup_intents/{id}
POST /v2/money_management/outbound_setup_intents/{id}
POST /v2/money_management/outbound_setup_intents/{id}/cancel
GET /v2/money_management/payout_intents
POST /v2/money_management/payout_intents
GET /v2/money_management/payout_intents/{id}
POST /v2/money_management/payout_intents/{id}
POST /v2/money_management/payout_intents/{id}/cancel
POST /v2/money_management/payout_intents/{id}/confirm
POST /v2/money_management/payout_intents/{id}/refresh_fx_quote
POST /v2/money_management/payout_intents/{id}/refresh_recipient_verification
GET /v2/money_management/payout_methods
GET /v2/money_management/payout_methods/{id}
POST /v2/money_management/payout_methods/{id}/archive
POST /v2/money_management/payout_methods/{id}/unarchive
GET /v2/money_management/payout_methods_bank_account_spec
GET /v2/money_management/received_credits
GET /v2/money_management/received_credits/{id}
POST /v2/money_management/recipient_verifications
GET /v2/money_management/recipient_verifications/{id}
POST /v2/money_management/recipient_verifications/{id}/acknowledge
POST /v2/money_management/test_helpers/financial_addresses/{id}/credit
GET /v2/money_management/transaction_entries
GET /v2/money_management/transaction_entries/{id}
GET /v2/money_management/transactions
GET /v2/money_management/transactions/{id}
POST /v2/money_management/transactions/{id}
POST /v2/money_management/transactions/{id}/refresh_regulatory_receipt
POST /v2/test_helpers/money_management/recipient_verifications
"""
}
