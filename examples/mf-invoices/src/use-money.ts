import { useFormat } from 'kit'

/** Cents of a euro as the reader's language writes them: 1250 is "€12.50". */
export function useMoney(): (cents: number) => string {
  const format = useFormat()
  return (cents) => format.money(cents / 100, 'EUR')
}
