/**
 * What each mail is about, and what its text may name as `{key}`. All values are text: `url` is what the button opens,
 * `time` an ISO 8601 time, `role` a comma-separated list.
 */
export interface MailData {
  verification: { name: string; url: string }
  changeEmail: { name: string; newEmail: string; url: string }
  emailChanged: { name: string; newEmail: string }
  resetPassword: { name: string; url: string }
  passwordChanged: { name: string }
  deleteUser: { name: string; url: string }
  signUpAttempt: { name: string; url: string }
  providerLinked: { name: string; provider: string }
  newDevice: { name: string; device: string; address: string; time: string }
  invitation: { inviterName: string; organizationName: string; role: string; url: string }
}

export const mailTemplates = [
  'verification',
  'changeEmail',
  'emailChanged',
  'resetPassword',
  'passwordChanged',
  'deleteUser',
  'signUpAttempt',
  'providerLinked',
  'newDevice',
  'invitation',
] as const
export type MailTemplate = (typeof mailTemplates)[number]

/** One mail in one language, as plain data: paragraphs of text, a button for the link if there is one, and why it came. */
export interface MailText {
  subject: string
  paragraphs: string[]
  button?: string
  reason: string
}

/** All mails in one language, and what the roles are called in it. */
export interface MailLanguage {
  roles: Record<string, string>
  mails: Record<MailTemplate, MailText>
}
