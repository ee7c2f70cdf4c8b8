import { useState } from 'react'
import { useSecondsUntil } from './form/use-seconds-until.ts'

const itemOf = (key: string) => `cooldown ${key}`

/** Survives reloads. Returns the end in Unix milliseconds. */
export function startCooldown(key: string, seconds: number): number {
  const end = Date.now() + seconds * 1000
  sessionStorage.setItem(itemOf(key), String(end))
  return end
}

/** `const [secondsLeft, start] = useCooldown('resend')` */
export function useCooldown(key: string): [secondsLeft: number, start: (seconds: number) => void] {
  const [end, setEnd] = useState(() => Number(sessionStorage.getItem(itemOf(key))))
  return [useSecondsUntil(end), (seconds) => setEnd(startCooldown(key, seconds))]
}
