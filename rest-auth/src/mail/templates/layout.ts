import { initialOf } from 'service/brand.ts'
import { escapeHtml } from 'service/escape-html.ts'
import { colorsOf, type SchemeColors } from './colors.ts'
import type { Link, MailContent, MailSettings } from './content.ts'

/** Inline styles for the light scheme; classes for the dark one, in clients that support it. */
export function renderHtml(content: MailContent, language: string, brand: MailSettings): string {
  const { light, dark } = colorsOf(brand.PRODUCT_ACCENT)
  const subject = escapeHtml(content.subject)
  const product = escapeHtml(brand.PRODUCT_NAME)
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${subject}</title>
<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:600px){.m-out{padding:16px 8px!important}.m-card{padding:24px 20px!important}}
@media (prefers-color-scheme:dark){${classes(dark, '')}}
${classes(dark, '[data-ogsc] ')}
</style>
</head>
<body class="m-page" style="margin:0;background:${light.page}">
<div style="display:none">${escapeHtml(content.preview)}</div>
<main>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" class="m-page m-out" style="padding:40px 16px;background:${light.page}">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" class="m-text" style="width:100%;max-width:560px;font:400 15px/24px Inter,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;text-align:left;word-break:break-word;color:${light.text}">
<tr><td style="padding:0 4px 20px;font-weight:600;line-height:28px"><span class="m-button" style="display:inline-block;width:28px;margin-right:10px;border-radius:7px;background:${light.button};color:${light['on-button']};text-align:center" aria-hidden="true">${escapeHtml(initialOf(brand.PRODUCT_NAME))}</span>${product}</td></tr>
<tr><td class="m-card m-line" style="padding:32px 40px 24px;border:1px solid ${light.line};border-radius:10px;background:${light.surface}">
<h1 style="margin:0 0 12px;font-size:20px;line-height:28px;font-weight:600;letter-spacing:-0.014em">${subject}</h1>
${cardBody(content, light)}
</td></tr>
<tr><td class="m-muted" style="padding:20px 4px 0;${small};color:${light.muted}">${escapeHtml(content.reason)}<br>${[{ text: brand.PRODUCT_NAME, url: `${brand.AUTH_URL}/` }, ...content.footerLinks].map((link) => anchor(link, light)).join(' · ')}</td></tr>
</table>
</td></tr></table>
</main>
</body>
</html>
`
}

const small = 'font-size:13px;line-height:20px'

/** `[data-ogsc]` is what Outlook sets in its dark mode. */
const classes = (colors: SchemeColors, scope: string): string => `
${scope}.m-page{background:${colors.page}!important}
${scope}.m-card{background:${colors.surface}!important}
${scope}.m-line{border-color:${colors.line}!important}
${scope}.m-text{color:${colors.text}!important}
${scope}.m-muted{color:${colors.muted}!important}
${scope}.m-link{color:${colors.link}!important}
${scope}.m-button{background:${colors.button}!important;color:${colors['on-button']}!important}
`

function cardBody(
  { paragraphs, details, button, copyLink, lifetime, note, link }: MailContent,
  colors: SchemeColors,
): string {
  const { line, muted } = colors
  return [
    ...paragraphs.map((text) => paragraph(escapeHtml(text))),
    details.length > 0 &&
      `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="m-line" style="margin:20px 0 0;border-top:1px solid ${line}">${details.map((text) => row(text, colors)).join('\n')}</table>`,
    button &&
      `<p style="margin:24px 0 12px"><a href="${escapeHtml(button.url)}" class="m-button" style="display:inline-block;padding:10px 20px;border-radius:6px;background:${colors.button};color:${colors['on-button']};font-weight:500;text-decoration:none">${escapeHtml(button.text)}</a></p>`,
    button &&
      copyLink &&
      `<p class="m-muted" style="margin:20px 0 12px;${small};color:${muted};word-break:break-all">${escapeHtml(copyLink)} ${anchor({ ...button, text: shortened(button.url) }, colors)}</p>`,
    lifetime && `<p style="margin:12px 0">${escapeHtml(lifetime)}</p>`,
    note && `<p style="margin:24px 0 12px">${escapeHtml(note)}</p>`,
    link && paragraph(anchor(link, colors)),
  ]
    .filter(Boolean)
    .join('\n')
}

/** One line: tokens of ours have up to 300 characters. */
const shortened = (url: string): string => url.replace(/^(.{50}).+$/, '$1…')

const paragraph = (html: string): string => `<p style="margin:0 0 12px">${html}</p>`

function row(text: string, { line, muted }: SchemeColors): string {
  const [label = '', value = ''] = text.split(/\s*: (.*)/s)
  const cell = `border-bottom:1px solid ${line};font-size:14px;line-height:20px;vertical-align:top`
  return `<tr><td class="m-muted m-line" style="padding:8px 16px 8px 0;${cell};white-space:nowrap;color:${muted}">${escapeHtml(label)}</td><td class="m-line" style="padding:8px 0;${cell};text-align:right">${escapeHtml(value)}</td></tr>`
}

const anchor = ({ text, url }: Link, { link }: SchemeColors): string =>
  `<a href="${escapeHtml(url)}" class="m-link" style="color:${link};text-decoration:underline">${escapeHtml(text)}</a>`
