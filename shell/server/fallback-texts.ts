import type { languages } from 'kit/locale'

interface Texts {
  failed: string
  noscript: string
}

/** Not in the catalogues, which cannot be loaded if no script runs. */
const texts: Record<string, Texts> & Record<(typeof languages)[number], Texts> = {
  en: {
    failed: 'The application couldn’t start. Check your connection and reload the page.',
    noscript:
      'This application needs JavaScript. Allow it for this page in the settings of your browser, then reload the page.',
  },
  de: {
    failed: 'Die Anwendung konnte nicht gestartet werden. Prüfen Sie Ihre Verbindung und laden Sie die Seite neu.',
    noscript:
      'Diese Anwendung benötigt JavaScript. Erlauben Sie es für diese Seite in den Einstellungen Ihres Browsers, und laden Sie die Seite neu.',
  },
  es: {
    failed: 'No se pudo iniciar la aplicación. Compruebe su conexión y recargue la página.',
    noscript:
      'Esta aplicación necesita JavaScript. Permítalo para esta página en los ajustes de su navegador y recárguela.',
  },
  fr: {
    failed: 'L’application n’a pas pu démarrer. Vérifiez votre connexion et rechargez la page.',
    noscript:
      'Cette application a besoin de JavaScript. Autorisez-le pour cette page dans les réglages de votre navigateur, puis rechargez-la.',
  },
  pl: {
    failed: 'Nie udało się uruchomić aplikacji. Sprawdź połączenie i odśwież stronę.',
    noscript:
      'Ta aplikacja wymaga JavaScriptu. Zezwól na niego dla tej strony w ustawieniach przeglądarki, a potem odśwież stronę.',
  },
  ru: {
    failed: 'Не удалось запустить приложение. Проверьте соединение и обновите страницу.',
    noscript:
      'Для работы приложения нужен JavaScript. Разрешите его для этой страницы в настройках браузера и обновите её.',
  },
  tr: {
    failed: 'Uygulama başlatılamadı. Bağlantınızı kontrol edip sayfayı yenileyin.',
    noscript:
      'Bu uygulama için JavaScript gereklidir. Tarayıcınızın ayarlarından bu sayfa için izin verin ve sayfayı yenileyin.',
  },
  uk: {
    failed: 'Не вдалося запустити застосунок. Перевірте з’єднання та перезавантажте сторінку.',
    noscript:
      'Для роботи застосунку потрібен JavaScript. Дозвольте його для цієї сторінки в налаштуваннях браузера й перезавантажте її.',
  },
}

export const fallbackTexts = (locale: string): Texts => texts[locale] ?? texts.en
