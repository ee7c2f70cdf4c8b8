// Not in the facade: only the screen of sessions takes it along.
export { readUserAgent } from 'rest-auth/device'
