import type { MailLanguage } from './mail-template.ts'

export const en: MailLanguage = {
  roles: { owner: 'owner', admin: 'admin', member: 'member' },
  mails: {
    verification: {
      subject: 'Confirm your e-mail address',
      paragraphs: ['Hello {name},', 'please confirm that this is your e-mail address.'],
      button: 'Confirm address',
      reason: 'You get this mail because this address was given for an account. If that was not you, do nothing.',
    },
    changeEmail: {
      subject: 'Confirm the change of your e-mail address',
      paragraphs: ['Hello {name},', 'your account is to get the new e-mail address {newEmail}.'],
      button: 'Change address',
      reason: 'If you did not ask for this, do not open the link, and change your password.',
    },
    emailChanged: {
      subject: 'Your e-mail address was changed',
      paragraphs: [
        'Hello {name},',
        'your account now has the e-mail address {newEmail}. This address no longer belongs to it.',
      ],
      reason: 'If you did not do this, ask the people who run this site for help at once.',
    },
    resetPassword: {
      subject: 'Reset your password',
      paragraphs: ['Hello {name},', 'with this link you can choose a new password.'],
      button: 'Choose a new password',
      reason: 'If you did not ask for this, do nothing: your password stays as it is.',
    },
    passwordChanged: {
      subject: 'Your password was changed',
      paragraphs: ['Hello {name},', 'the password of your account was changed.'],
      reason: 'If you did not do this, reset your password at once.',
    },
    deleteUser: {
      subject: 'Confirm the deletion of your account',
      paragraphs: ['Hello {name},', 'with this link your account and everything in it is deleted for good.'],
      button: 'Delete my account',
      reason: 'If you did not ask for this, do not open the link, and change your password.',
    },
    signUpAttempt: {
      subject: 'You already have an account',
      paragraphs: [
        'Hello {name},',
        'somebody tried to sign up with your e-mail address. You already have an account, so just sign in.',
      ],
      button: 'Sign in',
      reason: 'If that was not you, do nothing: nobody got into your account.',
    },
    providerLinked: {
      subject: '{provider} was linked to your account',
      paragraphs: ['Hello {name},', 'one can now sign in to your account with {provider}.'],
      reason: 'If you did not do this, unlink it in your account and change your password.',
    },
    newDevice: {
      subject: 'New sign-in to your account',
      paragraphs: [
        'Hello {name},',
        'your account was signed in to from a new device.',
        'Device: {device}',
        'Address: {address}',
        'Time: {time}',
      ],
      reason: 'If that was not you, change your password and end the other sessions of your account.',
    },
    invitation: {
      subject: '{inviterName} invites you to {organizationName}',
      paragraphs: ['Hello,', '{inviterName} invites you to join {organizationName} as {role}.'],
      button: 'See the invitation',
      reason: 'If you do not know what this is about, do nothing.',
    },
  },
}
