/** The source of a remote's screens that break (remote-health.spec.ts). */
export const breaks = `import { Page } from 'kit'
import { useEffect } from 'react'

const never = new Promise(() => {})

const thrown = {
  handler: () => JSON.parse('{'),
  promise: () => Promise.reject(new RangeError('of ann@example.com')),
  timer: () => setTimeout(() => JSON.parse('{')),
  text: () => setTimeout(() => { throw 'a text' }),
  storage: () => localStorage.setItem('large', 'x'.repeat(20_000_000)),
  foreign: () => fetch('https://blocked.example.com/'),
  service: () => fetch(location.pathname.replace(/^\\/(mf-[^/]+).*/, '/api/$1/entries')),
}

export function RenderThrows() {
  throw new TypeError('of ann@example.com')
}

export function EffectThrows() {
  useEffect(() => {
    throw new TypeError('in an effect')
  }, [])
  return <Page title="effect">drawn</Page>
}

export const InvalidElement = () => <Page title="invalid">{{ what: 1 }}</Page>

export function Suspends() {
  throw never
}

export const InKit = () => <Page title={Symbol('in kit')}>x</Page>

export const Clicked = () => (
  <Page title="clicked">
    {Object.entries(thrown).map(([name, run]) => (
      <button key={name} onClick={() => void run()}>
        {name}
      </button>
    ))}
  </Page>
)
`
