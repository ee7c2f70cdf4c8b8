/** The path of `?redirectTo=`, or `/` if it would leave this origin. */
export function redirectTarget(search: string): string {
  const target = new URLSearchParams(search).get('redirectTo')
  if (!target?.startsWith('/') || !URL.canParse(target, location.origin)) return '/'
  const url = new URL(target, location.origin)
  // `/.//host` has the path `//host`, which would leave this origin when it is parsed again.
  const isHere = url.origin === location.origin && !url.pathname.startsWith('//')
  return isHere ? `${url.pathname}${url.search}${url.hash}` : '/'
}

export function withRedirectTarget(to: string, target: string): string {
  return target === '/' ? to : `${to}?${new URLSearchParams({ redirectTo: target })}`
}
