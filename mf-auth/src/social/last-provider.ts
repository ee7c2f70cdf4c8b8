const KEY = 'last provider'

/** The provider that this browser signed in with last, so that one finds it again. */
export function lastProvider(): string | null {
  return localStorage.getItem(KEY)
}

export function rememberProvider(id: string): void {
  localStorage.setItem(KEY, id)
}
