import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { act, fireEvent, renderPart, screen } from '../testing/page.tsx'
import { Dialog } from './dialog.tsx'

const onClose = vi.fn<() => void>()

function Example() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <Dialog opened={opened} title="Question" onClose={onClose}>
        <button type="button" onClick={() => setOpened(false)}>
          Answer
        </button>
      </Dialog>
    </>
  )
}

async function openDialog() {
  onClose.mockReset()
  const user = await renderPart(<Example />)
  expect(screen.queryByText('Answer')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Open' }))
  return { user, dialog: screen.getByRole<HTMLDialogElement>('dialog', { name: 'Question' }) }
}

test('is modal, named by its title, and has content only while it is open', async () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
  const { user, dialog } = await openDialog()
  expect(showModal).toHaveBeenCalledTimes(1)
  await user.click(screen.getByRole('button', { name: 'Answer' }))
  expect(dialog.open).toBe(false)
  expect(screen.queryByText('Answer')).toBeNull()
})

test('calls onClose only when the user closes it', async () => {
  const { user, dialog } = await openDialog()
  await user.click(screen.getByRole('button', { name: 'Answer' }))
  expect(onClose).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await act(async () => dialog.close())
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('ignores a held Enter key', async () => {
  await openDialog()
  const response = screen.getByRole('button', { name: 'Answer' })
  expect(fireEvent.keyDown(response, { key: 'Enter', repeat: true }), 'the browser presses the button').toBe(false)
  expect(fireEvent.keyDown(response, { key: 'Enter' })).toBe(true)
  expect(fireEvent.keyDown(response, { key: 'Tab', repeat: true })).toBe(true)
})
