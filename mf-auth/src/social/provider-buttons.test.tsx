import { readFileSync } from 'node:fs'
import { renderPage, screen } from 'kit/testing/page'
import { requestsOf, refused, server } from 'kit/testing/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { remote } from '../remote.tsx'
import { providers } from './providers.ts'

const ids = ['google', 'apple', 'github', 'gitlab', 'discord', 'twitch', 'zoom', 'vk']

const leave = vi.fn<(address: string) => void>()
const names = () => screen.getAllByRole('button', { name: /^Continue with/ }).map((button) => button.textContent)
const choose = (name: string) => screen.findByRole('button', { name: new RegExp(`^Continue with ${name}`) })

beforeEach(() => {
  vi.spyOn(location, 'assign').mockImplementation((address) => leave(String(address)))
  leave.mockReset()
  server.facts = ['sign-up', 'passwords', 'providers', ...ids.map((id) => `provider-${id}`)]
  server.rest['POST /sign-in/social'] = () => ({ redirect: true, url: 'https://provider.example/authorize' })
})

test('shows nothing without providers', async () => {
  server.facts = ['sign-up', 'passwords']
  await renderPage(remote.routes, '/sign-in')
  expect(screen.queryByText('or')).toBeNull()
})

test('shows six, and the others behind a button', async () => {
  const { user } = await renderPage(remote.routes, '/sign-in')
  // The styles hide the rest (e2e/journeys/first-screen.spec.ts).
  const max = () =>
    screen.getByRole('button', { name: /^Continue with Google/ }).closest<HTMLElement>('.kit-tiles')?.dataset['max']
  expect(names()).toHaveLength(8)
  expect(max()).toBe('6')
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(max()).toBeUndefined()
  await user.click(screen.getByRole('button', { name: 'Show fewer' }))
  expect(max()).toBe('6')
})

test('has an icon for each', () => {
  const styles = readFileSync(new URL(import.meta.resolve('kit/provider-icons.css')), 'utf8')
  const icons = [
    ...styles.matchAll(/data-provider='(\w+)'\] \{\n  --icon: url\("data:image\/svg\+xml,%3Csvg .{50,}"\);/g),
  ]
  expect(icons.map(([, id]) => id).toSorted()).toEqual(providers.map(({ id }) => id).toSorted())
})

test('asks the server for no list, and offers sign-up only if it is open', async () => {
  await renderPage(remote.routes, '/sign-in')
  expect(screen.getByRole('link', { name: 'Sign up' })).toBeDefined()
  server.facts = ['providers', 'provider-github']
  await renderPage(remote.routes, '/sign-in')
  expect(names()).toEqual(['Continue with GitHub'])
  expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull()
  expect(server.asked.filter(({ call }) => !call.includes('session'))).toEqual([])
})

test('redirects to the chosen provider, and shows it among the first the next time', async () => {
  const { user } = await renderPage(remote.routes, '/sign-up?redirectTo=%2Facme')
  await user.click(await screen.findByRole('button', { name: 'Show more' }))
  await user.click(await choose('VK'))
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith('https://provider.example/authorize'))
  const callbackURL = `${location.origin}/acme`
  const errorCallbackURL = `${location.origin}/sign-up?redirectTo=%2Facme&provider=vk`
  expect(requestsOf('POST /sign-in/social')).toEqual([
    { provider: 'vk', allowMissingEmail: true, callbackURL, errorCallbackURL },
  ])
  await renderPage(remote.routes, '/sign-in')
  await screen.findByRole('button', { name: 'Continue with VK (last used)' })
  expect(names().slice(4, 7)).toEqual(['Continue with GitLab', 'Continue with VK (last used)', 'Continue with Twitch'])
})

test('shows a refusal, and stays on the page without remembering the provider', async () => {
  server.rest['POST /sign-in/social'] = () => refused(404, 'oauth_provider_not_found')
  const { user } = await renderPage(remote.routes, '/sign-in')
  await user.click(await choose('Google'))
  expect((await screen.findByRole('alert')).textContent).toContain('This provider is no longer available here.')
  expect(leave).not.toHaveBeenCalled()
  expect(localStorage.getItem('last provider')).toBeNull()
})

test('does not mark a provider that refused', async () => {
  const { user } = await renderPage(remote.routes, '/sign-in')
  await user.click(await choose('GitHub'))
  await vi.waitFor(() => expect(leave).toHaveBeenCalled())
  const before = location.href
  history.replaceState(null, '', '/sign-in?error=access_denied')
  await renderPage(remote.routes, '/sign-in?error=access_denied')
  await choose('GitHub')
  expect(screen.queryByText('Last used')).toBeNull()
  history.replaceState(null, '', before)
})
