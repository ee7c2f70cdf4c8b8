import { useState } from 'react'
import { expect, test } from 'vitest'
import { act, screen, show, waitFor } from '../testing/page.tsx'

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

test('when what has the focus is taken away, the main part takes it', async () => {
  const user = await show(<Example />)
  await user.click(screen.getByRole('button', { name: 'Remove Ada' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

test('when something else is taken away, the focus stays', async () => {
  const user = await show(<Example />)
  const button = screen.getByRole('button', { name: 'Remove the other one' })
  await user.click(button)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Bob' })).toBeNull())
  expect(document.activeElement).toBe(button)
})

test('who has put the focus nowhere keeps it there when something is taken away', async () => {
  const user = await show(<Example />)
  await user.click(screen.getByRole('button', { name: 'Remove the other one' }))
  await user.click(document.body)
  await act(async () => screen.getByRole('button', { name: 'Remove Ada' }).click())
  expect(document.activeElement).toBe(document.body)
})
