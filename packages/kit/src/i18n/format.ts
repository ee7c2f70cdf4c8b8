import { useLingui } from '@lingui/react'
import { useMemo } from 'react'

type Format = ReturnType<typeof createFormat>

const LONG_UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365.25],
  ['month', 30.4375],
  ['week', 7],
]

const UNITS: [string, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

// Consecutive numbers, also when clocks change.
const dayOf = (time: Date) => Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / 86_400_000

export function createFormat(locale: string) {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  // Words ("yesterday") only for days: "last week" would be wrong for 13 days ago.
  const inWords = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const inNumbers = new Intl.RelativeTimeFormat(locale)
  const now = inWords.format(0, 'second')
  const number = new Intl.NumberFormat(locale)
  const list = new Intl.ListFormat(locale)
  return {
    date: (value: Date | string) => date.format(new Date(value)),
    dateTime: (value: Date | string) => dateTime.format(new Date(value)),
    /** `relativeTime` of less than a minute. */
    now,
    /** "5 minutes ago", "tomorrow". From 24 hours on, it counts calendar days. */
    relativeTime: (value: Date | string, from = new Date()) => {
      const time = new Date(value)
      const seconds = (time.getTime() - from.getTime()) / 1000
      // Truncates the past but rounds the future, so that a new 2-hour limit reads "in 2 hours".
      const count = (size: number) => (seconds < 0 ? Math.trunc(seconds / size) : Math.round(seconds / size))
      if (count(60) === 0) return now
      if (Math.abs(count(60)) < 60) return inNumbers.format(count(60), 'minute')
      const days = dayOf(time) - dayOf(from)
      if (Math.abs(seconds) < 86_400 || days === 0) return inNumbers.format(count(3600), 'hour')
      const [unit, size] = LONG_UNITS.find(([, length]) => Math.abs(days) >= length) ?? ['day', 1]
      return unit === 'day' ? inWords.format(days, 'day') : inNumbers.format(Math.trunc(days / size), unit)
    },
    /** Writes seconds in the largest unit without a rest: "2 days", "1 hour". */
    duration: (seconds: number) => {
      const [unit, size] = UNITS.find(([, length]) => seconds % length === 0) ?? ['second', 1]
      return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size)
    },
    number: (value: number) => number.format(value),
    /** `money(12.5, 'EUR')`: "€12.50" */
    money: (value: number, currency: string) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency }).format(value),
    list: (items: string[]) => list.format(items),
  }
}

// Creating a format takes as long as rendering a row of a list.
let cached: { locale: string; zone: number; format: Format } | undefined

function getFormat(locale: string): Format {
  const zone = new Date().getTimezoneOffset() // changes when the device travels
  if (cached?.locale !== locale || cached.zone !== zone) cached = { locale, zone, format: createFormat(locale) }
  return cached.format
}

export function useFormat(): Format {
  const { i18n } = useLingui()
  return useMemo(() => getFormat(i18n.locale), [i18n.locale])
}
