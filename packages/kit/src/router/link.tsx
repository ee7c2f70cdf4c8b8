import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { createPath, type To, useHref, useLocation, useResolvedPath } from 'react-router'
import { useNavigate } from './router.tsx'

interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  to: To
  /** Replaces the current history entry. Links to the current URL always do. */
  replace?: boolean
  /** Kept in the browser history, invisible in the URL. */
  state?: unknown
}

// react-router's Link would add 4 kB for loading data from a server.
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

const opensElsewhere = (event: MouseEvent<HTMLAnchorElement>): boolean =>
  event.button !== 0 ||
  !['', '_self'].includes(event.currentTarget.target) ||
  [event.metaKey, event.altKey, event.ctrlKey, event.shiftKey].includes(true)

interface NavLinkProps extends LinkProps {
  /** Marks the link only on its own URL, not on those below. */
  end?: boolean
}

/** A link that is marked as current on its page and on those below it. */
export function NavLink({ end = false, ...props }: NavLinkProps) {
  const { pathname } = useLocation()
  const own = useResolvedPath(props.to).pathname
  const isActive = pathname === own || (!end && pathname.startsWith(own.endsWith('/') ? own : `${own}/`))
  return <Link {...props} aria-current={isActive ? 'page' : undefined} />
}
