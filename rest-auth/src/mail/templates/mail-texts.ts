import { factorTexts } from './factor-texts.ts'
import type { MailTemplate, MailText } from './mail-data.ts'
import { msg } from './msg.ts'
import { remoteMailTexts } from './remote-mail-texts.ts'

/** The names on the screens (tested by `remote-tools/build/catalogues.test.ts`). */
export const roleTexts: Record<string, string> = { owner: msg`Owner`, admin: msg`Admin`, member: msg`Member` }

export const ownerGreeting = msg`Hello {name},`
export const copyLink = msg`Or open this link:`
export const footerTexts = { SUPPORT_URL: msg`Support`, PRIVACY_URL: msg`Privacy`, TERMS_URL: msg`Terms` }
export const hasAccount = msg`You received this email because this address is registered with {product}.`
const hadAccount = msg`You received this email because this address was registered with {product}.`
const sender = [msg`Device: {device}`, msg`IP address: {address}`, msg`Time: {time}`]
const reviewActivity = { text: msg`Review your activity`, path: '/account/activity' }
const reviewAccount = { text: msg`Review your account`, path: '/account/security' }
const resetPassword = { text: msg`Reset your password`, path: '/forgot-password' }
const secureAccount = msg`Didn’t do this? Change your password and sign out your other devices.`
const someoneElse = msg`If it wasn’t you, someone else may have access to your account.`
const changedBy = [msg`Changed by: {by}`]
const yourName = msg`Is that your name, and it wasn’t you? Change your password and sign out your other devices.`
const lifetime = msg`The link works for {duration}.`
const keepLinkClosed = msg`Didn’t ask for this? Don’t open the link, and change your password.`

export const mailTexts: Record<MailTemplate, MailText> = {
  ...factorTexts,
  verification: {
    subject: msg`Verify your email address`,
    paragraphs: [msg`Confirm that this address is yours. The request came from:`],
    details: sender,
    button: { text: msg`Verify address` },
    lifetime,
    note: msg`Didn’t ask for this? Don’t verify the address.`,
    link: { text: msg`This wasn’t me: delete the account` },
    reason: msg`You received this email because someone entered this address on {product}.`,
  },
  changeEmail: {
    subject: msg`Confirm your new email address`,
    paragraphs: [msg`Confirm {newEmail} as the new address of your account.`],
    button: { text: msg`Confirm new address` },
    lifetime,
    note: keepLinkClosed,
    link: reviewActivity,
  },
  changeEmailAttempt: {
    subject: msg`You already have an account`,
    paragraphs: [
      msg`Someone tried to use your email address for another account. Nothing changed, because your account already uses it.`,
    ],
    button: { text: msg`Sign in`, path: '/sign-in' },
    note: msg`If it was you, first delete this account or change its email address. If not, there’s nothing to do.`,
  },
  emailChanged: {
    subject: msg`Your email address was changed`,
    paragraphs: [
      msg`Your account now uses another email address. This one no longer belongs to it.`,
      msg`Didn’t do this? Change your password and your email address. If you can’t sign in, contact support right away.`,
    ],
    button: reviewActivity,
    reason: hadAccount,
  },
  emailChangeAnnounced: {
    subject: msg`Your email address will be changed`,
    paragraphs: [
      msg`An administrator is changing the email address of your account. Afterwards, this address no longer belongs to it.`,
      msg`Do you still read this mailbox, or didn’t you ask for the change? Then stop it.`,
    ],
    details: [msg`Takes effect: {time}`],
    button: { text: msg`Stop the change` },
    note: msg`If you asked for it, there’s nothing to do.`,
  },
  emailSetByAdministrator: {
    subject: msg`Your account now uses this address`,
    paragraphs: [
      msg`An administrator changed the email address of your account to this one. You were signed out everywhere.`,
      msg`Choose a new password to sign in. That shows us that this mailbox is yours, and ends the earlier ways to sign in.`,
    ],
    button: { text: msg`Choose a new password`, path: '/forgot-password' },
    note: msg`Not expecting this? You can ignore this email.`,
  },
  usernameChanged: {
    subject: msg`Your username was changed`,
    paragraphs: [msg`Your new username is {username}.`, secureAccount],
    button: reviewActivity,
  },
  resetPassword: {
    subject: msg`{hasPassword, select, false {Set a password for {product}} other {Reset your password}}`,
    paragraphs: [
      msg`{hasPassword, select, false {You asked to set a password, so that you can also sign in with it.} other {You asked to reset the password of your account.}}`,
    ],
    button: { text: msg`{hasPassword, select, false {Set password} other {Choose a new password}}` },
    lifetime: msg`The link works once, for {duration}.`,
    note: msg`{hasPassword, select, false {Didn’t ask for this? You can ignore this email: nothing changes.} other {Didn’t ask for this? You can ignore this email: your password stays the same.}}`,
  },
  passwordChanged: {
    subject: msg`{isFirst, select, true {Your password is set} other {Your password was changed}}`,
    paragraphs: [
      msg`{isFirst, select, true {From now on, you can also sign in with your password.} other {From now on, sign in with your new password.}}`,
      someoneElse,
    ],
    button: resetPassword,
  },
  passwordRemoved: {
    subject: msg`Your password was removed`,
    paragraphs: [msg`You can no longer sign in with a password.`, someoneElse],
    button: resetPassword,
  },
  deleteUser: {
    subject: msg`Confirm the deletion of your account`,
    paragraphs: [msg`Your account and everything in it will be permanently deleted. This can’t be undone.`],
    button: { text: msg`Delete my account` },
    lifetime,
    note: keepLinkClosed,
    link: reviewActivity,
  },
  accountDeleted: {
    subject: msg`Your account was deleted`,
    paragraphs: [
      msg`Everything in your account was permanently deleted.`,
      msg`Didn’t do this? Contact support right away.`,
    ],
    reason: hadAccount,
  },
  signUpAttempt: {
    subject: msg`You already have an account`,
    paragraphs: [msg`Someone tried to sign up with your email address. If it was you, sign in instead.`],
    button: { text: msg`Sign in` },
    note: msg`If it wasn’t you, there’s nothing to do: nobody got into your account.`,
  },
  passkeyAdded: {
    subject: msg`A passkey was added to your account`,
    paragraphs: [
      msg`From now on, you can also sign in with this passkey: {passkey}.`,
      msg`Didn’t do this? Remove the passkey, then change your password.`,
    ],
    details: sender,
    button: reviewAccount,
  },
  keyAdded: {
    subject: msg`An API key was created in your account`,
    paragraphs: [
      msg`Programs that have this key act for you: {key}`,
      msg`Didn’t do this? Revoke the key, then change your password.`,
    ],
    details: sender,
    button: { text: msg`Open the keys`, path: '/account/keys' },
  },
  twoFactorEnabled: {
    subject: msg`Your account now asks for a code at sign-in`,
    paragraphs: [
      msg`An authenticator app was set up. From now on, signing in also takes a code from it.`,
      msg`Keep the backup codes in a safe place: each replaces the app once.`,
      secureAccount,
    ],
    details: sender,
    button: reviewAccount,
  },
  twoFactorDisabled: {
    subject: msg`Your account no longer asks for a code at sign-in`,
    paragraphs: [
      msg`The authenticator app was removed, with its backup codes and trusted devices.`,
      msg`Didn’t do this? Change your password, sign out your other devices and set the app up again.`,
    ],
    details: sender,
    button: reviewAccount,
  },
  backupCodeUsed: {
    subject: msg`A backup code was used for your account`,
    paragraphs: [
      msg`Each code works once. Codes that are left: {left}.`,
      msg`Didn’t do this? Someone knows your password and a code. Change the password, sign out your other devices and create new codes.`,
    ],
    details: sender,
    button: reviewAccount,
  },
  wrongCodes: {
    subject: msg`Someone who knows your password keeps entering wrong codes`,
    paragraphs: [
      msg`They don’t have your authenticator app, so they could not sign in to your account.`,
      msg`If it wasn’t you, choose a new password: then they no longer get as far as the code.`,
    ],
    button: { text: msg`Choose a new password` },
  },
  providerLinked: {
    subject: msg`{provider} was connected to your account`,
    paragraphs: [
      msg`You can now sign in with {provider}.`,
      msg`Didn’t do this? Disconnect {provider}, then change your password.`,
    ],
    button: reviewAccount,
  },
  providerUnlinked: {
    subject: msg`{provider} was disconnected from your account`,
    paragraphs: [msg`You can no longer sign in with {provider}.`, secureAccount],
    button: reviewActivity,
  },
  accountClaimed: {
    subject: msg`We removed the earlier ways to sign in`,
    paragraphs: [
      msg`You confirmed that this email address is yours. The person who created the account hadn’t, so its earlier password, sessions and connected providers no longer work.`,
      msg`Did you create it yourself? Nothing is lost: sign in the way you just did, or choose a new password.`,
    ],
    button: { text: msg`Choose a new password`, path: '/forgot-password' },
  },
  wrongPasswords: {
    subject: msg`Someone keeps entering wrong passwords for your account`,
    paragraphs: [
      msg`After several wrong passwords, they now have to wait longer before each new attempt.`,
      msg`You can sign in as usual in browsers that you’ve used before. If you have to wait in another one, choose a new password: then you can sign in right away.`,
    ],
    button: { text: msg`Choose a new password` },
    note: msg`If your password is long and you don’t use it anywhere else, or if it was you, there’s nothing to do.`,
  },
  newDevice: {
    subject: msg`New sign-in to your account`,
    paragraphs: [msg`Your account was used on a device we haven’t seen before.`],
    details: sender,
    button: reviewActivity,
    note: msg`If it wasn’t you, sign out that device and change your password. If it was you, there’s nothing to do.`,
  },
  invitation: {
    subject: msg`{inviterName} invited you to {organizationName}`,
    paragraphs: [msg`Join {organizationName} on {product}.`],
    details: [msg`From: {inviterEmail}`, msg`Role: {role}`, msg`Team: {team}`, msg`Valid until: {time}`],
    button: { text: msg`View invitation` },
    note: msg`Not expecting this? You can ignore this email.`,
    reason: msg`You received this email because someone invited this address to {product}.`,
  },
  roleChanged: {
    subject: msg`Your role in {organizationName} was changed`,
    paragraphs: [msg`Someone else who manages {organizationName} changed what you can do there.`],
    details: [msg`Role: {role}`],
    button: { text: msg`Open your organizations`, path: '/organizations' },
  },
  membershipEnded: {
    subject: msg`You’re no longer a member of {organizationName}`,
    paragraphs: [msg`Someone who manages {organizationName} removed you. To come back, you need a new invitation.`],
    button: reviewActivity,
  },
  ownerLost: {
    subject: msg`{person} is no longer an owner of {organizationName}`,
    paragraphs: [msg`All owners of the organization get this email.`],
    details: changedBy,
    button: reviewActivity,
    note: yourName,
  },
  organizationDeleted: {
    subject: msg`{organizationName} was deleted`,
    paragraphs: [msg`The organization was permanently deleted, with its members, teams and invitations.`],
    details: changedBy,
    button: reviewActivity,
    note: yourName,
  },
  webhookDisabled: {
    subject: msg`A webhook of {organizationName} was disabled`,
    paragraphs: [
      msg`For a day, the product could not deliver events to a webhook, and has disabled it.`,
      msg`Nothing is lost: when you enable it again, it gets what happened in the meantime.`,
    ],
    details: [msg`Host: {host}`],
    button: { text: msg`Open the webhooks` },
  },
  keyExpires: {
    subject: msg`The API key {key} expires soon`,
    paragraphs: [
      msg`Programs that use this key of {place} stop working then.`,
      msg`Create a new key, and replace the old one in them.`,
    ],
    details: [msg`Expires: {time}`],
    button: { text: msg`Open the keys` },
  },
  ...remoteMailTexts,
  accountActivity: {
    subject: msg`There was activity in your account`,
    paragraphs: [
      msg`An account with this address was used or changed several times. Nobody has verified yet that the address is theirs, so you get one email for all of it.`,
    ],
    button: { text: msg`Choose a new password`, path: '/forgot-password' },
    note: msg`Not your account? A new password makes it yours and ends all other access. Or choose “This wasn’t me” in the email that asks you to verify the address.`,
  },
}
