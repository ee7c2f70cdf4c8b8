import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Avatar, initialsOf } from './avatar.tsx'

afterEach(cleanup)

test.each([
  ['Ada', 'A'],
  ['Ada King', 'AK'],
  [' ada  augusta king ', 'AK'],
  ['Ü Þórr', 'ÜÞ'],
  ['👩‍🚀 Ada', '👩‍🚀A'],
  ['', ''],
])('shortens %j to %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

const hash = 'ab'.repeat(32)
const own = `${location.origin}/api/auth/pictures/${hash}`

test('shows pictures of rest-auth', () => {
  const { container } = render(<Avatar user={{ name: 'Ada King', image: own }} />)
  expect(container.querySelector('img')?.getAttribute('src')).toBe(own)
})

test.each([
  null,
  `https://cdn.test/api/auth/pictures/${hash}`,
  `${location.origin}/api/auth/verify-email?token=x`,
  `${location.origin}/api/auth/pictures/${hash}/../../delete-user/callback?token=x`,
  `${location.origin}/api/auth/pictures/x`,
  `/api/auth/pictures/${hash}`,
  'data:image/png;base64,iVBORw0KGgo=',
  'javascript:alert(1)',
])('shows initials instead of %s', (image) => {
  const { container } = render(<Avatar user={{ name: 'Ada King', image }} />)
  expect(container.querySelector('img')).toBeNull()
  expect(container.textContent).toBe('AK')
})

test('has one colour for a person in all places, and others for most others', () => {
  const colourOf = (user: { id?: string; email?: string; name: string }) => {
    const { container } = render(<Avatar user={user} />)
    return container.querySelector('span')?.style.background
  }
  const here = colourOf({ id: 'U_1', email: 'ada@example.com', name: 'Ada King' })
  expect(colourOf({ id: '1', email: 'ada@example.com', name: 'Ada' })).toBe(here)
  const others = Array.from({ length: 30 }, (_, index) => colourOf({ id: `o${index}`, name: 'Rowers' }))
  expect(new Set(others).size).toBeGreaterThan(6)
})
