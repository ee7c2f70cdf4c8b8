import { type Filling, renderPage } from 'kit/testing/page'
import description from '../../remote.json' with { type: 'json' }
import { remote } from '../remote.tsx'

/** Opens an address of ours, with our own parts in their places and those of other remotes. */
export const openPage = (address: string, ...others: Filling[]) =>
  renderPage(remote.routes, address, { remote, description }, ...others)
