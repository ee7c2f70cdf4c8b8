import { renderPage } from 'kit/testing/page'
import { remote } from '../remote.tsx'

export const openPage = (address: string) => renderPage(remote.routes, address)
