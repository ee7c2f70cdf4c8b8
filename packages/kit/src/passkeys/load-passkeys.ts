/** Pages without TLS, except of this machine, have none. */
export const canUsePasskeys = 'PublicKeyCredential' in window

/** The ceremonies of passkeys. Only pages whose user has or wants one load them. */
export const loadPasskeys = () => import(/* webpackChunkName: "passkeys" */ './passkeys.ts')
