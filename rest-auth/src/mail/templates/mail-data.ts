/** Emails to the owner of an account. Their values also include its `name`. */
export interface AccountMailData {
  verification: DeviceData & { url: string; otherUrl?: string }
  changeEmail: { newEmail: string; url: string }
  changeEmailAttempt: object
  emailChanged: object
  /** To the old address, before an administrator's change. `time` is when it takes effect. */
  emailChangeAnnounced: { url: string; time: string }
  /** To the new address, afterwards. */
  emailSetByAdministrator: object
  /** `time` is when it takes effect. */
  factorResetAnnounced: { url: string; time: string }
  factorsReset: object
  usernameChanged: { username: string }
  /** `hasPassword` is 'true' or 'false', absent in emails of 2.0. Likewise `isFirst`. */
  resetPassword: { url: string; hasPassword: string }
  passwordChanged: { isFirst: string }
  passwordRemoved: object
  deleteUser: { url: string }
  accountDeleted: object
  signUpAttempt: { url: string }
  providerLinked: { provider: string }
  providerUnlinked: { provider: string }
  passkeyAdded: DeviceData & { passkey: string }
  keyAdded: DeviceData & { key: string }
  twoFactorEnabled: DeviceData
  twoFactorDisabled: DeviceData
  backupCodeUsed: DeviceData & { left: string }
  wrongCodes: { url: string }
  accountClaimed: object
  wrongPasswords: { url: string }
  newDevice: DeviceData
  roleChanged: { organizationName: string; role: string }
  membershipEnded: { organizationName: string }
  /** `person` was an owner until `by` changed that. */
  ownerLost: { organizationName: string; person: string; by: string }
  organizationDeleted: { organizationName: string; by: string }
  /** `time` is when it takes effect. */
  secondFactorRequired: { organizationName: string; time: string }
  /** `place`: the organization of the key, or the product. `time` is when it expires. */
  keyExpires: { key: string; place: string; time: string; url: string }
  webhookDisabled: { organizationName: string; host: string; url: string }
  /** Replaces all notices that wait for an unproved email. */
  accountActivity: object
}
type DeviceData = { device: string; address: string; time: string }

/** `url` is the button's, `time` is ISO 8601, `role` a comma-separated list of roles. */
export type MailData = { [T in keyof AccountMailData]: AccountMailData[T] & { name: string } } & {
  /** `team` and `inviterEmail` may be empty, and are absent in emails of 2.0. */
  invitation: { inviterName: string; organizationName: string; role: string; time: string; url: string } & {
    team: string
    inviterEmail: string
  }
  /** To the owner of a remote. `line` and `route` may be empty. */
  remoteFailed: { remote: string; version: string; error: string; phase: string; route: string; line: string }
  remoteTakenBack: { remote: string; version: string; before: string; failed: string; usual: string }
}
export type MailTemplate = keyof MailData

export interface MailLink {
  text: string
  /** A page of the product. Without one, the link leads to a URL in the email's data. */
  path?: string
}

export interface MailText {
  subject: string
  paragraphs: string[]
  /** Rows of a table: a label, a colon and a value. */
  details?: string[]
  /** Without a path, leads to `url`. */
  button?: MailLink
  /** Below the button, for links that expire. */
  lifetime?: string
  /** Below the button: advice if the email is unexpected. */
  note?: string
  /** Without a path, leads to `otherUrl`. */
  link?: MailLink
  /** Why this address gets it, if not because it is an account's. */
  reason?: string
}
