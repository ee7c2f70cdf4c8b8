import type { MailLanguage } from './mail-template.ts'

export const tr: MailLanguage = {
  roles: { owner: 'sahip', admin: 'yönetici', member: 'üye' },
  mails: {
    verification: {
      subject: 'E-posta adresinizi doğrulayın',
      paragraphs: ['Merhaba {name},', 'lütfen bunun sizin e-posta adresiniz olduğunu doğrulayın.'],
      button: 'Adresi doğrula',
      reason:
        'Bu iletiyi, bu adres bir hesap için verildiğinden alıyorsunuz. Bunu siz yapmadıysanız bir şey yapmanız gerekmez.',
    },
    changeEmail: {
      subject: 'E-posta adresinizin değişikliğini onaylayın',
      paragraphs: ['Merhaba {name},', 'hesabınızın yeni e-posta adresi {newEmail} olacak.'],
      button: 'Adresi değiştir',
      reason: 'Bunu siz istemediyseniz bağlantıyı açmayın ve parolanızı değiştirin.',
    },
    emailChanged: {
      subject: 'E-posta adresiniz değiştirildi',
      paragraphs: [
        'Merhaba {name},',
        'hesabınızın e-posta adresi artık {newEmail}. Bu iletinin geldiği adres artık hesabınıza ait değil.',
      ],
      reason: 'Bunu siz yapmadıysanız hemen bu siteyi yönetenlerden yardım isteyin.',
    },
    resetPassword: {
      subject: 'Parolanızı sıfırlayın',
      paragraphs: ['Merhaba {name},', 'bu bağlantıyla yeni bir parola seçebilirsiniz.'],
      button: 'Yeni parola seç',
      reason: 'Bunu siz istemediyseniz bir şey yapmanız gerekmez: parolanız aynı kalır.',
    },
    passwordChanged: {
      subject: 'Parolanız değiştirildi',
      paragraphs: ['Merhaba {name},', 'hesabınızın parolası değiştirildi.'],
      reason: 'Bunu siz yapmadıysanız parolanızı hemen sıfırlayın.',
    },
    deleteUser: {
      subject: 'Hesabınızın silinmesini onaylayın',
      paragraphs: ['Merhaba {name},', 'bu bağlantı hesabınızı ve içindeki her şeyi kalıcı olarak siler.'],
      button: 'Hesabımı sil',
      reason: 'Bunu siz istemediyseniz bağlantıyı açmayın ve parolanızı değiştirin.',
    },
    signUpAttempt: {
      subject: 'Zaten bir hesabınız var',
      paragraphs: [
        'Merhaba {name},',
        'birisi e-posta adresinizle kaydolmaya çalıştı. Zaten bir hesabınız var, oturum açmanız yeterli.',
      ],
      button: 'Oturum aç',
      reason: 'Bunu siz yapmadıysanız bir şey yapmanız gerekmez: hesabınıza kimse girmedi.',
    },
    providerLinked: {
      subject: 'Hesabınıza {provider} bağlandı',
      paragraphs: ['Merhaba {name},', 'artık hesabınızda {provider} ile oturum açılabilir.'],
      reason: 'Bunu siz yapmadıysanız bağlantıyı hesabınızdan kaldırın ve parolanızı değiştirin.',
    },
    newDevice: {
      subject: 'Hesabınızda yeni bir oturum açıldı',
      paragraphs: [
        'Merhaba {name},',
        'hesabınızda yeni bir cihazdan oturum açıldı.',
        'Cihaz: {device}',
        'Adres: {address}',
        'Zaman: {time}',
      ],
      reason: 'Bunu siz yapmadıysanız parolanızı değiştirin ve hesabınızın diğer oturumlarını sonlandırın.',
    },
    invitation: {
      subject: '{inviterName} sizi {organizationName} kuruluşuna davet ediyor',
      paragraphs: ['Merhaba,', '{inviterName} sizi {organizationName} kuruluşuna davet ediyor. Rolünüz: {role}.'],
      button: 'Daveti gör',
      reason: 'Bunun ne olduğunu bilmiyorsanız bir şey yapmanız gerekmez.',
    },
  },
}
