import { useCallback, useRef, useState } from 'react'

/** Ignores selected rows that are not shown, until they are shown again. */
export function useSelection(ids: readonly string[]) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  const mark = useCallback((changed: readonly string[], isOn: boolean) => {
    setMarked((before) => {
      const next = new Set(before)
      for (const id of changed) next[isOn ? 'add' : 'delete'](id)
      return next
    })
  }, [])
  const select = useCallback(
    (id: string, isOn: boolean, withShift: boolean) => {
      const [from, to] = [withShift && last.current !== undefined ? ids.indexOf(last.current) : -1, ids.indexOf(id)]
      last.current = id
      mark(from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1), isOn)
    },
    [ids, mark],
  )
  return { selected: new Set(ids.filter((id) => marked.has(id))), select, mark }
}
