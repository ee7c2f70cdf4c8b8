import { expect, test, vi } from 'vitest'
import { onRemoteError, type RemoteError, reportRemoteError } from './remote-errors.ts'

const remoteError = (error: unknown): RemoteError => ({
  remote: 'mf-one',
  version: '1.0.0',
  phase: 'late',
  error,
  times: 1,
})
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('replays earlier failures in order until the listener unsubscribes', async () => {
  const heard: unknown[] = []
  reportRemoteError(remoteError(1))
  const end = onRemoteError(({ error }) => void heard.push(error))
  reportRemoteError(remoteError(2))
  expect(heard, 'not while the caller runs').toEqual([])
  await settled()
  expect(heard).toEqual([1, 2])
  end()
  reportRemoteError(remoteError(3))
  await settled()
  expect(heard).toEqual([1, 2])
})

test('reports a listener that throws or rejects, and calls the others', async () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
  const heard: unknown[] = []
  const ends = [
    onRemoteError(() => {
      throw new Error('thrown')
    }),
    onRemoteError(async () => {
      throw new Error('rejected')
    }),
    onRemoteError(({ error }) => void heard.push(error)),
  ]
  await settled()
  expect(heard).toEqual([1, 2, 3])
  expect(new Set(complain.mock.calls.map(([, cause]) => String(cause)))).toEqual(
    new Set(['Error: thrown', 'Error: rejected']),
  )
  for (const end of ends) end()
})

test('keeps the first failures for later listeners', async () => {
  for (let index = 0; index < 1000; index++) reportRemoteError(remoteError(index))
  const heard: unknown[] = []
  onRemoteError(({ error }) => void heard.push(error))()
  const end = onRemoteError(({ error }) => void heard.push(error))
  await settled()
  expect(heard.slice(0, 3)).toEqual([1, 2, 3])
  expect(heard).toHaveLength(50)
  end()
})
