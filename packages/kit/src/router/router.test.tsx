import { expect, onTestFinished, test, vi } from 'vitest'
import { act, renderPage, renderPart, screen, waitFor } from '../testing/page.tsx'
import {
  Link,
  NavLink,
  Outlet,
  replace,
  useLocation,
  useNavigate,
  useNavigation,
  useRouteError,
  useSearchParams,
} from './index.ts'
import { PageRouter } from './page-router.tsx'
import { RouterProvider } from './router.tsx'
import type { RouteObject } from './route.ts'

const Home = () => (
  <>
    <h1>Home</h1>
    <Link to="/late" state={{ from: 'home' }}>
      Late
    </Link>
    <NavLink to="/">Start</NavLink>
    <State />
  </>
)
const State = () => <output>{useNavigation().state}</output>
const Late = () => <h1>Late, from {JSON.stringify(useLocation().state)}</h1>
const Failed = () => <h1>{String(useRouteError())}</h1>

/** A page whose code loads until `arrive` or `fail` is called. */
function latePage() {
  const { promise, resolve, reject } = Promise.withResolvers<{ Component: () => React.ReactNode }>()
  const lazy = vi.fn<() => typeof promise>(() => promise)
  return {
    lazy,
    arrive: () => act(async () => resolve({ Component: Late })),
    fail: (why: string) => act(async () => reject(why)),
  }
}

const routesWith = (...routes: RouteObject[]): RouteObject[] => [{ path: '/', Component: Home }, ...routes]

test('keeps the page until the code of the next one is loaded, once', async () => {
  const { lazy, arrive } = latePage()
  const { user, arrivedAt, goTo } = await renderPage(routesWith({ path: '/late', lazy }), '/')
  expect(screen.getByRole('status').textContent).toBe('idle')
  await user.click(screen.getByRole('link', { name: 'Late' }))
  await arrivedAt('/')
  expect(screen.getByRole('heading').textContent).toBe('Home')
  expect(screen.getByRole('status').textContent).toBe('loading')
  await arrive()
  await arrivedAt('/late')
  expect(screen.getByRole('heading').textContent).toBe('Late, from {"from":"home"}')
  await goTo('/')
  await goTo('/late')
  expect(lazy).toHaveBeenCalledTimes(1)
})

test('does not rerender the page while the next one loads', async () => {
  const { lazy, arrive } = latePage()
  // Most screens use a hook of the router.
  const Before = vi.fn<() => React.ReactNode>(() => {
    useNavigate()
    return <Link to="/late">Late</Link>
  })
  const Around = () => (
    <>
      <State />
      <Outlet />
    </>
  )
  const children = [
    { path: '/', Component: Before },
    { path: '/late', lazy },
  ]
  const { user } = await renderPage([{ Component: Around, children }], '/')
  Before.mockClear()
  await user.click(screen.getByRole('link'))
  expect(screen.getByRole('status').textContent).toBe('loading')
  expect(Before).not.toHaveBeenCalled()
  await arrive()
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('idle'))
})

test('renders the next page after the frame of the click, also in a hidden tab', async () => {
  const frames: FrameRequestCallback[] = []
  const frame = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((draw) => frames.push(draw))
  onTestFinished(() => frame.mockRestore())
  const pages = ['a', 'b', 'c'].map((name, index, names) => ({
    path: `/${name}`,
    element: <Link to={`/${names[index + 1]}`}>{`from ${name}`}</Link>,
  }))
  const { user } = await renderPage(pages, '/a')
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  await user.click(screen.getByRole('link'))
  expect(screen.getByRole('link').textContent).toBe('from a')
  for (const draw of frames) draw(0)
  await user.click(await screen.findByRole('link', { name: 'from b' }))
  expect(screen.getByRole('link').textContent).toBe('from b')
  expect(await screen.findByRole('link', { name: 'from c' })).toBeTruthy()
})

test('stays on the page that was opened meanwhile', async () => {
  const { lazy, arrive } = latePage()
  const { user, goTo, arrivedAt } = await renderPage(
    routesWith({ path: '/late', lazy }, { path: '/b', element: <h1>B</h1> }),
    '/',
  )
  await user.click(screen.getByRole('link', { name: 'Late' }))
  await goTo('/b')
  await arrive()
  await arrivedAt('/b')
  expect(screen.getByRole('heading').textContent).toBe('B')
})

test('shows a load error in place of the page, and retries on the next visit', async () => {
  const first = latePage()
  const second = latePage()
  const lazy = vi.fn<typeof first.lazy>(first.lazy)
  const { user, goTo } = await renderPage(
    routesWith({ errorElement: <Failed />, children: [{ path: '/late', lazy }] }),
    '/',
  )
  vi.spyOn(console, 'error').mockReturnValue()
  await user.click(screen.getByRole('link', { name: 'Late' }))
  await first.fail('offline')
  expect(await screen.findByRole('heading', { name: 'offline' })).toBeTruthy()
  lazy.mockImplementation(second.lazy)
  await second.arrive()
  await goTo('/late')
  expect((await screen.findByRole('heading')).textContent).toBe('Late, from null')
})

test.each(['/', '/door'])('redirects from %s before anything is rendered', async (start) => {
  const Door = vi.fn<() => null>(() => null)
  const loader = ({ request }: { request: Request }) => replace(`/b${new URL(request.url).search}`)
  const { goTo, arrivedAt } = await renderPage(
    routesWith({ path: '/door', loader, Component: Door }, { path: '/b', element: <h1>B</h1> }),
    `${start}?x=1`,
  )
  if (start === '/') await goTo('/door?x=1')
  await arrivedAt('/b?x=1')
  expect(screen.getByRole('heading').textContent).toBe('B')
})

test('follows a thrown redirect, and shows an error of a loader in place of its page', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const throwing = (what: unknown) => async (): Promise<never> => {
    throw what
  }
  const { goTo, arrivedAt } = await renderPage(
    routesWith(
      { path: '/door', loader: throwing(replace('/b')) },
      { path: '/b', element: <h1>B</h1> },
      { errorElement: <Failed />, children: [{ path: '/broken', loader: throwing('broken'), Component: Home }] },
    ),
    '/',
  )
  await goTo('/broken')
  await arrivedAt('/broken')
  expect(screen.getByRole('heading').textContent).toBe('broken')
  await goTo('/door')
  await arrivedAt('/b')
})

test('resolves a navigation when the page is shown', async () => {
  const { lazy, arrive } = latePage()
  const arrived = vi.fn<() => void>()
  const Going = () => {
    const navigate = useNavigate()
    return <button onClick={() => void Promise.resolve(navigate('/late')).then(arrived)}>Go</button>
  }
  const { user } = await renderPage(routesWith({ path: '/going', Component: Going }, { path: '/late', lazy }), '/going')
  await user.click(screen.getByRole('button'))
  expect(arrived).not.toHaveBeenCalled()
  await arrive()
  await waitFor(() => expect(arrived).toHaveBeenCalled())
})

test('changes the search parameters of the current page', async () => {
  const Search = () => {
    const [search, setSearch] = useSearchParams()
    return <button onClick={() => setSearch({ q: `${search.get('q')}b` })}>{search.get('q')}</button>
  }
  const { user, arrivedAt } = await renderPage([{ path: '/list', Component: Search }], '/list?q=a')
  await user.click(screen.getByRole('button'))
  await arrivedAt('/list?q=ab')
  expect(screen.getByRole('button').textContent).toBe('ab')
})

test('marks the link to the current page', async () => {
  await renderPage(routesWith(), '/')
  expect(screen.getByRole('link', { name: 'Start' }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: 'Late' }).getAttribute('aria-current')).toBeNull()
})

test('matches a path in its own routes, and shows an error for invalid ones', async () => {
  const routesOf = (pathname: string, refusal?: unknown): RouteObject[] => {
    if (refusal !== undefined)
      return [{ path: '*', element: <h1>Refused: {`${refusal instanceof Error ? refusal : ''}`}</h1> }]
    if (pathname === '/') return [{ path: '/', Component: Home }]
    return JSON.parse(pathname === '/null' ? '[null]' : '[{ "index": true, "children": [{ "path": "x" }] }]')
  }
  const router = new PageRouter(routesOf)
  await renderPart(<RouterProvider router={router} />)
  const shownAt = async (path: string) => {
    await act(() => router.navigate(path))
    return screen.getByRole('heading').textContent
  }
  expect(await shownAt('/null')).toContain('Refused: TypeError')
  expect(await shownAt('/')).toBe('Home')
  expect(await shownAt('/index')).toContain('Refused: Error: Index routes')
})

test('shows an error after the timeout, and the page when it arrives, unless the user left', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { lazy, arrive } = latePage()
  const loading = Promise.withResolvers<null>()
  const withTimeout = <T,>(pathname: string, work: Promise<T>) =>
    pathname === '/patient' ? work : Promise.reject(new Error('too long'))
  const routes = routesWith({
    errorElement: <Failed />,
    children: [
      { path: '/late', lazy },
      { path: '/loads', loader: () => loading.promise, element: <h1>Loaded</h1> },
    ],
  })
  const router = new PageRouter(routes, { withTimeout })
  await renderPart(<RouterProvider router={router} />)
  const goTo = (path: string) => act(() => router.navigate(path))
  const shown = () => screen.getByRole('heading').textContent
  await goTo('/loads')
  expect([shown(), location.pathname]).toEqual(['Error: too long', '/loads'])
  const { length } = history
  await act(async () => loading.resolve(null))
  await waitFor(() => expect(shown()).toBe('Loaded'))
  expect([location.pathname, history.length]).toEqual(['/loads', length])
  await goTo('/late')
  expect(shown()).toBe('Error: too long')
  await goTo('/')
  await arrive()
  expect(shown()).toBe('Home')
})

test('stops redirect loops, and ignores other results of loaders', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const inCircles = vi.fn<() => Response>(() => replace('/circle'))
  const strange = async (): Promise<null> => JSON.parse('{ "headers": 1 }')
  const { goTo } = await renderPage(
    routesWith({
      errorElement: <Failed />,
      children: [
        { path: '/circle', loader: inCircles, element: <h1>Never</h1> },
        { path: '/strange', loader: strange, element: <h1>Here</h1> },
      ],
    }),
    '/strange',
  )
  expect(screen.getByRole('heading').textContent).toBe('Here')
  await goTo('/circle')
  expect(screen.getByRole('heading').textContent).toContain('too many redirects, the last one to /circle')
  expect(inCircles.mock.calls.length).toBeLessThan(50)
})
