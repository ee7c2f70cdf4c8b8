import { useState } from 'react'
import { useSecondsUntil } from './form/use-seconds-until.ts'

const itemOf = (key: string) => `cooldown ${key}`

/** Starts a pause that a reload does not shorten; answers its end in ms since the epoch. */
export function startCooldown(key: string, seconds: number): number {
  const end = Date.now() + seconds * 1000
  sessionStorage.setItem(itemOf(key), String(end))
  return end
}

/** Seconds that the pause of `key` still lasts, and a way to start it again. */
export function useCooldown(key: string): [secondsLeft: number, start: (seconds: number) => void] {
  const [end, setEnd] = useState(() => Number(sessionStorage.getItem(itemOf(key))))
  return [useSecondsUntil(end), (seconds) => setEnd(startCooldown(key, seconds))]
}
