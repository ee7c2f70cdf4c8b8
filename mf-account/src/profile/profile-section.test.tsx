import { act, fireEvent, screen, waitFor, within } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { requestsOf, refused, server } from 'kit/testing/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '../testing/open-page.ts'

const ada = person('Ada', { username: 'ada', displayUsername: 'Ada' })
const signIn = (user: typeof ada) => {
  server.signedIn = { user, session: sessionOf(user) }
}

// Saved values become part of the session.
beforeEach(() => {
  signIn(ada)
  server.rest['POST /update-user'] = ({ name = ada.name, image = null }) => {
    signIn({ ...ada, name, image })
    return { status: true }
  }
  wait(null)
  server.rest['GET /announced-email-change'] = () => null
  server.rest['GET /list-sessions'] = () => []
  server.rest['POST /is-username-available'] = ({ username }) => ({ available: username !== 'taken' })
})

/** Sets the pending change of the email. */
function wait(change: { newEmail: string; linkSentTo: string } | null): void {
  server.rest['GET /pending-email-change'] = () => change && { ...change, expiresAt: new Date().toISOString() }
}
const emailedToOld = { newEmail: 'king@example.com', linkSentTo: 'ada@example.com' }
const emailedToNew = { newEmail: 'king@example.com', linkSentTo: 'king@example.com' }

async function openProfile() {
  const { user } = await openPage('/account/profile')
  await screen.findByLabelText('Name')
  await waitFor(() => screen.getByRole('button', { name: /Change email|Cancel/ }))
  return { user, press: (name: string) => user.click(screen.getByRole('button', { name })) }
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const settle = () => act(async () => vi.advanceTimersByTime(300))

test('saves a new name without the unchanged username', async () => {
  const { user, press } = await openProfile()
  await user.clear(field('Name'))
  await user.type(field('Name'), ' Ada King ')
  await press('Save changes')
  await screen.findByText('Saved.')
  expect(requestsOf('POST /update-user')).toEqual([{ name: 'Ada King' }])
  expect(requestsOf('GET /list-sessions')).toEqual([])
})

test("shows an administrator's change of the email, and stops it", async () => {
  const change = { newEmail: 'king@example.com', effectiveAt: '2036-01-01T12:00:00.000Z' }
  let pending: typeof change | null = change
  server.rest['GET /announced-email-change'] = () => pending
  server.rest['POST /stop-announced-email-change'] = () => {
    pending = null
    return { stopped: true }
  }
  const { press } = await openProfile()
  await screen.findByText(/changing your email to this one on Jan 1, 2036/)
  expect(screen.getByText('king@example.com')).toBeDefined()
  await press('Stop this change')
  await screen.findByText('Change stopped. Your email stays as it is.')
  expect(screen.queryByText('king@example.com')).toBeNull()
  expect(requestsOf('POST /stop-announced-email-change')).toEqual([{}])
})

test('saves a new username as it was typed', async () => {
  const { user, press } = await openProfile()
  await user.type(field('Username'), '_K')
  await press('Save changes')
  await screen.findByText('Saved.')
  expect(requestsOf('POST /update-user')).toEqual([{ name: 'Ada', username: 'Ada_K', displayUsername: 'Ada_K' }])
})

test('asks for the password if a username changes and the sign-in is not recent', async () => {
  const sent = vi.spyOn(globalThis, 'fetch')
  server.rest['POST /update-user'] = () => refused(403, 'SESSION_IS_NOT_FRESH')
  server.rest['GET /list-accounts'] = () => []
  const { user, press } = await openProfile()
  await user.type(field('Username'), '_K')
  await press('Save changes')
  await screen.findByRole('dialog')
  const headers = sent.mock.calls.map(([request]) => new Request(request).headers.get('x-require-fresh-session'))
  expect(headers).toContain('true')
  expect(screen.queryByText('Saved.')).toBeNull()
})

test('sends nothing without a name', async () => {
  const { user, press } = await openProfile()
  await user.clear(field('Name'))
  await press('Save changes')
  await screen.findByText('Enter your name. The people you work with will see it.')
  expect(requestsOf('POST /update-user')).toEqual([])
})

test.each([
  ['USERNAME_IS_TOO_SHORT', 'This username is too short.'],
  ['USERNAME_IS_TOO_LONG', 'This username is too long.'],
  ['USERNAME_IS_INVALID', 'Use letters, digits, dots and underscores only.'],
  ['USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER', 'This username is taken. Choose another one.'],
])('shows %s at the username, and no success', async (code, text) => {
  server.rest['POST /update-user'] = () => refused(400, code)
  const { user, press } = await openProfile()
  await user.type(field('Username'), '2')
  await press('Save changes')
  await screen.findByText(text)
  expect(document.activeElement).toBe(field('Username'))
  expect(screen.queryByText('Saved.')).toBeNull()
})

test('checks a username once typing stops, unless only its case changed', async () => {
  const { user } = await openProfile()
  vi.useFakeTimers()
  await user.clear(field('Username'))
  await user.type(field('Username'), 'aDA')
  await settle()
  expect(requestsOf('POST /is-username-available')).toEqual([])
  await user.clear(field('Username'))
  await user.type(field('Username'), 'king')
  await settle()
  await screen.findByText('king is available.')
  expect(requestsOf('POST /is-username-available')).toEqual([{ username: 'king' }])
})

test('hides the result for the previous text while typing continues', async () => {
  const { user } = await openProfile()
  vi.useFakeTimers()
  await user.clear(field('Username'))
  await user.type(field('Username'), 'taken')
  await settle()
  await screen.findByText('taken is taken.')
  await user.type(field('Username'), 'x')
  expect(screen.getByText('3 to 30 letters, digits, dots and underscores.')).toBeDefined()
  await settle()
  await screen.findByText('takenx is available.')
})

test('does not report a username as taken because of its own submission', async () => {
  const held = Promise.withResolvers<{ available: boolean }>()
  server.rest['POST /is-username-available'] = () => held.promise
  const saved = Promise.withResolvers<{ status: boolean }>()
  server.rest['POST /update-user'] = () => saved.promise
  const { user, press } = await openProfile()
  vi.useFakeTimers()
  await user.clear(field('Username'))
  await user.type(field('Username'), 'king')
  await settle()
  await press('Save changes')
  await waitFor(() => expect(requestsOf('POST /update-user')).toHaveLength(1))
  await act(async () => held.resolve({ available: false }))
  await settle()
  screen.getByText('3 to 30 letters, digits, dots and underscores.')
  expect(screen.queryByText('king is taken.')).toBeNull()
  signIn({ ...ada, username: 'king', displayUsername: 'king' })
  await act(async () => saved.resolve({ status: true }))
  await screen.findByText('Saved.')
  expect(screen.queryByText('king is taken.')).toBeNull()
})

test('does not report a username as free after a refusal', async () => {
  server.rest['POST /is-username-available'] = () => ({ available: true })
  server.rest['POST /update-user'] = () => refused(422, 'USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER')
  const { user, press } = await openProfile()
  await user.clear(field('Username'))
  await user.type(field('Username'), 'king')
  await screen.findByText('king is available.')
  await press('Save changes')
  await screen.findByText(/This username is taken/)
  expect(screen.queryByText('king is available.')).toBeNull()
})

test('sends a missing email again, and cancels the change', async () => {
  wait(emailedToNew)
  server.rest['POST /change-email'] = () => ({ status: true })
  server.rest['POST /cancel-email-change'] = () => {
    wait(null)
    return { status: true }
  }
  const { press } = await openProfile()
  await press('Send again')
  await screen.findByText(/^Send again in/)
  const callbackURL = '/email-verified?redirectTo=%2Faccount%2Fprofile%3Fchanged'
  expect(requestsOf('POST /change-email')).toEqual([{ newEmail: 'king@example.com', callbackURL }])
  await press('Cancel the change of email')
  await screen.findByText('Change canceled. The link in the email no longer works.')
  expect(field('New email').value).toBe('')
})

test('keeps a change that could not be cancelled', async () => {
  wait(emailedToOld)
  server.rest['POST /cancel-email-change'] = () => refused(429, 'TOO_MANY_REQUESTS')
  const { press } = await openProfile()
  await press('Cancel the change of email')
  await screen.findByRole('alert')
  screen.getByText('Open the link we sent to ada@example.com', { exact: false })
})

test('changes an unverified email at once', async () => {
  signIn({ ...ada, emailVerified: false })
  server.rest['POST /change-email'] = () => {
    signIn({ ...ada, emailVerified: false, email: 'king@example.com' })
    return { status: true }
  }
  const { user, press } = await openProfile()
  const verify = screen.getByRole('link', { name: 'Verify email' })
  expect(verify.getAttribute('href')).toBe('/verify-email?redirectTo=%2Faccount%2Fprofile')
  await user.type(field('New email'), 'king@example.com')
  await press('Change email')
  await screen.findByText('king@example.com', { selector: '.kit-name' })
  expect(screen.queryByText('Pending')).toBeNull()
})

test('asks for the password if the sign-in is not recent, then repeats the change', async () => {
  const account = {
    id: 'a',
    providerId: 'credential',
    provider: 'credential',
    accountId: '1',
    userId: ada.id,
    scopes: [],
  }
  server.rest['GET /list-accounts'] = () => [{ ...account, createdAt: ada.createdAt, updatedAt: ada.updatedAt }]
  server.rest['POST /change-email'] = () => refused(403, 'SESSION_IS_NOT_FRESH')
  const { user, press } = await openProfile()
  await user.type(field('New email'), 'king@example.com')
  await press('Change email')
  const dialog = within(await screen.findByRole('dialog'))
  server.rest['POST /sign-in/email'] = () => {
    server.signedIn = { user: ada, session: sessionOf(ada, { id: 'new', token: 'new token' }) }
    server.rest['POST /change-email'] = () => refused(400, 'EMAIL_IS_THE_SAME')
    return { redirect: false, token: 'new token', user: ada }
  }
  server.rest['POST /revoke-session'] = () => ({ status: true })
  await user.type(dialog.getByLabelText('Password'), 'secret')
  await user.click(dialog.getByRole('button', { name: 'Continue' }))
  await screen.findByText('This is already your email.', { exact: false })
  expect(requestsOf('POST /change-email')).toHaveLength(2)
  expect(requestsOf('POST /change-email')[1]).toMatchObject({ newEmail: 'king@example.com' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('asks for an email if the account has none', async () => {
  signIn({ ...ada, email: 'vk-1@vk.noreply.invalid', emailVerified: false })
  await openProfile()
  expect(screen.getByText('Add your email, so we can reach you', { exact: false })).toBeDefined()
  expect(screen.queryByText('vk-1@vk.noreply.invalid')).toBeNull()
})

test.each([
  ['VALIDATION_ERROR', 'Enter a complete email, like name@example.com.'],
  ['INVALID_EMAIL', 'Enter a complete email, like name@example.com.'],
  ['EMAIL_IS_THE_SAME', 'This is already your email.'],
  ['COULDNT_UPDATE_YOUR_EMAIL', 'This email can’t be used. Choose another one.'],
])('shows %s at the new email', async (code, text) => {
  server.rest['POST /change-email'] = () => refused(400, code)
  const { user, press } = await openProfile()
  await user.type(field('New email'), 'x@example.com')
  await press('Change email')
  await screen.findByText(text)
  expect(document.activeElement).toBe(field('New email'))
})

test('sends nothing without a new email', async () => {
  const { press } = await openProfile()
  await press('Change email')
  await screen.findByText('Enter your new email.')
  expect(requestsOf('POST /change-email')).toEqual([])
})

const draw = vi.fn<(...args: number[]) => void>()

/** Mocks a canvas for pictures of 400 × 200 pixels; `lengthOf` returns the encoded length. */
function withCanvas(lengthOf: (quality: number) => number, writesWebp = true) {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 400, height: 200, close() {} }))
  const drawImage = (_bitmap: unknown, ...args: number[]) => draw(...args)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(
    Object.assign(Object.create(null), { drawImage, clearRect() {} }),
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation((type = '', quality: number = 1) => {
    const written = type === 'image/webp' && !writesWebp ? 'image/png' : type
    return `data:${written};base64,`.padEnd(lengthOf(quality), 'A')
  })
}
const choose = async (type: string) => {
  const page = await openProfile()
  await page.user.upload(field('Picture'), new File(['x'], 'picture', { type }))
  return page
}
/** Crops the picture. */
const respond = async (name: string) =>
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))
const sentPicture = () =>
  waitFor(() => {
    const [body] = requestsOf('POST /update-user')
    const image: unknown = Object(body).image
    if (typeof image !== 'string') throw new Error('no picture was sent')
    return image
  })

test('shows the center of a picture first, and saves the best quality that is small enough', async () => {
  withCanvas((quality) => quality * 30_000)
  await choose('image/png')
  await screen.findByRole('dialog', { name: 'Crop picture' })
  expect(requestsOf('POST /update-user')).toEqual([])
  await respond('Save')
  expect(await sentPicture()).toHaveLength(15_000)
  expect(draw).toHaveBeenLastCalledWith(100, 0, 200, 200, 0, 0, 160, 160)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('moves the crop by keys, pointer and slider, within the picture', async () => {
  withCanvas(() => 100)
  await choose('image/png')
  const part = await screen.findByRole('application', { name: /move it with the arrow keys/ })
  const shown = () => draw.mock.lastCall?.slice(0, 4).map(Math.round)
  fireEvent.keyDown(part, { key: 'ArrowRight' })
  expect(shown()).toEqual([90, 0, 200, 200])
  fireEvent.keyDown(part, { key: 'ArrowDown' })
  expect(shown()).toEqual([90, 0, 200, 200])
  fireEvent.change(screen.getByLabelText('Zoom'), { target: { value: '2' } })
  expect(shown()).toEqual([140, 50, 100, 100])
  Object.assign(part, { setPointerCapture() {} })
  vi.spyOn(part, 'clientWidth', 'get').mockReturnValue(200)
  vi.spyOn(part, 'clientHeight', 'get').mockReturnValue(200)
  fireEvent.pointerMove(part, { clientX: 50, clientY: 50 })
  expect(shown(), 'nobody holds it').toEqual([140, 50, 100, 100])
  fireEvent.pointerDown(part, { clientX: 50, clientY: 50 })
  fireEvent.pointerMove(part, { clientX: 90, clientY: 30 })
  expect(shown()).toEqual([120, 60, 100, 100])
  fireEvent.pointerMove(part, { clientX: 9000, clientY: 9000 })
  expect(shown()).toEqual([0, 0, 100, 100])
  await respond('Save')
  await sentPicture()
  expect(draw).toHaveBeenLastCalledWith(0, 0, 100, 100, 0, 0, 160, 160)
})

test('keeps the picture after a cancellation', async () => {
  withCanvas(() => 100)
  await choose('image/png')
  await screen.findByRole('dialog')
  await respond('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requestsOf('POST /update-user')).toEqual([])
})

test('writes JPEG if the browser cannot write WebP', async () => {
  withCanvas(() => 100, false)
  await choose('image/png')
  await respond('Save')
  expect(await sentPicture()).toContain('data:image/jpeg')
})

test('accepts a pasted picture and ignores pasted text', async () => {
  withCanvas(() => 100)
  await openProfile()
  const button = screen.getByRole('button', { name: 'Upload picture' })
  fireEvent.paste(button, { clipboardData: { files: [] } })
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.paste(button, { clipboardData: { files: [new File(['x'], 'picture', { type: 'image/png' })] } })
  await respond('Save')
  expect(await sentPicture()).toHaveLength(100)
})

test.each([
  ['image/svg+xml', 100],
  ['image/png', 17_000],
])('rejects a file of type %s with %i characters, even if dropped', async (type, length) => {
  withCanvas(() => length)
  await openProfile()
  fireEvent.drop(field('Picture'), { dataTransfer: { files: [new File(['x'], 'picture', { type })] } })
  if (type === 'image/png') await respond('Save')
  expect((await screen.findByRole('alert')).textContent).toContain('This file can’t be used.')
  expect(requestsOf('POST /update-user')).toEqual([])
})

test('removes the picture, and then offers no removal', async () => {
  signIn({ ...ada, image: 'data:image/webp;base64,' })
  const { press } = await openProfile()
  await press('Remove picture')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove picture' })).toBeNull())
  expect(requestsOf('POST /update-user')).toEqual([{ image: null }])
})

test('downloads everything stored about the person', async () => {
  const data = { exportedAt: '2026-11-29T12:00:00.000Z', user: { id: 'ada', email: 'ada@example.com' } }
  server.rest['POST /export-data'] = () => Response.json(data)
  const { press } = await openProfile()
  const files: (Blob | MediaSource)[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    files.push(blob)
    return 'blob:x'
  })
  await press('Download your data')
  await waitFor(() => expect(files).toHaveLength(1))
  const [file] = files
  expect(file instanceof Blob && JSON.parse(await file.text())).toEqual(data)
  server.rest['POST /export-data'] = () => refused(429, 'TOO_MANY_REQUESTS')
  await press('Download your data')
  await screen.findByRole('alert')
  expect(files).toHaveLength(1)
})
