import { useEffect, useEffectEvent, useState } from 'react'

interface Connection<Node> {
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  nodes: Node[]
}

type PageAfter<Node> = (cursor: string | null) => Promise<Connection<Node> | null | undefined>

interface Known<Node> {
  owner: string | undefined
  nodes: Node[]
  /** The error, if not all pages could be loaded. */
  cutOff?: unknown
  /** Absent if the list must be refetched. */
  first?: Connection<Node>
}

/** For searches. A reload keeps the known nodes: a shorter list would close an entry's dialog. */
export function useAllPages<Node>(
  owner: string | undefined,
  first: Connection<Node> | null | undefined,
  { refetch, pageAfter }: { refetch: () => Promise<unknown>; pageAfter: PageAfter<Node> },
) {
  const [known, setKnown] = useState<Known<Node>>()
  const fetchPage = useEffectEvent(pageAfter)
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
