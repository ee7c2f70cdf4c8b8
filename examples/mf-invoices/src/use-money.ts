import { useFormat } from 'kit'

/** Formats euro cents in the user's language: 1250 is "€12.50". */
export function useMoney(): (cents: number) => string {
  const format = useFormat()
  return (cents) => format.money(cents / 100, 'EUR')
}
