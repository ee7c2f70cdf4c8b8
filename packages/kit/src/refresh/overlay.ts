// Only in development builds: shows the errors of this remote above the page.
import { onRemoteError } from 'kit'
import { findPlace } from './find-place.ts'

declare const REMOTE_NAME: string
/* oxlint-disable no-underscore-dangle -- a name of the bundler: https://webpack.js.org/api/module-variables/ */
declare const __webpack_require__: { p: string }

const element = document.createElement('div')
const message = document.createElement('pre')
const close = document.createElement('button')
element.dataset['developmentError'] = REMOTE_NAME
element.role = 'alert'
// The page's policy allows styles of this kind only.
element.style.cssText =
  'position:fixed;inset:auto 0 0 0;max-block-size:60vh;overflow:auto;z-index:9999;padding:1rem;background:#1f1f1f;color:#ffd6d6'
message.style.cssText = 'margin:0;white-space:pre-wrap;font:14px/1.5 monospace'
close.style.cssText = 'float:inline-end'
close.textContent = 'Close'
close.addEventListener('click', () => element.remove())
element.append(close, message)

function show(text: string): void {
  message.textContent = text
  document.body.append(element)
}

// `remote dev` sends it with each build. It is "null" if the build succeeded.
async function showBuildError(): Promise<void> {
  const response = await fetch(`${__webpack_require__.p}assets/error.hot-update.json`, { cache: 'no-store' })
  const error: unknown = await response.json()
  if (typeof error === 'string') show(`${REMOTE_NAME} could not be built\n\n${error}`)
}

addEventListener('remote-built', (event) => {
  if (!(event instanceof CustomEvent) || event.detail.name !== REMOTE_NAME) return
  element.remove()
  void showBuildError()
})
void showBuildError()

onRemoteError(async ({ remote, phase, error }) => {
  if (remote !== REMOTE_NAME || phase === 'recovered') return
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const place = await findPlace(stack)
  show(`${REMOTE_NAME} failed${place ? ` in ${place}` : ''}\n\n${String(error)}\n\n${stack}`)
})
