import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fireEvent, renderPart, screen, within } from '../testing/page.tsx'
import { ChipsField, Menu, Pagination, RadioGroup, SegmentedTabs, showToast, Switch, Table } from './index.ts'

const onSelect = vi.fn<(name: string) => void>()

async function openMenu() {
  onSelect.mockReset()
  const user = await renderPart(
    <Menu
      label="Member"
      purpose="Role of Jonas:"
      items={[
        { text: 'Owner', isChecked: false, onSelect: () => onSelect('owner') },
        { text: 'Member', isChecked: true, onSelect: () => onSelect('member') },
        { text: 'Remove…', description: 'Is the only owner', isDisabled: true, onSelect: () => onSelect('remove') },
      ]}
    />,
  )
  expect(screen.queryByRole('menuitem')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Role of Jonas: Member' }))
  expect(screen.queryByRole('menuitem'), 'the click is painted first').toBeNull()
  await screen.findByRole('menuitem')
  return { user, menu: within(screen.getByRole('menu', { name: 'Role of Jonas:' })) }
}

test('Menu selects by arrow keys and letters, and marks the present choice', async () => {
  const { user, menu } = await openMenu()
  const [owner, member] = menu.getAllByRole('menuitemradio')
  expect(member).toBe(menu.getByRole('menuitemradio', { checked: true }))
  member?.focus()
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(owner)
  await user.keyboard('{ArrowUp}{ArrowDown}m{Enter}')
  expect(onSelect.mock.calls).toEqual([['member']])
  await user.keyboard('o{Enter}')
  expect(onSelect.mock.calls).toEqual([['member'], ['owner']])
})

test('Menu draws its items at once if a key opens it, because the next key is for them', async () => {
  await renderPart(<Menu label="Member" purpose="Role of Jonas:" items={[{ text: 'Remove…' }]} />)
  fireEvent.click(screen.getByRole('button', { name: 'Role of Jonas: Member' }), { detail: 0 })
  expect(screen.getByRole('menuitem', { name: 'Remove…' })).toBeDefined()
})

test('Menu keeps disabled items focusable, and does not select them', async () => {
  const { user, menu } = await openMenu()
  const item = menu.getByRole('menuitem', { name: 'Remove… Is the only owner' })
  item.focus()
  await user.keyboard('{Enter}')
  await user.click(item)
  expect(onSelect).not.toHaveBeenCalled()
})

function Invited() {
  const [emails, setEmails] = useState<string[]>([])
  return (
    <form aria-label="Invite" onSubmit={() => onSelect('sent')}>
      <ChipsField label="Emails" value={emails} onChange={setEmails} isInvalid={(email) => !email.includes('@')} />
      <output>{emails.join(' ')}</output>
    </form>
  )
}

test('ChipsField splits typed and pasted text, drops duplicates, and removes', async () => {
  onSelect.mockReset()
  const user = await renderPart(<Invited />)
  const field = screen.getByRole('textbox', { name: 'Emails' })
  await user.type(field, 'a@x.org,b@x.org{Enter}')
  await user.paste('a@x.org; c@x.org\nd')
  expect(screen.getByRole('status').textContent).toBe('a@x.org b@x.org c@x.org d')
  expect(screen.getByText('d').parentElement?.dataset['invalid']).toBe('true')
  expect(screen.getByText('a@x.org').parentElement?.dataset['invalid']).toBeUndefined()
  await user.click(screen.getByRole('button', { name: 'Remove b@x.org' }))
  expect(document.activeElement).toBe(field)
  await user.keyboard('{Backspace}@x.org')
  expect(screen.getByRole('status').textContent).toBe('a@x.org c@x.org')
  await user.tab()
  expect(screen.getByRole('status').textContent).toBe('a@x.org c@x.org d@x.org')
  expect(onSelect).not.toHaveBeenCalled()
})

function People() {
  const [view, setView] = useState<'members' | 'invitations'>('members')
  return (
    <SegmentedTabs
      label="People"
      value={view}
      onChange={setView}
      items={[
        { value: 'members', text: 'Members', count: 12 },
        { value: 'invitations', text: 'Invitations', count: 7 },
      ]}
    >
      {`List of ${view}`}
    </SegmentedTabs>
  )
}

test('SegmentedTabs has one tab stop and follows the arrow keys', async () => {
  const user = await renderPart(<People />)
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Members 12' }))
  await user.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Invitations 7', selected: true }))
  expect(screen.getByRole('tabpanel', { name: 'Invitations 7' }).textContent).toBe('List of invitations')
})

test('RadioGroup names choices by their label, and describes them', async () => {
  onSelect.mockReset()
  const user = await renderPart(
    <RadioGroup
      label="Role"
      value="admin"
      onChange={onSelect}
      items={[
        { value: 'owner', label: 'Owner', description: 'Everything' },
        { value: 'admin', label: 'Admin' },
      ]}
    />,
  )
  const group = within(screen.getByRole('group', { name: 'Role' }))
  expect(group.getByRole('radio', { checked: true })).toBe(group.getByRole('radio', { name: 'Admin' }))
  expect(group.getByRole('radio', { name: 'Owner', description: 'Everything' })).toBeDefined()
  await user.click(group.getByText('Owner'))
  expect(onSelect).toHaveBeenCalledWith('owner')
})

test('Table names its columns, and the region that scrolls', async () => {
  await renderPart(
    <Table
      label="Invoices"
      columns={[{ text: 'Number' }, { text: 'Amount', isNumeric: true }]}
      rows={[{ key: '17', cells: ['2026-17', '€12.50'] }]}
    />,
  )
  const table = within(screen.getByRole('region', { name: 'Invoices' }))
  expect(table.getAllByRole('columnheader').map((each) => each.textContent)).toEqual(['Number', 'Amount'])
  expect(table.getByRole('cell', { name: '€12.50' }).dataset['numeric']).toBe('true')
})

test('Pagination says where one is, and ends at both ends', async () => {
  const onNext = vi.fn<() => void>()
  const user = await renderPart(
    <Pagination label="Pages" from={1} to={50} total={3001} onPrevious={false} onNext={onNext} />,
  )
  expect(screen.getByRole('status').textContent).toBe('1–50 of 3,001')
  const previous = screen.getByRole('button', { name: 'Previous page' })
  expect(previous.getAttribute('aria-disabled')).toBe('true')
  await user.click(previous)
  expect(document.activeElement).toBe(previous)
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  expect(onNext).toHaveBeenCalledTimes(1)
})

test('Switch is a switch with a description', async () => {
  const user = await renderPart(<Switch label="Remind me" description="A week before" />)
  const input = screen.getByRole<HTMLInputElement>('switch', { name: 'Remind me', description: 'A week before' })
  await user.click(screen.getByText('Remind me'))
  expect(input.checked).toBe(true)
})

test('showToast announces, acts, and disappears after six seconds unless it is in use', async () => {
  await renderPart(<p>Page</p>)
  vi.useFakeTimers()
  const onAct = vi.fn<() => void>()
  showToast('Deleted', { text: 'Undo', onAct })
  const region = screen.getByRole('status')
  onTestFinished(() => region.remove()) // the next files share the page
  expect(region.textContent).toBe('')
  vi.advanceTimersByTime(0)
  expect(region.textContent).toBe('DeletedUndoDismiss')
  within(region).getByText('Undo').focus()
  vi.advanceTimersByTime(6000)
  expect(region.textContent).not.toBe('')
  within(region).getByText('Undo').click()
  expect(onAct).toHaveBeenCalledTimes(1)
  expect(region.textContent).toBe('')
  showToast('Saved')
  vi.advanceTimersByTime(5999)
  expect(region.textContent).toBe('SavedDismiss')
  vi.advanceTimersByTime(1)
  expect(region.textContent).toBe('')
})
