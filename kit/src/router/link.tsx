import type { ComponentPropsWithRef, CSSProperties, MouseEvent, ReactNode } from 'react'
import { createPath, type To, useHref, useLocation, useResolvedPath } from 'react-router'
import { useNavigate } from './router.tsx'

interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  to: To
  /** Takes the place of the present entry of the history. A link to the present address does so anyway. */
  replace?: boolean
  /** Goes along in the history, where neither the address bar nor a server sees it. */
  state?: unknown
}

/** A link inside the product. Not react-router's, which comes with the fetching of pages from a server of its own: 4 kB. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate()
  const isHere = createPath(useLocation()) === createPath(useResolvedPath(to))
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || opensElsewhere(event)) return
    event.preventDefault()
    void navigate(to, { replace: replace ?? isHere, state })
  }
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the content is in `rest`
  return <a {...rest} href={useHref(to)} onClick={follow} />
}

/** In another tab or window, or as a file: that is for the browser to do. */
const opensElsewhere = (event: MouseEvent<HTMLAnchorElement>): boolean =>
  event.button !== 0 ||
  !['', '_self'].includes(event.currentTarget.target) ||
  [event.metaKey, event.altKey, event.ctrlKey, event.shiftKey].includes(true)

interface NavLinkState {
  isActive: boolean
  isPending: boolean
  isTransitioning: boolean
}

interface NavLinkProps extends Omit<LinkProps, 'className' | 'style' | 'children'> {
  /** Only the very address counts, none below it. */
  end?: boolean
  className?: PerState<string | undefined>
  style?: PerState<CSSProperties | undefined>
  children?: PerState<ReactNode>
}

type PerState<T> = T | ((state: NavLinkState) => T)
const isPerState = <T,>(value: PerState<T>): value is (state: NavLinkState) => T => typeof value === 'function'

/** A link that is marked while one is at its address, or below it unless it says `end`. */
export function NavLink({ end = false, className, style, children, ...props }: NavLinkProps) {
  const { pathname } = useLocation()
  const own = useResolvedPath(props.to).pathname
  const isActive = pathname === own || (!end && pathname.startsWith(own.endsWith('/') ? own : `${own}/`))
  const of = <T,>(value: PerState<T>) =>
    isPerState(value) ? value({ isActive, isPending: false, isTransitioning: false }) : value
  return (
    <Link {...props} className={of(className)} style={of(style)} aria-current={isActive ? 'page' : undefined}>
      {of(children)}
    </Link>
  )
}
