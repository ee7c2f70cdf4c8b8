import { authClient, request, tabStore, type CallError } from 'kit'
import { verifiedUrl } from '../return-url.ts'

/** Followed in this browser, the emailed link also proves ownership; it continues to `target`. */
export async function sendVerification(email: string, target: string): Promise<CallError | null> {
  const body = { email, callbackURL: verifiedUrl(target), prove: true }
  return (await request(() => authClient.POST('/send-verification-email', { body }))).error
}

/** The cooldown key for these emails. */
export const pauseOf = (email: string) => `verification ${email}`

/** The cooldown key for emails whose link must be opened in this browser. */
export const proofOf = (email: string) => `proof ${email}`

const noteOf = (subject: string) => `mailed: ${subject}`

/** Whether this tab has sent the email, even before a reload. */
export const wasSent = (subject: string): boolean => tabStore.get(noteOf(subject)) !== null
export const noteSent = (subject: string): void => void tabStore.set(noteOf(subject), 'yes')
export const noteUnsent = (subject: string): void => tabStore.remove(noteOf(subject))
