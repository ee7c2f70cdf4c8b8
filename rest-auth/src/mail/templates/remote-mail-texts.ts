import { msg } from './msg.ts'

const ownsRemote = msg`You received this email because {remote} names this address as its owner.`

/** Emails to owners of remotes, part of `mailTexts`. */
export const remoteMailTexts = {
  remoteFailed: {
    subject: msg`New failure in {remote} {version}`,
    paragraphs: [msg`Pages of {product} reported a kind of failure that is new in this version.`],
    details: [msg`Error: {error}`, msg`Line: {line}`, msg`Route: {route}`, msg`Phase: {phase}`],
    note: msg`All failures: npx remote health {remote}`,
    reason: ownsRemote,
  },
  remoteTakenBack: {
    subject: msg`{remote} {version} was taken back`,
    paragraphs: [msg`It failed for many more people than the version before. {product} shows {before} again.`],
    details: [msg`People with failures: {failed}`, msg`Usual: {usual}`],
    note: msg`Why: npx remote health {remote}`,
    reason: ownsRemote,
  },
}
