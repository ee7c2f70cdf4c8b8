// Components for signed-in users are separate chunks, so that the sign-in page loads faster.

export const fetchSignedInHeader = async () =>
  (await import(/* webpackChunkName: "signed-in" */ './signed-in-header.tsx')).SignedInHeader

export const fetchRightsGate = async () =>
  (await import(/* webpackChunkName: "rights" */ '../navigation/rights-gate.tsx')).RightsGate

export const fetchStartContent = async () =>
  (await import(/* webpackChunkName: "signed-in" */ '../navigation/start-content.tsx')).StartContent
