import type { FastifyReply } from 'fastify'
import { type Brand, initialOf } from 'service/brand.ts'
import { escapeHtml } from 'service/escape-html.ts'
import { sendPage } from '../http/html-page.ts'
import type { Language } from 'contract/languages.ts'
import { colorsOf, type SchemeColors } from '../mail/templates/colors.ts'
import { mailTexts } from '../mail/templates/mail-texts.ts'
import { translationsInto } from '../mail/templates/translations.ts'
import type { User } from '../user/user.ts'

const { subject: heading, button } = mailTexts.verification

/** For browsers without a session. The button posts, so that link scanners verify nothing. */
export function sendConfirmPage(reply: FastifyReply, email: string, user: User, brand: Brand): FastifyReply {
  void reply.header('referrer-policy', 'same-origin') // without a referrer, the POST would have no Origin header
  return sendPage(reply, confirmPage(email, user.language ?? 'en', brand))
}

function confirmPage(email: string, language: Language, brand: Brand) {
  const i18n = translationsInto(language)
  const { light, dark } = colorsOf(brand.PRODUCT_ACCENT)
  const title = escapeHtml(i18n._(heading))
  const product = escapeHtml(brand.PRODUCT_NAME)
  const mark = brand.PRODUCT_MARK ?? `<span>${escapeHtml(initialOf(brand.PRODUCT_NAME))}</span>`
  return {
    language,
    title: `${title} · ${product}`,
    style: `:root { ${customProperties(light)} }
  @media (prefers-color-scheme: dark) { :root { ${customProperties(dark)} } }
  body { box-sizing: border-box; min-height: 100vh; margin: 0; padding: 16px; display: grid; place-content: center; grid-template-columns: minmax(0, 400px); gap: 20px; font: 15px/24px Inter, system-ui, sans-serif; background: var(--page); color: var(--text); }
  header { display: flex; align-items: center; justify-content: center; gap: 10px; font-weight: 600; line-height: 28px; }
  header svg { display: block; width: 28px; height: 28px; }
  header span { display: block; width: 28px; border-radius: 7px; background: var(--button); color: var(--on-button); text-align: center; }
  main { padding: 32px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); text-align: center; }
  h1 { margin: 0 0 12px; font-size: 20px; font-weight: 600; line-height: 28px; letter-spacing: -0.014em; }
  p { margin: 0 0 24px; overflow-wrap: anywhere; }
  button { width: 100%; min-height: 44px; padding: 8px 20px; border: 1px solid transparent; border-radius: 6px; background: var(--button); color: var(--on-button); font: inherit; font-weight: 500; cursor: pointer; }
  button:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }`,
    body: `<header><div aria-hidden="true">${mark}</div>${product}</header>
<main>
<h1>${title}</h1>
<p>${escapeHtml(email)}</p>
<form method="post"><button>${escapeHtml(i18n._(button?.text ?? ''))}</button></form>
</main>`,
  }
}

const customProperties = (colors: SchemeColors): string =>
  Object.entries(colors)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')
