import { useState } from 'react'
import { useSecondsUntil } from './form/use-seconds-until.ts'
import { tabStore } from './storage.ts'

const itemOf = (key: string) => `cooldown ${key}`

/** Survives reloads. Returns the end in Unix milliseconds. */
export function startCooldown(key: string, seconds: number): number {
  const end = Date.now() + seconds * 1000
  tabStore.set(itemOf(key), String(end))
  return end
}

/** `const [secondsLeft, start] = useCooldown('resend')` */
export function useCooldown(key: string): [secondsLeft: number, start: (seconds: number) => void] {
  const [end, setEnd] = useState(() => Number(tabStore.get(itemOf(key))))
  return [useSecondsUntil(end), (seconds) => setEnd(startCooldown(key, seconds))]
}
