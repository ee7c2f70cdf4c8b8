import { expect, test } from 'vitest'
import type { Result } from './auth-client.ts'
import { act, renderPart, screen } from './testing/page.tsx'
import { useRequest } from './use-request.ts'
import { useState } from 'react'

/** Requests the value of its field. The test decides when responses arrive. */
async function openPage() {
  const asked: { key: string; response: (data: string) => Promise<void> }[] = []
  function Example() {
    const [key, setKey] = useState('')
    const [response, reload] = useRequest(key || null, () => {
      const { promise, resolve } = Promise.withResolvers<Result<string>>()
      asked.push({ key, response: (data) => act(async () => resolve({ data, error: null })) })
      return promise
    })
    return (
      <>
        <input aria-label="Key" value={key} onChange={({ currentTarget }) => setKey(currentTarget.value)} />
        <button type="button" onClick={reload}>
          Reload
        </button>
        <output>{response?.data ?? 'nothing'}</output>
      </>
    )
  }
  const user = await renderPart(<Example />)
  return { asked, user, ask: (key: string) => user.type(screen.getByRole('textbox', { name: 'Key' }), key) }
}
const shown = () => screen.getByRole('status').textContent

test('loads nothing without a key', async () => {
  const { asked } = await openPage()
  expect(asked).toEqual([])
})

test('ignores an older response that arrives last', async () => {
  const { asked, ask } = await openPage()
  await ask('ab')
  expect(asked.map(({ key }) => key)).toEqual(['a', 'ab'])
  await asked[1]?.response('of ab')
  await asked[0]?.response('of a')
  expect(shown()).toBe('of ab')
})

test('clears the response when the key changes', async () => {
  const { asked, ask } = await openPage()
  await ask('a')
  await asked[0]?.response('of a')
  await ask('b')
  expect(shown()).toBe('nothing')
})

test('keeps the response during a reload', async () => {
  const { asked, ask, user } = await openPage()
  await ask('a')
  await asked[0]?.response('old')
  await user.click(screen.getByRole('button', { name: 'Reload' }))
  expect(shown()).toBe('old')
  await asked[1]?.response('new')
  expect(shown()).toBe('new')
})
