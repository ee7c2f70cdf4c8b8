import type { languages } from 'kit/locale'

interface Texts {
  failed: string
  noscript: string
  trouble: string
  tooLong: string
}

/** Not in the catalogues, which cannot be loaded if no script runs. */
const texts: Record<string, Texts> & Record<(typeof languages)[number], Texts> = {
  en: {
    failed: 'The application couldn’t start. Check your connection and reload the page.',
    noscript:
      'This application needs JavaScript. Allow it for this page in the settings of your browser, then reload the page.',
    trouble: 'This page couldn’t be shown. Go back, and try again in a moment.',
    tooLong:
      'Your browser sends more than this server accepts. Clear the cookies of this site in the settings of your browser, then reload the page.',
  },
  de: {
    failed: 'Die Anwendung konnte nicht gestartet werden. Prüfen Sie Ihre Verbindung und laden Sie die Seite neu.',
    noscript:
      'Diese Anwendung benötigt JavaScript. Erlauben Sie es für diese Seite in den Einstellungen Ihres Browsers, und laden Sie die Seite neu.',
    trouble: 'Diese Seite konnte nicht angezeigt werden. Gehen Sie zurück, und versuchen Sie es gleich noch einmal.',
    tooLong:
      'Ihr Browser sendet mehr, als dieser Server annimmt. Löschen Sie die Cookies dieser Website in den Einstellungen Ihres Browsers, und laden Sie die Seite neu.',
  },
  es: {
    failed: 'No se pudo iniciar la aplicación. Compruebe su conexión y recargue la página.',
    noscript:
      'Esta aplicación necesita JavaScript. Permítalo para esta página en los ajustes de su navegador y recárguela.',
    trouble: 'No se pudo mostrar esta página. Vuelva atrás e inténtelo de nuevo en un momento.',
    tooLong:
      'Su navegador envía más datos de los que acepta este servidor. Borre las cookies de este sitio en los ajustes de su navegador y recargue la página.',
  },
  fr: {
    failed: 'L’application n’a pas pu démarrer. Vérifiez votre connexion et rechargez la page.',
    noscript:
      'Cette application a besoin de JavaScript. Autorisez-le pour cette page dans les réglages de votre navigateur, puis rechargez-la.',
    trouble: 'Cette page n’a pas pu être affichée. Revenez en arrière et réessayez dans un instant.',
    tooLong:
      'Votre navigateur envoie plus de données que ce serveur n’en accepte. Supprimez les cookies de ce site dans les réglages de votre navigateur, puis rechargez la page.',
  },
  pl: {
    failed: 'Nie udało się uruchomić aplikacji. Sprawdź połączenie i odśwież stronę.',
    noscript:
      'Ta aplikacja wymaga JavaScriptu. Zezwól na niego dla tej strony w ustawieniach przeglądarki, a potem odśwież stronę.',
    trouble: 'Nie udało się wyświetlić tej strony. Wróć i spróbuj ponownie za chwilę.',
    tooLong:
      'Przeglądarka wysyła więcej danych, niż przyjmuje ten serwer. Usuń pliki cookie tej witryny w ustawieniach przeglądarki, a potem odśwież stronę.',
  },
  ru: {
    failed: 'Не удалось запустить приложение. Проверьте соединение и обновите страницу.',
    noscript:
      'Для работы приложения нужен JavaScript. Разрешите его для этой страницы в настройках браузера и обновите её.',
    trouble: 'Не удалось показать эту страницу. Вернитесь назад и попробуйте ещё раз через минуту.',
    tooLong:
      'Браузер отправляет больше данных, чем принимает этот сервер. Удалите файлы cookie этого сайта в настройках браузера и обновите страницу.',
  },
  tr: {
    failed: 'Uygulama başlatılamadı. Bağlantınızı kontrol edip sayfayı yenileyin.',
    noscript:
      'Bu uygulama için JavaScript gereklidir. Tarayıcınızın ayarlarından bu sayfa için izin verin ve sayfayı yenileyin.',
    trouble: 'Bu sayfa gösterilemedi. Geri dönüp biraz sonra yeniden deneyin.',
    tooLong:
      'Tarayıcınız bu sunucunun kabul ettiğinden fazla veri gönderiyor. Tarayıcınızın ayarlarından bu sitenin çerezlerini silin ve sayfayı yenileyin.',
  },
  uk: {
    failed: 'Не вдалося запустити застосунок. Перевірте з’єднання та перезавантажте сторінку.',
    noscript:
      'Для роботи застосунку потрібен JavaScript. Дозвольте його для цієї сторінки в налаштуваннях браузера й перезавантажте її.',
    trouble: 'Не вдалося показати цю сторінку. Поверніться назад і спробуйте ще раз за хвилину.',
    tooLong:
      'Браузер надсилає більше даних, ніж приймає цей сервер. Видаліть файли cookie цього сайту в налаштуваннях браузера й перезавантажте сторінку.',
  },
}

export const fallbackTexts = (locale: string): Texts => texts[locale] ?? texts.en
