import type { MailLanguage } from './mail-template.ts'

export const pl: MailLanguage = {
  roles: { owner: 'właściciel', admin: 'administrator', member: 'członek' },
  mails: {
    verification: {
      subject: 'Potwierdź swój adres e-mail',
      paragraphs: ['Dzień dobry, {name}!', 'Prosimy o potwierdzenie, że to Twój adres e-mail.'],
      button: 'Potwierdź adres',
      reason:
        'Otrzymujesz tę wiadomość, ponieważ ten adres podano przy zakładaniu konta. Jeśli to nie Ty, nie musisz nic robić.',
    },
    changeEmail: {
      subject: 'Potwierdź zmianę adresu e-mail',
      paragraphs: ['Dzień dobry, {name}!', 'Nowym adresem e-mail Twojego konta ma być {newEmail}.'],
      button: 'Zmień adres',
      reason: 'Jeśli to nie Ty o to prosisz, nie otwieraj linku i zmień hasło.',
    },
    emailChanged: {
      subject: 'Twój adres e-mail został zmieniony',
      paragraphs: [
        'Dzień dobry, {name}!',
        'Adresem e-mail Twojego konta jest teraz {newEmail}. Adres, na który przyszła ta wiadomość, już do niego nie należy.',
      ],
      reason: 'Jeśli to nie Ty, natychmiast poproś o pomoc osoby prowadzące tę stronę.',
    },
    resetPassword: {
      subject: 'Ustaw nowe hasło',
      paragraphs: ['Dzień dobry, {name}!', 'Pod tym linkiem możesz wybrać nowe hasło.'],
      button: 'Wybierz nowe hasło',
      reason: 'Jeśli to nie Ty o to prosisz, nie musisz nic robić: hasło pozostanie bez zmian.',
    },
    passwordChanged: {
      subject: 'Twoje hasło zostało zmienione',
      paragraphs: ['Dzień dobry, {name}!', 'Hasło do Twojego konta zostało zmienione.'],
      reason: 'Jeśli to nie Ty, natychmiast ustaw nowe hasło.',
    },
    deleteUser: {
      subject: 'Potwierdź usunięcie konta',
      paragraphs: ['Dzień dobry, {name}!', 'Ten link na zawsze usuwa Twoje konto i wszystko, co się w nim znajduje.'],
      button: 'Usuń moje konto',
      reason: 'Jeśli to nie Ty o to prosisz, nie otwieraj linku i zmień hasło.',
    },
    signUpAttempt: {
      subject: 'Masz już konto',
      paragraphs: [
        'Dzień dobry, {name}!',
        'Ktoś próbował założyć konto z Twoim adresem e-mail. Masz już konto, wystarczy się zalogować.',
      ],
      button: 'Zaloguj się',
      reason: 'Jeśli to nie Ty, nie musisz nic robić: nikt nie uzyskał dostępu do Twojego konta.',
    },
    providerLinked: {
      subject: 'Z Twoim kontem połączono {provider}',
      paragraphs: ['Dzień dobry, {name}!', 'Od teraz do Twojego konta można logować się przez {provider}.'],
      reason: 'Jeśli to nie Ty, usuń to połączenie w ustawieniach konta i zmień hasło.',
    },
    newDevice: {
      subject: 'Nowe logowanie do Twojego konta',
      paragraphs: [
        'Dzień dobry, {name}!',
        'Do Twojego konta zalogowano się z nowego urządzenia.',
        'Urządzenie: {device}',
        'Adres: {address}',
        'Czas: {time}',
      ],
      reason: 'Jeśli to nie Ty, zmień hasło i zakończ pozostałe sesje swojego konta.',
    },
    invitation: {
      subject: '{inviterName} zaprasza Cię do {organizationName}',
      paragraphs: ['Dzień dobry!', '{inviterName} zaprasza Cię do {organizationName}. Twoja rola: {role}.'],
      button: 'Zobacz zaproszenie',
      reason: 'Jeśli nie wiesz, o co chodzi, nie musisz nic robić.',
    },
  },
}
