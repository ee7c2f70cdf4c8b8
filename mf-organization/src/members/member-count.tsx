import { Plural } from '@lingui/react/macro'
import { isFiltered, type ListUrl } from './list-url.ts'

/** The gateway stops counting here. */
const maxCounted = { query: 1000, filter: 10_000 }

interface Props {
  totalCount: number
  address: ListUrl
}

export function Count({ totalCount, address }: Props) {
  if (!isFiltered(address)) return <Plural value={totalCount} one="# member" other="# members" />
  if (totalCount >= maxCounted[address.query ? 'query' : 'filter']) {
    return <Plural value={totalCount} one="At least # member found" other="At least # members found" />
  }
  return <Plural value={totalCount} one="# member found" other="# members found" />
}
