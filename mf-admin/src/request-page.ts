import { request, type Result } from 'kit'

/** Adds the cursor of the next page, which is a header, to what is `shown` of the response. */
export async function requestPage<T, Shown extends object>(
  call: Parameters<typeof request<T>>[0],
  shown: (data: T) => Shown,
): Promise<Result<Shown & { next: string | null }>> {
  let next: string | null = null
  const { data, error } = await request(async () => {
    const outcome = await call()
    next = outcome.response.headers.get('next-cursor')
    return outcome
  })
  return error ? { data: null, error } : { data: { ...shown(data), next }, error: null }
}
