import type { MailLanguage } from './mail-template.ts'

export const fr: MailLanguage = {
  roles: { owner: 'propriétaire', admin: 'administrateur', member: 'membre' },
  mails: {
    verification: {
      subject: 'Confirmez votre adresse e-mail',
      paragraphs: ['Bonjour {name},', 'veuillez confirmer que cette adresse e-mail est bien la vôtre.'],
      button: 'Confirmer l’adresse',
      reason:
        'Vous recevez ce message parce que cette adresse a été indiquée pour un compte. Si ce n’était pas vous, vous n’avez rien à faire.',
    },
    changeEmail: {
      subject: 'Confirmez le changement de votre adresse e-mail',
      paragraphs: ['Bonjour {name},', 'la nouvelle adresse e-mail de votre compte doit devenir {newEmail}.'],
      button: 'Changer l’adresse',
      reason: 'Si vous n’avez rien demandé, n’ouvrez pas le lien et changez votre mot de passe.',
    },
    emailChanged: {
      subject: 'Votre adresse e-mail a été changée',
      paragraphs: [
        'Bonjour {name},',
        'l’adresse e-mail de votre compte est maintenant {newEmail}. L’adresse à laquelle vous recevez ce message n’y est plus associée.',
      ],
      reason: 'Si ce n’était pas vous, contactez immédiatement les responsables de ce site.',
    },
    resetPassword: {
      subject: 'Réinitialisez votre mot de passe',
      paragraphs: ['Bonjour {name},', 'ce lien vous permet de choisir un nouveau mot de passe.'],
      button: 'Choisir un nouveau mot de passe',
      reason: 'Si vous n’avez rien demandé, vous n’avez rien à faire : votre mot de passe reste inchangé.',
    },
    passwordChanged: {
      subject: 'Votre mot de passe a été changé',
      paragraphs: ['Bonjour {name},', 'le mot de passe de votre compte a été changé.'],
      reason: 'Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe.',
    },
    deleteUser: {
      subject: 'Confirmez la suppression de votre compte',
      paragraphs: ['Bonjour {name},', 'ce lien supprime définitivement votre compte et tout ce qu’il contient.'],
      button: 'Supprimer mon compte',
      reason: 'Si vous n’avez rien demandé, n’ouvrez pas le lien et changez votre mot de passe.',
    },
    signUpAttempt: {
      subject: 'Vous avez déjà un compte',
      paragraphs: [
        'Bonjour {name},',
        'quelqu’un a essayé de s’inscrire avec votre adresse e-mail. Vous avez déjà un compte : il vous suffit de vous connecter.',
      ],
      button: 'Se connecter',
      reason: 'Si ce n’était pas vous, vous n’avez rien à faire : personne n’a accédé à votre compte.',
    },
    providerLinked: {
      subject: '{provider} a été associé à votre compte',
      paragraphs: ['Bonjour {name},', 'on peut désormais se connecter à votre compte avec {provider}.'],
      reason: 'Si ce n’était pas vous, dissociez-le dans votre compte et changez votre mot de passe.',
    },
    newDevice: {
      subject: 'Nouvelle connexion à votre compte',
      paragraphs: [
        'Bonjour {name},',
        'une connexion à votre compte a eu lieu depuis un nouvel appareil.',
        'Appareil : {device}',
        'Adresse : {address}',
        'Heure : {time}',
      ],
      reason: 'Si ce n’était pas vous, changez votre mot de passe et mettez fin aux autres sessions de votre compte.',
    },
    invitation: {
      subject: '{inviterName} vous invite à rejoindre {organizationName}',
      paragraphs: ['Bonjour,', '{inviterName} vous invite à rejoindre {organizationName}. Votre rôle : {role}.'],
      button: 'Voir l’invitation',
      reason: 'Si vous ne savez pas de quoi il s’agit, vous n’avez rien à faire.',
    },
  },
}
