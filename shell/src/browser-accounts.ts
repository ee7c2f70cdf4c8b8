import { msg } from '@lingui/core/macro'
import { authClient, type ErrorTexts, type RefusalOf, request, type Session } from 'kit'

/** All who are signed in in this browser, with their sessions. */
export const listBrowserAccounts = () => request(() => authClient.GET('/multi-session/list-device-sessions'))

/** Lets another one of them be the present one. */
export const switchAccount = ({ token }: Session) =>
  request(() => authClient.POST('/multi-session/set-active', { body: { sessionToken: token } }))

/** Signs one of them out. */
export const endAccount = ({ token }: Session) =>
  request(() => authClient.POST('/multi-session/revoke', { body: { sessionToken: token } }))

/** Why these calls may be refused. */
export const accountTexts: ErrorTexts<RefusalOf<'/multi-session/set-active' | '/multi-session/revoke'>> = {
  INVALID_SESSION_TOKEN: msg`This session is over already.`,
}
