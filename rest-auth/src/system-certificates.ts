import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** Trusts the machine's certificate authorities instead of Node's, which stay where the machine has none. */
export function useSystemCertificates(): void {
  const system = getCACertificates('system')
  if (system.length > 0) setDefaultCACertificates([...system, ...getCACertificates('extra')])
}
