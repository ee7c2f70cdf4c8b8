import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/**
 * Trusts whom the machine trusts, instead of the list that Node was built with: an operator adds or removes an authority in
 * one place. `NODE_EXTRA_CA_CERTS` still counts. A machine without such a list (a bare container) keeps Node's.
 */
export function useSystemCertificates(): void {
  const system = getCACertificates('system')
  if (system.length > 0) setDefaultCACertificates([...system, ...getCACertificates('extra')])
}
