import type { APIRequestContext } from '@playwright/test'

export interface Mail {
  to: string
  subject: string
  /** The link in the email. */
  url: string
}

/** Returns the emails to one recipient from the development outbox, newest first. */
export async function findMails(request: APIRequestContext, address: string): Promise<Mail[]> {
  const answer = await request.get(`/dev/mail.json?to=${encodeURIComponent(address)}`)
  const mails: unknown = await answer.json()
  return Array.isArray(mails) ? mails.filter(isMail) : []
}

function isMail(mail: unknown): mail is Mail {
  return (
    typeof mail === 'object' &&
    mail !== null &&
    'to' in mail &&
    'subject' in mail &&
    'url' in mail &&
    typeof mail.url === 'string'
  )
}
