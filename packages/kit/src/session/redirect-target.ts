/**
 * Where to go after sign-in: the path of `?redirectTo=` when it stays on this origin, else `/`.
 * The browser's own parser decides, so that `//host`, `/\host` and control characters cannot lead away. What it made of
 * `/.//host` is a path here, but would name a host where it is parsed again.
 */
export function redirectTarget(search: string): string {
  const target = new URLSearchParams(search).get('redirectTo')
  if (!target?.startsWith('/') || !URL.canParse(target, location.origin)) return '/'
  const url = new URL(target, location.origin)
  const isHere = url.origin === location.origin && !url.pathname.startsWith('//')
  return isHere ? `${url.pathname}${url.search}${url.hash}` : '/'
}

/** `to` with the given target to return to; the target `/` is the default and needs no parameter. */
export function withRedirectTarget(to: string, target: string): string {
  return target === '/' ? to : `${to}?${new URLSearchParams({ redirectTo: target })}`
}
