import { useLingui } from '@lingui/react/macro'
import { Button, EmptyState, LoadFailure, type Result, SectionHead, TextInput, Waiting } from 'kit'
import { Pagination } from 'kit/parts'
import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import './admin.css'
import { AdminFrame } from './admin-frame.tsx'
import { useKept } from './use-kept.ts'
import type { useListUrl } from './use-list-url.ts'

interface Props {
  title: string
  url: ReturnType<typeof useListUrl>
  /** For lists without a search: the text of an empty one. */
  empty?: string
  filters?: ReactNode
  /** The header row of a table. Otherwise the rows are items of a list. */
  head?: ReactNode
  response: Result<{ rows: ReactNode[]; total: number; isCut?: boolean | undefined; next: string | null }> | undefined
  onRetry: () => void
  children?: ReactNode
}

/** A list with filters, pages and usually a search. The search starts with Enter: it may read a million rows. */
export function ListPage({ title, url, empty, filters, head, response, onRetry, children }: Props) {
  const { t } = useLingui()
  const { data, error } = useKept(response) ?? {}
  const { rows = [], total, next } = data ?? {}
  const { text, from } = url
  const to = from + rows.length - 1
  const label = t`Search: ${title}`
  const search = (form: FormData) => {
    const q = form.get('q')
    if (typeof q === 'string') url.change({ q: q.trim() })
  }
  return (
    <AdminFrame title={title}>
      <section className="kit-section">
        <SectionHead title={title} count={total} description={data?.isCut && t`More match. Narrow the search.`} />
        <div className="kit-lists">
          {empty === undefined && (
            <search>
              <form action={search}>
                <TextInput
                  key={text}
                  type="search"
                  name="q"
                  aria-label={label}
                  placeholder={label}
                  leftSection={<Search size={16} />}
                  maxLength={254}
                  defaultValue={text}
                />
              </form>
            </search>
          )}
          <div className="kit-card">
            {filters && <div className="kit-list-head kit-filters">{filters}</div>}
            {error && <LoadFailure error={error} onRetry={onRetry} />}
            {!response && !data && <Waiting lines={6} isList />}
            {rows.length > 0 &&
              (head ? (
                <table className="admin-table" aria-label={title} aria-busy={!response}>
                  {head}
                  <tbody>{rows}</tbody>
                </table>
              ) : (
                <ul className="kit-rows" aria-label={title} aria-busy={!response}>
                  {rows}
                </ul>
              ))}
            {data && rows.length === 0 && (
              <EmptyState title={empty ?? (text ? t`Nothing matches “${text}”` : t`Nothing matches these filters`)}>
                {empty === undefined && <Button variant="default" onClick={url.clear}>{t`Clear filters`}</Button>}
              </EmptyState>
            )}
            {total !== undefined && (from > 1 || next) && (
              <Pagination
                label={t`Pages`}
                from={from}
                to={to}
                total={Math.max(total, to)}
                onPrevious={from > 1 && url.goToPrevious}
                onNext={!!next && (() => url.goToNext(next))}
              />
            )}
          </div>
        </div>
      </section>
      {children}
    </AdminFrame>
  )
}
