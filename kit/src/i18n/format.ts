import { useLingui } from '@lingui/react'
import { useMemo } from 'react'

interface Format {
  date(value: Date | string): string
  dateTime(value: Date | string): string
  /** "5 minutes ago", "tomorrow": the largest unit that fits, seen from `now`. */
  relativeTime(value: Date | string, now?: Date): string
  number(value: number): string
  list(items: string[]): string
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** Dates, numbers and lists as the given language writes them. */
export function createFormat(locale: string): Format {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' })
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const number = new Intl.NumberFormat(locale)
  const list = new Intl.ListFormat(locale)
  return {
    date: (value) => date.format(new Date(value)),
    dateTime: (value) => dateTime.format(new Date(value)),
    relativeTime: (value, now = new Date()) => {
      const distance = (new Date(value).getTime() - now.getTime()) / 1000
      // What ends in two days, less the seconds since it was made, does not end "tomorrow".
      const seconds = distance > 0 ? distance + 59 : distance
      const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 0]
      return relative.format(size === 0 ? 0 : Math.trunc(seconds / size), unit)
    },
    number: (value) => number.format(value),
    list: (items) => list.format(items),
  }
}

/** `createFormat` in the language that the reader chose. */
export function useFormat(): Format {
  const { i18n } = useLingui()
  return useMemo(() => createFormat(i18n.locale), [i18n.locale])
}
