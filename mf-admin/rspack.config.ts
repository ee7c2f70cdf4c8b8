import { remoteConfig } from 'remote-tools/build/remote-config'

export default remoteConfig(import.meta.dirname)
