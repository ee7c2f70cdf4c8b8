export { readUserAgent } from 'contract/user-agent.ts'
