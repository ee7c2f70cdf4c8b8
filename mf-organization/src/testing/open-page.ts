import { type Filling, renderPage } from 'kit/testing/page'
import description from '../../remote.json' with { type: 'json' }
import { remote } from '../remote.tsx'

export const openPage = (address: string, ...others: Filling[]) =>
  renderPage(remote.routes, address, { remote, description }, ...others)
