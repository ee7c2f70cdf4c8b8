import { useState } from 'react'
import { expect, test } from 'vitest'
import { act, renderPart, screen, waitFor } from '../testing/page.tsx'
import { Dialog } from './dialog.tsx'

function Example() {
  const [rows, setRows] = useState(['Ada', 'Bob'])
  const remove = (name: string) => setRows(rows.filter((row) => row !== name))
  return (
    <main tabIndex={-1}>
      <button type="button" onClick={() => remove('Bob')}>
        Remove the other one
      </button>
      {rows.map((name) => (
        <button key={name} type="button" onClick={() => remove(name)}>
          Remove {name}
        </button>
      ))}
    </main>
  )
}

test('moves the focus to main when the focused element is removed', async () => {
  const user = await renderPart(<Example />)
  await user.click(screen.getByRole('button', { name: 'Remove Ada' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

function Lists() {
  const [rows, setRows] = useState(['Ada', 'Bob', 'Carla'])
  const [asked, setAsked] = useState<string>()
  const remove = (name = '') => setRows(rows.filter((row) => row !== name))
  return (
    <main tabIndex={-1}>
      <section>
        <h2>People</h2>
        {rows.length > 0 && (
          <ul>
            {rows.map((name) => (
              <li key={name} aria-label={name}>
                <button type="button" onClick={() => remove(name)}>
                  Remove {name}
                </button>
                <button type="button" onClick={() => setAsked(name)}>
                  Ask about {name}
                </button>
              </li>
            ))}
          </ul>
        )}
        <Dialog opened={asked !== undefined} title="Sure?" onClose={() => setAsked(undefined)}>
          <button type="button" onClick={() => (setAsked(undefined), remove(asked))}>
            Yes
          </button>
          <button type="button" onClick={() => (setAsked(undefined), setTimeout(() => remove(asked)))}>
            Later
          </button>
        </Dialog>
      </section>
    </main>
  )
}
const focusedIs = (element: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element()))

test('moves the focus to the next row, the previous one, or the heading', async () => {
  const user = await renderPart(<Lists />)
  await user.click(screen.getByRole('button', { name: 'Remove Bob' }))
  await focusedIs(() => screen.getByRole('listitem', { name: 'Carla' }))
  await user.click(screen.getByRole('button', { name: 'Remove Carla' }))
  await focusedIs(() => screen.getByRole('listitem', { name: 'Ada' }))
  await user.click(screen.getByRole('button', { name: 'Remove Ada' }))
  await focusedIs(() => screen.getByRole('heading', { name: 'People' }))
})

test.each(['Yes', 'Later'])('moves the focus after a dialog is answered with %s', async (response) => {
  const user = await renderPart(<Lists />)
  await user.click(screen.getByRole('button', { name: 'Ask about Ada' }))
  await user.click(await screen.findByRole('button', { name: response }))
  await focusedIs(() => screen.getByRole('listitem', { name: 'Bob' }))
})

test('keeps the focus when another element is removed', async () => {
  const user = await renderPart(<Example />)
  const button = screen.getByRole('button', { name: 'Remove the other one' })
  await user.click(button)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Bob' })).toBeNull())
  expect(document.activeElement).toBe(button)
})

test('leaves the focus alone when nothing is focused', async () => {
  const user = await renderPart(<Example />)
  await user.click(screen.getByRole('button', { name: 'Remove the other one' }))
  await user.click(document.body)
  await act(async () => screen.getByRole('button', { name: 'Remove Ada' }).click())
  expect(document.activeElement).toBe(document.body)
})
