import { authClient, request, type CallError } from 'kit'
import { verifiedUrl } from '../return-url.ts'

/** Mails the link that verifies the own address; it leads on to `target` in the end. */
export async function mailVerification(email: string, target: string): Promise<CallError | null> {
  const body = { email, callbackURL: verifiedUrl(target) }
  return (await request(() => authClient.POST('/send-verification-email', { body }))).error
}

/** What the pause between two such mails is kept under. */
export const pauseOf = (email: string) => `verification ${email}`

const noteOf = (email: string) => `verification mailed to ${email}`

/** Whether this tab has sent such a mail before, also before a reload. */
export const wasMailed = (email: string): boolean => sessionStorage.getItem(noteOf(email)) !== null
export const noteMailed = (email: string): void => sessionStorage.setItem(noteOf(email), 'yes')
export const noteNotMailed = (email: string): void => sessionStorage.removeItem(noteOf(email))
