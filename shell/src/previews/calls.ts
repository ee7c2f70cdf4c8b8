import type { preview } from 'contract/responses.ts'
import { type Result, request } from 'kit'
import type { z } from 'zod'

export type PreviewLink = z.input<typeof preview>

const previews = '/registry/previews'

export const readPreview = (id: string): Promise<Result<PreviewLink>> =>
  send('GET', `${previews}/${encodeURIComponent(id)}`)

export const confirmPreview = (
  { id, version }: Pick<PreviewLink, 'id' | 'version'>,
  userId: string,
): Promise<Result<{ path: string }>> =>
  send('POST', `${previews}/${encodeURIComponent(id)}/confirm`, { userId, version })

/** Without an id, leaves all previews of this browser. */
export const leavePreviews = (id?: string): Promise<Result<unknown>> => send('POST', `${previews}/leave`, { id })

function send<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<Result<T>> {
  return request<T>(async () => {
    const sent = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await fetch(path, { method, ...sent })
    const json = response.headers.get('content-type')?.includes('json') ? await response.json() : {}
    return response.ok ? { response, data: json } : { response, error: json }
  })
}
