import type { ComponentPropsWithRef, MouseEvent } from 'react'
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

interface NavLinkProps extends LinkProps {
  /** Only the URL itself counts, none below it. */
  end?: boolean
}

/** A link that is marked on the page that it leads to and, without `end`, on those below it. */
export function NavLink({ end = false, ...props }: NavLinkProps) {
  const { pathname } = useLocation()
  const own = useResolvedPath(props.to).pathname
  const isActive = pathname === own || (!end && pathname.startsWith(own.endsWith('/') ? own : `${own}/`))
  return <Link {...props} aria-current={isActive ? 'page' : undefined} />
}
