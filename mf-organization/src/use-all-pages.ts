import { useEffect, useEffectEvent, useState } from 'react'

interface Connection<Node> {
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  nodes: Node[]
}

type PageAfter<Node> = (cursor: string | null) => Promise<Connection<Node> | null | undefined>

interface Query<Data> {
  data?: Data | undefined
  refetch: () => Promise<unknown>
  fetchMore: (options: { variables: { after: string | null } }) => Promise<{ data?: NoInfer<Data> | undefined }>
}

interface Known<Node> {
  owner: string | undefined
  nodes: Node[]
  /** The error, if not all pages could be loaded. */
  cutOff?: unknown
  /** Absent if the list must be refetched. */
  first?: Connection<Node>
}

/** For searches. A reload keeps the known nodes: a shorter list would close an entry's dialog. */
export function useAllPages<Data, Node>(
  owner: string | undefined,
  { data, refetch, fetchMore }: Query<Data>,
  connectionOf: (data: Data) => Connection<Node> | null | undefined,
) {
  const [known, setKnown] = useState<Known<Node>>()
  const first = data && connectionOf(data)
  const fetchPage = useEffectEvent(async (after: string | null) => {
    const next = await fetchMore({ variables: { after } })
    return next.data && connectionOf(next.data)
  })
  useEffect(() => {
    if (!first?.pageInfo.hasNextPage || known?.first === first) return
    let isCurrent = true
    void followPages(first, (cursor) => fetchPage(cursor)).then((all) => {
      if (isCurrent) setKnown({ owner, first, ...all })
    })
    return () => {
      isCurrent = false
    }
  }, [owner, first, known])
  const shown = first?.pageInfo.hasNextPage && known?.owner === owner ? known : undefined
  return {
    nodes: (shown ?? first)?.nodes ?? [],
    cutOff: shown?.cutOff,
    reload: () => {
      setKnown(known && { owner: known.owner, nodes: known.nodes })
      void refetch()
    },
  }
}

async function followPages<Node>(
  { nodes, pageInfo }: Connection<Node>,
  pageAfter: PageAfter<Node>,
): Promise<{ nodes: Node[]; cutOff?: unknown }> {
  if (!pageInfo.hasNextPage) return { nodes }
  try {
    const next = await pageAfter(pageInfo.endCursor)
    return next ? await followPages({ ...next, nodes: [...nodes, ...next.nodes] }, pageAfter) : { nodes }
  } catch (cutOff) {
    return { nodes, cutOff }
  }
}
