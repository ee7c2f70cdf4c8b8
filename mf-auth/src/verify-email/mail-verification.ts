import { authClient, request, type CallError } from 'kit'
import { verifiedUrl } from '../return-url.ts'

/** Mails the link that verifies the own address and, followed in this browser, proves whose it is; it leads on to `target` in the end. */
export async function mailVerification(email: string, target: string): Promise<CallError | null> {
  const body = { email, callbackURL: verifiedUrl(target), prove: true }
  return (await request(() => authClient.POST('/send-verification-email', { body }))).error
}

/** What the pause between two such mails is kept under. */
export const pauseOf = (email: string) => `verification ${email}`

/** The same for a mail whose link has to be opened in this browser. */
export const proofOf = (email: string) => `proof ${email}`

const noteOf = (subject: string) => `mailed: ${subject}`

/** Whether this tab has sent such a mail before, also before a reload. */
export const wasMailed = (subject: string): boolean => sessionStorage.getItem(noteOf(subject)) !== null
export const noteMailed = (subject: string): void => sessionStorage.setItem(noteOf(subject), 'yes')
export const noteNotMailed = (subject: string): void => sessionStorage.removeItem(noteOf(subject))
