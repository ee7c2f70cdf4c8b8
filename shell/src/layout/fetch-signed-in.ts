// What only users see is in files of its own: who signs in types before any of it is there.

export const fetchSignedInHeader = async () =>
  (await import(/* webpackChunkName: "signed-in" */ './signed-in-header.tsx')).SignedInHeader

/** Of pages that few remotes have. */
export const fetchRightsGate = async () =>
  (await import(/* webpackChunkName: "rights" */ '../navigation/rights-gate.tsx')).RightsGate

export const fetchStartLinks = async () =>
  (await import(/* webpackChunkName: "signed-in" */ '../navigation/start-links.tsx')).StartLinks
