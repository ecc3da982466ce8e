/** The member API's calls by name, each with the schema of its answer. */
import type { Schema } from "effect"
import { BlocksAnswer } from "./blocks.ts"
import { JoinAnswer } from "./chat-service.ts"
import {
  DialInAnswer,
  DialInNumbersAnswer,
  DialInStateAnswer,
  IvrSessionAnswer,
} from "./dial-in.ts"
import {
  ActivateAnswer,
  BasicInfo,
  BundlesAnswer,
  ChangeUsernameAnswer,
  CreditsAnswer,
  DeletedAccountsAnswer,
  DoneAnswer,
  FavouritesAnswer,
  LanderAnswer,
  LiveAlertsAnswer,
  LoginAnswer,
  MovementsAnswer,
  PaymentOptionsAnswer,
  PaymentSessionAnswer,
  PaymentSessionState,
  RegisterAnswer,
  UpdateMemberAnswer,
  UsernameSuggestions,
  WalletAnswer,
  WithdrawalAnswer,
} from "./member-api.ts"
import {
  UpstreamPasskeyChallengeAnswer,
  PasskeyRegistrationAnswer,
  UpstreamPasskeysAnswer,
} from "./passkeys.ts"
import { ReportAnswer } from "./reports.ts"
import { UpstreamSpendingLimits } from "./spending.ts"

export const MEMBER_API_ANSWERS = {
  "POST /member": RegisterAnswer,
  "PUT /member": UpdateMemberAnswer,
  "DELETE /member": DoneAnswer,
  "GET /deleted-accounts": DeletedAccountsAnswer,
  "POST /login": LoginAnswer,
  "POST /forgot-password": DoneAnswer,
  "POST /activate": ActivateAnswer,
  "POST /resend-activation": DoneAnswer,
  "POST /change-username": ChangeUsernameAnswer,
  "GET /username/suggestions": UsernameSuggestions,
  "GET /passkeys": UpstreamPasskeysAnswer,
  "POST /passkeys": DoneAnswer,
  "DELETE /passkeys": DoneAnswer,
  "POST /passkeys/challenge": UpstreamPasskeyChallengeAnswer,
  "POST /passkeys/registration": PasskeyRegistrationAnswer,
  "GET /lander": LanderAnswer,
  "GET /basic-info": BasicInfo,
  "GET /credits": CreditsAnswer,
  "GET /favourite": FavouritesAnswer,
  "POST /favourite": DoneAnswer,
  "DELETE /favourite": DoneAnswer,
  "GET /live-alert": LiveAlertsAnswer,
  "PUT /live-alert": DoneAnswer,
  "GET /block": BlocksAnswer,
  "PUT /block/{id}": DoneAnswer,
  "DELETE /block/{id}": DoneAnswer,
  "POST /report": ReportAnswer,
  "GET /wallet": WalletAnswer,
  "GET /wallet/movements": MovementsAnswer,
  "GET /wallet/limits": UpstreamSpendingLimits,
  "PUT /wallet/limits": UpstreamSpendingLimits,
  "GET /bundles": BundlesAnswer,
  "GET /payment/options": PaymentOptionsAnswer,
  "POST /payment/session": PaymentSessionAnswer,
  "GET /payment/session/{id}": PaymentSessionState,
  "POST /payment/session/{id}/withdrawal": WithdrawalAnswer,
  "GET /payment/dial-in": DialInNumbersAnswer,
  "POST /payment/dial-in": DialInAnswer,
  "DELETE /payment/dial-in": DoneAnswer,
  "GET /payment/ivr": IvrSessionAnswer,
  "GET /verify/dial-in": DialInStateAnswer,
  "POST /chat/join": JoinAnswer,
  "POST /tip": DoneAnswer,
} as const satisfies Readonly<Record<string, Schema.Top>>

export type MemberApiCall = keyof typeof MEMBER_API_ANSWERS
export type MemberApiBody<Call extends MemberApiCall> = (typeof MEMBER_API_ANSWERS)[Call]["Type"]
