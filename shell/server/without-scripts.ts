interface Texts {
  failed: string
  noscript: string
}

/** What a document says where no script of ours runs, which also means where no catalogue can be loaded. */
const english: Texts = {
  failed: 'The application could not be started. Check your connection and reload the page.',
  noscript: 'This application needs JavaScript.',
}
const others: Record<string, Texts> = {
  de: {
    failed: 'Die Anwendung konnte nicht gestartet werden. Prüfen Sie Ihre Verbindung und laden Sie die Seite neu.',
    noscript: 'Diese Anwendung benötigt JavaScript.',
  },
  es: {
    failed: 'No se pudo iniciar la aplicación. Compruebe su conexión y vuelva a cargar la página.',
    noscript: 'Esta aplicación necesita JavaScript.',
  },
  fr: {
    failed: 'L’application n’a pas pu démarrer. Vérifiez votre connexion et rechargez la page.',
    noscript: 'Cette application a besoin de JavaScript.',
  },
  pl: {
    failed: 'Nie udało się uruchomić aplikacji. Sprawdź połączenie i odśwież stronę.',
    noscript: 'Ta aplikacja wymaga JavaScriptu.',
  },
  ru: {
    failed: 'Не удалось запустить приложение. Проверьте подключение и перезагрузите страницу.',
    noscript: 'Для работы приложения нужен JavaScript.',
  },
  tr: {
    failed: 'Uygulama başlatılamadı. Bağlantınızı denetleyip sayfayı yeniden yükleyin.',
    noscript: 'Bu uygulama için JavaScript gereklidir.',
  },
  uk: {
    failed: 'Не вдалося запустити застосунок. Перевірте з’єднання та перезавантажте сторінку.',
    noscript: 'Для роботи застосунку потрібен JavaScript.',
  },
}

/** The texts in the visitor's language. */
export const withoutScripts = (locale: string): Texts => others[locale] ?? english
