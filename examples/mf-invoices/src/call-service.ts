import { type Result, fetchAsUser, request } from 'kit'

/** Sends a request to the service, a POST if there is a body. Never rejects. */
export function callService<Data>(organizationId: string, path: string, body?: object): Promise<Result<Data>> {
  const url = `${location.origin}/api/mf-invoices/organizations/${encodeURIComponent(organizationId)}${path}`
  const headers = { 'content-type': 'application/json' }
  const sent = body && { method: 'POST', headers, body: JSON.stringify(body) }
  return request(async () => {
    const response = await fetchAsUser(new Request(url, sent))
    const result = await response.json()
    return response.ok ? { response, data: result } : { response, error: result }
  })
}
