import { renderPage, screen } from 'kit/testing/page'
import { requestsOf, refused, server } from 'kit/testing/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { remote } from '../remote.tsx'
import { providerIcons } from './provider-icons.ts'

const ids = ['google', 'apple', 'github', 'gitlab', 'discord', 'twitch', 'zoom', 'vk'] as const
const providers = ids.map((id) => ({ id, name: id, linkable: true, demo: false }))

const leave = vi.fn<(address: string) => void>()
const names = () => screen.getAllByRole('button', { name: /^Continue with/ }).map((button) => button.textContent)
const choose = (name: string) => screen.findByRole('button', { name: new RegExp(`^Continue with ${name}`) })

beforeEach(() => {
  vi.spyOn(location, 'assign').mockImplementation((address) => leave(String(address)))
  leave.mockReset()
  server.rest['GET /social-providers'] = () => providers
  server.rest['POST /sign-in/social'] = () => ({ redirect: true, url: 'https://provider.example/authorize' })
})

test('shows nothing without providers', async () => {
  server.rest['GET /social-providers'] = () => []
  await renderPage(remote.routes, '/sign-in')
  expect(screen.queryByText('or')).toBeNull()
})

test('shows six, and the others behind a button', async () => {
  const { user } = await renderPage(remote.routes, '/sign-in')
  await choose('google')
  expect(names()).toHaveLength(6)
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(names()).toHaveLength(8)
  await user.click(screen.getByRole('button', { name: 'Show fewer' }))
  expect(names()).toHaveLength(6)
})

test('has an icon for each', async () => {
  const all = Object.keys(providerIcons)
  server.rest['GET /social-providers'] = () =>
    Response.json(all.map((id) => ({ id, name: id, linkable: true, demo: false })))
  const { user } = await renderPage(remote.routes, '/sign-in')
  await user.click(await screen.findByRole('button', { name: 'Show more' }))
  const buttons = screen.getAllByRole('button', { name: /^Continue with/ })
  const pictures = buttons.map((button) => button.querySelector('path')?.getAttribute('d') ?? '')
  expect(pictures.every((picture) => /^m.{20,}z?$/i.test(picture))).toBe(true)
  expect(new Set(pictures).size).toBe(all.length)
})

test('redirects to the chosen provider, and shows it first the next time', async () => {
  const { user } = await renderPage(remote.routes, '/sign-up?redirectTo=%2Facme')
  await user.click(await screen.findByRole('button', { name: 'Show more' }))
  await user.click(await choose('vk'))
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith('https://provider.example/authorize'))
  const callbackURL = `${location.origin}/acme`
  const errorCallbackURL = `${location.origin}/sign-up?redirectTo=%2Facme`
  expect(requestsOf('POST /sign-in/social')).toEqual([{ provider: 'vk', callbackURL, errorCallbackURL }])
  await renderPage(remote.routes, '/sign-in')
  await screen.findByRole('button', { name: 'Continue with vk (last used)' })
  expect(names()[0]).toBe('Continue with vk (last used)')
})

test('shows a refusal, and stays on the page without remembering the provider', async () => {
  server.rest['POST /sign-in/social'] = () => refused(404, 'oauth_provider_not_found')
  const { user } = await renderPage(remote.routes, '/sign-in')
  await user.click(await choose('google'))
  expect((await screen.findByRole('alert')).textContent).toContain('This provider is no longer available here.')
  expect(leave).not.toHaveBeenCalled()
  expect(localStorage.getItem('last provider')).toBeNull()
})

test('does not mark a provider that refused', async () => {
  const { user } = await renderPage(remote.routes, '/sign-in')
  await user.click(await choose('github'))
  await vi.waitFor(() => expect(leave).toHaveBeenCalled())
  const before = location.href
  history.replaceState(null, '', '/sign-in?error=access_denied')
  await renderPage(remote.routes, '/sign-in?error=access_denied')
  await choose('github')
  expect(screen.queryByText('Last used')).toBeNull()
  history.replaceState(null, '', before)
})
