import type { MailLanguage } from './mail-template.ts'

export const de: MailLanguage = {
  roles: { owner: 'Inhaber', admin: 'Administrator', member: 'Mitglied' },
  mails: {
    verification: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      paragraphs: ['Guten Tag {name},', 'bitte bestätigen Sie, dass dies Ihre E-Mail-Adresse ist.'],
      button: 'Adresse bestätigen',
      reason:
        'Sie erhalten diese E-Mail, weil diese Adresse für ein Konto angegeben wurde. Wenn Sie das nicht waren, brauchen Sie nichts zu tun.',
    },
    changeEmail: {
      subject: 'Bestätigen Sie die Änderung Ihrer E-Mail-Adresse',
      paragraphs: ['Guten Tag {name},', 'Ihr Konto soll die neue E-Mail-Adresse {newEmail} erhalten.'],
      button: 'Adresse ändern',
      reason: 'Wenn Sie das nicht veranlasst haben, öffnen Sie den Link nicht und ändern Sie Ihr Passwort.',
    },
    emailChanged: {
      subject: 'Ihre E-Mail-Adresse wurde geändert',
      paragraphs: [
        'Guten Tag {name},',
        'Ihr Konto hat jetzt die E-Mail-Adresse {newEmail}. Diese Adresse gehört nicht mehr dazu.',
      ],
      reason: 'Wenn Sie das nicht waren, wenden Sie sich sofort an die Betreiber dieser Website.',
    },
    resetPassword: {
      subject: 'Setzen Sie Ihr Passwort zurück',
      paragraphs: ['Guten Tag {name},', 'über diesen Link können Sie ein neues Passwort wählen.'],
      button: 'Neues Passwort wählen',
      reason: 'Wenn Sie das nicht veranlasst haben, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.',
    },
    passwordChanged: {
      subject: 'Ihr Passwort wurde geändert',
      paragraphs: ['Guten Tag {name},', 'das Passwort Ihres Kontos wurde geändert.'],
      reason: 'Wenn Sie das nicht waren, setzen Sie Ihr Passwort sofort zurück.',
    },
    deleteUser: {
      subject: 'Bestätigen Sie die Löschung Ihres Kontos',
      paragraphs: ['Guten Tag {name},', 'über diesen Link werden Ihr Konto und alles darin endgültig gelöscht.'],
      button: 'Mein Konto löschen',
      reason: 'Wenn Sie das nicht veranlasst haben, öffnen Sie den Link nicht und ändern Sie Ihr Passwort.',
    },
    signUpAttempt: {
      subject: 'Sie haben schon ein Konto',
      paragraphs: [
        'Guten Tag {name},',
        'jemand wollte sich mit Ihrer E-Mail-Adresse registrieren. Sie haben schon ein Konto, melden Sie sich einfach an.',
      ],
      button: 'Anmelden',
      reason: 'Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Niemand hat Zugang zu Ihrem Konto erhalten.',
    },
    providerLinked: {
      subject: '{provider} wurde mit Ihrem Konto verknüpft',
      paragraphs: ['Guten Tag {name},', 'ab jetzt kann man sich mit {provider} bei Ihrem Konto anmelden.'],
      reason: 'Wenn Sie das nicht waren, heben Sie die Verknüpfung in Ihrem Konto auf und ändern Sie Ihr Passwort.',
    },
    newDevice: {
      subject: 'Neue Anmeldung bei Ihrem Konto',
      paragraphs: [
        'Guten Tag {name},',
        'bei Ihrem Konto gab es eine Anmeldung von einem neuen Gerät.',
        'Gerät: {device}',
        'Adresse: {address}',
        'Zeit: {time}',
      ],
      reason: 'Wenn Sie das nicht waren, ändern Sie Ihr Passwort und beenden Sie die anderen Sitzungen Ihres Kontos.',
    },
    invitation: {
      subject: '{inviterName} lädt Sie zu {organizationName} ein',
      paragraphs: ['Guten Tag,', '{inviterName} lädt Sie zu {organizationName} ein. Ihre Rolle: {role}.'],
      button: 'Einladung ansehen',
      reason: 'Wenn Sie nicht wissen, worum es geht, brauchen Sie nichts zu tun.',
    },
  },
}
