import { useMemo } from 'react'
import { type NavigateOptions, useLocation } from 'react-router'
import { useNavigate } from './router.tsx'

type Next = ConstructorParameters<typeof URLSearchParams>[0]

export function useSearchParams() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const change = (next: Next | ((before: URLSearchParams) => Next), options?: NavigateOptions) => {
    const changed = typeof next === 'function' ? next(new URLSearchParams(search)) : next
    void navigate(`?${new URLSearchParams(changed)}`, options)
  }
  return [params, change] as const
}
