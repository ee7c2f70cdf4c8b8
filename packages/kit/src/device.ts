export { readUserAgent } from 'rest-auth/device'
