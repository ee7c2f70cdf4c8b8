import { useLingui } from '@lingui/react'
import { useMemo } from 'react'

interface Format {
  date(value: Date | string): string
  dateTime(value: Date | string): string
  /**
   * "5 minutes ago", "tomorrow": the largest unit that fits, seen from `now`. From 24 hours on it counts calendar days, in the
   * time zone of the reader.
   */
  relativeTime: (value: Date | string, now?: Date) => string
  number(value: number): string
  /** `12.5, 'EUR'`: "€12.50", with as many decimals as the currency has. */
  money(value: number, currency: string): string
  list(items: string[]): string
}

/** In days; a month and a year are as long as they are in the mean. */
const LONG_UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365.25],
  ['month', 30.4375],
  ['week', 7],
]

/** Which day of the reader's calendar it is, counted on without a gap: clocks that are put forward or back change nothing. */
const dayOf = (time: Date) => Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / 86_400_000

export function createFormat(locale: string): Format {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' })
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  // Only of days a word ("tomorrow", "yesterday") is true: thirteen days ago may not have been "last week".
  const inWords = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const counted = new Intl.RelativeTimeFormat(locale)
  const number = new Intl.NumberFormat(locale)
  const list = new Intl.ListFormat(locale)
  return {
    date: (value) => date.format(new Date(value)),
    dateTime: (value) => dateTime.format(new Date(value)),
    relativeTime: (value, now = new Date()) => {
      const time = new Date(value)
      const seconds = (time.getTime() - now.getTime()) / 1000
      // What has passed is counted in full; what ends in two hours, less the seconds since it was made, does so "in 2 hours".
      const count = (size: number) => (seconds < 0 ? Math.trunc(seconds / size) : Math.round(seconds / size))
      if (count(60) === 0) return inWords.format(0, 'second')
      if (Math.abs(count(60)) < 60) return counted.format(count(60), 'minute')
      const days = dayOf(time) - dayOf(now)
      if (Math.abs(seconds) < 86_400 || days === 0) return counted.format(count(3600), 'hour')
      const [unit, size] = LONG_UNITS.find(([, length]) => Math.abs(days) >= length) ?? ['day', 1]
      return unit === 'day' ? inWords.format(days, 'day') : counted.format(Math.trunc(days / size), unit)
    },
    number: (value) => number.format(value),
    money: (value, currency) => new Intl.NumberFormat(locale, { style: 'currency', currency }).format(value),
    list: (items) => list.format(items),
  }
}

/** The last one, for all that ask: to make it takes as long as drawing a row, and each row of a list asks. */
let made: { locale: string; zone: number; format: Format } | undefined

function formatIn(locale: string): Format {
  const zone = new Date().getTimezoneOffset() // of a device that travels
  if (made?.locale !== locale || made.zone !== zone) made = { locale, zone, format: createFormat(locale) }
  return made.format
}

export function useFormat(): Format {
  const { i18n } = useLingui()
  return useMemo(() => formatIn(i18n.locale), [i18n.locale])
}
