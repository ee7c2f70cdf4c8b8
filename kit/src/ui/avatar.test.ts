import { expect, test } from 'vitest'
import { initialsOf } from './avatar.tsx'

test.each([
  ['Ada', 'A'],
  ['Ada King', 'AK'],
  [' ada  augusta king ', 'AK'],
  ['Ü Þórr', 'ÜÞ'],
  ['👩‍🚀 Ada', '👩‍🚀A'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
