import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** By template: the subject, without the words that vary. */
export const emailNames: Readonly<Record<string, MessageDescriptor>> = {
  verification: msg`Verify your email address`,
  changeEmail: msg`Confirm your new email address`,
  changeEmailAttempt: msg`You already have an account`,
  emailChanged: msg`Your email address was changed`,
  emailChangeAnnounced: msg`Your email address will be changed`,
  emailSetByAdministrator: msg`Your account now uses this address`,
  usernameChanged: msg`Your username was changed`,
  resetPassword: msg`Reset your password`,
  passwordChanged: msg`Your password was changed`,
  passwordRemoved: msg`Your password was removed`,
  deleteUser: msg`Confirm the deletion of your account`,
  accountDeleted: msg`Your account was deleted`,
  signUpAttempt: msg`You already have an account`,
  providerLinked: msg`A provider was connected`,
  providerUnlinked: msg`A provider was disconnected`,
  passkeyAdded: msg`A passkey was added to your account`,
  accountClaimed: msg`We removed the earlier ways to sign in`,
  wrongPasswords: msg`Someone keeps entering wrong passwords for your account`,
  newDevice: msg`New sign-in to your account`,
  invitation: msg`Invitation to an organization`,
  roleChanged: msg`Your role was changed`,
  membershipEnded: msg`You’re no longer a member`,
  ownerLost: msg`Someone is no longer an owner`,
  organizationDeleted: msg`An organization was deleted`,
  remoteFailed: msg`New failure in a part of the product`,
  remoteTakenBack: msg`A part of the product was taken back`,
  accountActivity: msg`There was activity in your account`,
}
