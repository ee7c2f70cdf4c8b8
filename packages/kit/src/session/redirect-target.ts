import { ownPath } from 'contract/own-path.ts'

/** The path of `?redirectTo=`, or `/` if it would leave this origin. */
export const redirectTarget = (search: string): string =>
  ownPath(new URLSearchParams(search).get('redirectTo') ?? '', location.origin) ?? '/'

export function withRedirectTarget(to: string, target: string): string {
  return target === '/' ? to : `${to}?${new URLSearchParams({ redirectTo: target })}`
}
