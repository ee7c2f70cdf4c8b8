import { redirect } from 'kit'

const tokens = new Map<string, string>()

interface Arguments {
  request: Request
  params: { invitationId?: string }
}

/**
 * Route loader: takes the token of the mailed link out of the address, before anything is drawn, and keeps it in memory.
 * It survives signing in or up on the way, but no reload: then the address is not verified by accepting, nothing else.
 */
export function keepInvitationToken({ request, params: { invitationId = '' } }: Arguments): Response | null {
  const url = new URL(request.url)
  const token = url.searchParams.get('token')
  if (!token) return null
  tokens.set(invitationId, token)
  url.searchParams.delete('token')
  return redirect(`${url.pathname}${url.search}`)
}

export function invitationToken(invitationId: string): string | undefined {
  return tokens.get(invitationId)
}
