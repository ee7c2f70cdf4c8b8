import type { RemoteFault, RemotePhase } from 'kit'
import type { RemoteTexts } from 'kit/shell'
import type { LockedRemote, LockedVersion } from 'contract/lock.ts'

// Loaded with the first fault: see failure.ts.

/**
 * Loads the last good version of a remote in the place of the one that failed, where there is one, and tells of what came of it. Who is
 * offline would not get that either, and it is nobody's fault. Rejects with the cause of the first failure.
 */
export async function recover<T extends { texts: RemoteTexts }>(
  failed: LockedRemote,
  { phase, error: cause }: { phase: RemotePhase; error: unknown },
  load: (locked: LockedRemote) => Promise<T>,
  tell: (fault: Omit<RemoteFault, 'times'>) => void,
): Promise<T & { insteadOf: string }> {
  const { name: remote, version } = failed
  const { lastGood, ...locked } = failed
  const fault = { remote, version, phase, error: cause }
  if (!lastGood || !navigator.onLine) {
    tell(fault)
    throw cause
  }
  const older = { ...locked, ...lastGood }
  showStyles(failed, false)
  showStyles(older, true)
  try {
    const loaded = await load(older)
    tell({ ...fault, phase: 'recovered', instead: older.version })
    const forget = () => {
      loaded.texts.forget()
      swapStyles()
    }
    return { ...loaded, insteadOf: version, texts: { ...loaded.texts, forget } }
  } catch (error) {
    tell(fault)
    tell({ remote, version: older.version, phase: 'load', error })
    swapStyles()
    throw cause
  }

  /** For the newest version, which is tried next. */
  function swapStyles(): void {
    showStyles(older, false)
    showStyles(failed, true)
  }
}

/** Of a version: a bundler loads no style twice, so it stays there, without effect. */
function showStyles({ entry }: LockedVersion, areShown: boolean): void {
  const folder = new URL('.', new URL(entry, location.href)).href
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    if (link.href.startsWith(folder)) link.disabled = !areShown
}
