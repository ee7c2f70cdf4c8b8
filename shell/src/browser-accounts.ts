import { msg } from '@lingui/core/macro'
import { authClient, type ErrorTexts, type RefusalOf, request, type Session } from 'kit'

export const listBrowserAccounts = () => request(() => authClient.GET('/multi-session/list-device-sessions'))

/** For administrators who act for a user: the browser's accounts are their own. */
export const noAccounts = async (): ReturnType<typeof listBrowserAccounts> => ({ data: [], error: null })

export type BrowserAccount = NonNullable<Awaited<ReturnType<typeof listBrowserAccounts>>['data']>[number]

export const switchAccount = ({ token }: Session) =>
  request(() => authClient.POST('/multi-session/set-active', { body: { sessionToken: token } }))

export const signOutAccount = ({ token }: Session) =>
  request(() => authClient.POST('/multi-session/revoke', { body: { sessionToken: token } }))

export const accountTexts: ErrorTexts<RefusalOf<'/multi-session/set-active' | '/multi-session/revoke'>> = {
  INVALID_SESSION_TOKEN: msg`This session has already ended.`,
}
