import { type RemoteNotice, remoteNoticePath } from 'contract/remote-notice.ts'

/** @throws if rest-auth, which sends the email, is unavailable */
export async function sendNotice({ REST_AUTH_URL }: { REST_AUTH_URL: string }, notice: RemoteNotice): Promise<void> {
  const response = await fetch(`${REST_AUTH_URL}${remoteNoticePath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(notice),
    signal: AbortSignal.timeout(5000),
  })
  // A rest-auth of 2.1 does not know the call, and never will.
  if (!response.ok && response.status !== 404 && response.status !== 400)
    throw new Error(`rest-auth responded with ${response.status}`)
}
