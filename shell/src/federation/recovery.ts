import type { RemoteError, RemotePhase } from 'kit'
import type { RemoteTexts } from 'kit/shell'
import type { LockedRemote, LockedVersion } from 'contract/version-lock.ts'

/** Rejects with the cause of the first failure, also if there is no fallback or no connection. */
export async function recover<T extends { texts: RemoteTexts }>(
  failed: LockedRemote,
  { phase, error: cause }: { phase: RemotePhase; error: unknown },
  load: (locked: LockedRemote) => Promise<T>,
  report: (remoteError: Omit<RemoteError, 'times'>) => void,
): Promise<T & { insteadOf: string }> {
  const { name: remote, version } = failed
  const { lastGood, ...locked } = failed
  const remoteError = { remote, version, phase, error: cause }
  if (!lastGood || !navigator.onLine) {
    report(remoteError)
    throw cause
  }
  const older = { ...locked, ...lastGood }
  showStyles(failed, false)
  showStyles(older, true)
  try {
    const loaded = await load(older)
    report({ ...remoteError, phase: 'recovered', instead: older.version })
    const forget = () => {
      loaded.texts.forget()
      swapStyles()
    }
    return { ...loaded, insteadOf: version, texts: { ...loaded.texts, forget } }
  } catch (error) {
    report(remoteError)
    report({ remote, version: older.version, phase: 'load', error })
    swapStyles()
    throw cause
  }

  function swapStyles(): void {
    showStyles(older, false)
    showStyles(failed, true)
  }
}

/** Disables styles instead of removing them, because bundlers never load a stylesheet twice. */
function showStyles({ entry }: LockedVersion, areShown: boolean): void {
  const folder = new URL('.', new URL(entry, location.href)).href
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    if (link.href.startsWith(folder)) link.disabled = !areShown
}
