import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** Instead of Node's own list, if the system has any. */
export function useSystemCertificates(): void {
  const system = getCACertificates('system')
  if (system.length > 0) setDefaultCACertificates([...system, ...getCACertificates('extra')])
}
