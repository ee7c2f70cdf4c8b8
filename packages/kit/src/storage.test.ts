import { afterEach, expect, test, vi } from 'vitest'
import { browserStore, tabStore } from './storage.ts'

const refuse = (): never => {
  throw new DOMException('no', 'SecurityError')
}
const full = { ...Object.fromEntries(['getItem', 'removeItem'].map((name) => [name, () => null])), setItem: refuse }

afterEach(() => {
  vi.restoreAllMocks()
  for (const name of ['localStorage', 'sessionStorage'] as const) window[name].clear()
})

const stores = [
  ['localStorage', browserStore],
  ['sessionStorage', tabStore],
] as const

test.each(stores)('keeps values in %s', (name, store) => {
  expect(store.get('a')).toBeNull()
  expect(store.set('a', '1')).toBe(true)
  expect(window[name].getItem('a')).toBe('1')
  expect(store.get('a')).toBe('1')
  store.remove('a')
  expect([store.get('a'), window[name].length]).toEqual([null, 0])
})

const kinds: readonly [string, () => unknown][] = [
  ['denied', refuse],
  ['null, as in Android web views', () => null],
  ['missing', () => undefined],
  ['full', () => full],
]

test.each(stores.flatMap(([name, store]) => kinds.map(([kind, get]) => ({ name, store, kind, get }))))(
  'keeps values in the page while $name is $kind',
  ({ name, store, get }) => {
    const before = Object.getOwnPropertyDescriptor(globalThis, name)
    Object.defineProperty(globalThis, name, { configurable: true, get })
    try {
      expect(store.get('b')).toBeNull()
      expect(store.set('b', '1')).toBe(false)
      expect(store.get('b')).toBe('1')
      store.remove('b')
      expect(store.get('b')).toBeNull()
    } finally {
      if (before) Object.defineProperty(globalThis, name, before)
      else Reflect.deleteProperty(globalThis, name)
    }
  },
)
