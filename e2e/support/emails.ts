import type { APIRequestContext } from '@playwright/test'

export interface Email {
  to: string
  subject: string
  /** The link in the email. */
  url: string
}

/** Returns the emails to one recipient from the development outbox, newest first. */
export async function findEmails(request: APIRequestContext, address: string): Promise<Email[]> {
  const response = await request.get(`/dev/mail.json?to=${encodeURIComponent(address)}`)
  const emails: unknown = await response.json()
  return Array.isArray(emails) ? emails.filter(isEmail) : []
}

function isEmail(mail: unknown): mail is Email {
  return (
    typeof mail === 'object' &&
    mail !== null &&
    'to' in mail &&
    'subject' in mail &&
    'url' in mail &&
    typeof mail.url === 'string'
  )
}
