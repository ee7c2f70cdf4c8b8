import { expect, it } from 'vitest'
import { placeholderEmail } from './placeholder-email.ts'

it('is the id at a host that cannot exist, in hex if case matters', () => {
  expect(placeholderEmail('roblox', '1516563360')).toBe('1516563360@roblox.noreply.invalid')
  expect(placeholderEmail('tiktok', '723f24d7-e717-40f8-a2b6-cb8464cd23b4')).toBe(
    '723f24d7-e717-40f8-a2b6-cb8464cd23b4@tiktok.noreply.invalid',
  )
  expect(placeholderEmail('tiktok', 'aB')).toBe('6142@tiktok.noreply.invalid')
  expect(placeholderEmail('tiktok', 'a@b.c')).toBe('6140622e63@tiktok.noreply.invalid')
})
