import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** Uses the system's certificate authorities instead of Node's, if there are any. */
export function useSystemCertificates(): void {
  const system = getCACertificates('system')
  if (system.length > 0) setDefaultCACertificates([...system, ...getCACertificates('extra')])
}
