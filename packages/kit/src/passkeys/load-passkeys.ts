import { browserStore } from '../storage.ts'

/** Pages without TLS, except of this machine, have none. */
export const canUsePasskeys = 'PublicKeyCredential' in window

/** The ceremonies of passkeys. Only pages whose user has or wants one load them. */
export const loadPasskeys = () => import(/* webpackChunkName: "passkeys" */ './passkeys.tsx')

const key = 'passkey'
/** Whether one was made or used in this browser. Others load nothing for passkeys. */
export const knowsPasskey = () => browserStore.get(key) !== null
export const notePasskey = () => browserStore.set(key, 'used')
