import type { TestApp } from './start-test-app.ts'

/** The link in the newest email of a kind. */
export async function emailedLink({ emails }: TestApp, to: string, template = 'verification'): Promise<URL> {
  const mail = (await emails(to)).findLast((one) => one.template === template)
  return new URL(mail?.data['url'] ?? 'missing')
}

/** The secret in an emailed link: a parameter, or the end of a reset link's path. */
export function tokenOf(link: URL): string {
  return link.searchParams.get('token') ?? link.pathname.split('/').at(-1) ?? ''
}

export async function emailedToken(app: TestApp, to: string, template: string): Promise<string> {
  return tokenOf(await emailedLink(app, to, template))
}
