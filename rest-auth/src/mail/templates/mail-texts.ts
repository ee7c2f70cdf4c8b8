import { msg } from './msg.ts'

/** Emails to the owner of an account. Their values also include its `name`. */
export interface AccountMailData {
  verification: DeviceData & { url: string; otherUrl?: string }
  changeEmail: { newEmail: string; url: string }
  changeEmailAttempt: object
  emailChanged: object
  usernameChanged: { username: string }
  resetPassword: { url: string }
  passwordChanged: object
  passwordRemoved: object
  deleteUser: { url: string }
  accountDeleted: object
  signUpAttempt: { url: string }
  providerLinked: { provider: string }
  providerUnlinked: { provider: string }
  accountClaimed: object
  wrongPasswords: { url: string }
  newDevice: DeviceData
  roleChanged: { organizationName: string; role: string }
  membershipEnded: { organizationName: string }
}
type DeviceData = { device: string; address: string; time: string }

/** `url` is the button's, `time` is ISO 8601, `role` a comma-separated list of roles. */
export type MailData = { [T in keyof AccountMailData]: AccountMailData[T] & { name: string } } & {
  invitation: { inviterName: string; organizationName: string; role: string; time: string; url: string }
}
export type MailTemplate = keyof MailData

export interface MailText {
  subject: string
  greeting?: string
  paragraphs: string[]
  button?: string
  reason: string
  otherLink?: string
}

/** The names on the screens (tested by `remote-tools/build/catalogues.test.ts`). */
export const roleTexts: Record<string, string> = { owner: msg`Owner`, admin: msg`Administrator`, member: msg`Member` }

export const ownerGreeting = msg`Hello {name},`

const devicePlace = [msg`Device: {device}`, msg`Address: {address}`, msg`Time: {time}`]

export const mailTexts: Record<MailTemplate, MailText> = {
  verification: {
    subject: msg`Confirm your e-mail address`,
    paragraphs: [msg`please confirm that this is your e-mail address.`, ...devicePlace],
    button: msg`Confirm address`,
    reason: msg`You get this mail because this address was given for an account. If that was not you, do not confirm it.`,
    otherLink: msg`This was not me: remove the account`,
  },
  changeEmail: {
    subject: msg`Confirm the change of your e-mail address`,
    paragraphs: [msg`your account is to get the new e-mail address {newEmail}.`],
    button: msg`Change address`,
    reason: msg`If you did not ask for this, do not open the link, and change your password.`,
  },
  changeEmailAttempt: {
    subject: msg`You already have an account`,
    paragraphs: [
      msg`somebody wanted to give your e-mail address to another account. You already have an account with it, so nothing was changed.`,
    ],
    reason: msg`If it was you: delete the account that has this address, or give it another one, and then try again. If it was not you, do nothing.`,
  },
  emailChanged: {
    subject: msg`Your e-mail address was changed`,
    paragraphs: [msg`your account has another e-mail address now. This one no longer belongs to it.`],
    reason: msg`If you did not do this, ask the people who run this site for help at once.`,
  },
  usernameChanged: {
    subject: msg`Your username was changed`,
    paragraphs: [msg`your username is now {username}.`],
    reason: msg`If you did not do this, reset your password at once.`,
  },
  resetPassword: {
    subject: msg`Reset your password`,
    paragraphs: [msg`with this link you can choose a new password.`],
    button: msg`Choose a new password`,
    reason: msg`If you did not ask for this, do nothing: your password stays as it is.`,
  },
  passwordChanged: {
    subject: msg`Your password was changed`,
    paragraphs: [msg`the password of your account was changed.`],
    reason: msg`If you did not do this, reset your password at once.`,
  },
  passwordRemoved: {
    subject: msg`The password of your account was removed`,
    paragraphs: [msg`one can no longer sign in to your account with a password.`],
    reason: msg`If you did not do this, reset your password at once.`,
  },
  deleteUser: {
    subject: msg`Confirm the deletion of your account`,
    paragraphs: [msg`with this link your account and everything in it is deleted for good.`],
    button: msg`Delete my account`,
    reason: msg`If you did not ask for this, do not open the link, and change your password.`,
  },
  accountDeleted: {
    subject: msg`Your account was deleted`,
    paragraphs: [msg`your account and everything in it was deleted for good.`],
    reason: msg`If you did not do this, ask the people who run this site for help at once.`,
  },
  signUpAttempt: {
    subject: msg`You already have an account`,
    paragraphs: [
      msg`somebody tried to sign up with your e-mail address. You already have an account, so just sign in.`,
    ],
    button: msg`Sign in`,
    reason: msg`If that was not you, do nothing: nobody got into your account.`,
  },
  providerLinked: {
    subject: msg`{provider} was linked to your account`,
    paragraphs: [msg`one can now sign in to your account with {provider}.`],
    reason: msg`If you did not do this, unlink it in your account and change your password.`,
  },
  providerUnlinked: {
    subject: msg`{provider} was unlinked from your account`,
    paragraphs: [msg`one can no longer sign in to your account with {provider}.`],
    reason: msg`If you did not do this, reset your password at once.`,
  },
  accountClaimed: {
    subject: msg`Your account now belongs to you alone`,
    paragraphs: [
      msg`you have proved that this e-mail address is yours. Whoever made the account had not: all sessions, the password and the linked providers of before have ended.`,
    ],
    reason: msg`If it was you who made it, nothing is lost: sign in as you have just done, or choose a new password.`,
  },
  wrongPasswords: {
    subject: msg`Somebody keeps giving wrong passwords for your account`,
    paragraphs: [
      msg`somebody has tried several wrong passwords to get into your account, and now has to wait longer and longer between two tries.`,
      msg`You can sign in as always in browsers in which you have signed in before. Where you have to wait too, choose a new password with this link: then you can sign in at once.`,
    ],
    button: msg`Choose a new password`,
    reason: msg`If your password is long and used nowhere else, you need not do anything. If it was you who tried, do not mind this mail.`,
  },
  newDevice: {
    subject: msg`New sign-in to your account`,
    paragraphs: [msg`your account was signed in to from a new device.`, ...devicePlace],
    reason: msg`If that was not you, change your password and end the other sessions of your account.`,
  },
  invitation: {
    subject: msg`{inviterName} invites you to {organizationName}`,
    greeting: msg`Hello,`,
    paragraphs: [
      msg`{inviterName} invites you to join {organizationName} on {product}.`,
      msg`Role: {role}`,
      msg`Valid until: {time}`,
    ],
    button: msg`See the invitation`,
    reason: msg`If you do not know what this is about, do nothing.`,
  },
  roleChanged: {
    subject: msg`Your role in {organizationName} was changed`,
    paragraphs: [msg`your role in {organizationName} is now: {role}.`],
    reason: msg`You get this mail because somebody else changed what you may do there.`,
  },
  membershipEnded: {
    subject: msg`You are no longer a member of {organizationName}`,
    paragraphs: [msg`somebody who manages {organizationName} has ended your membership.`],
    reason: msg`To come back you need a new invitation.`,
  },
}
