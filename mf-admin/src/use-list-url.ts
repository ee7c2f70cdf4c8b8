import { useLocation, useNavigate, useSearchParams } from 'kit'

const PAGE_SIZE = 50

/** Keeps search, filters and page in the URL. Any change leads to the first page. */
export function useListUrl() {
  const [params, setParams] = useSearchParams()
  const { state }: { state: unknown } = useLocation()
  const navigate = useNavigate()
  const get = (name: string): string => params.get(name) ?? ''
  const change = (changes: Readonly<Record<string, string>>, options?: { state: unknown }) => {
    const next = { ...Object.fromEntries(params), after: '', from: '', ...changes }
    setParams(
      Object.entries(next).filter(([, value]) => value !== ''),
      options,
    )
  }
  const after = get('after')
  const from = after ? Number(/^\d{1,9}$/.exec(get('from'))?.[0] ?? 1) : 1
  return {
    get,
    change,
    clear: () => setParams(''),
    text: get('q').trim().slice(0, 254),
    from,
    page: { limit: PAGE_SIZE, ...(after && { cursor: after }) },
    goToNext: (cursor: string) =>
      change({ after: cursor, from: String(from + PAGE_SIZE) }, { state: 'reached from the page before' }),
    /** Cursors lead forwards only. */
    goToPrevious: () => void (state === 'reached from the page before' ? navigate(-1) : change({})),
  }
}
