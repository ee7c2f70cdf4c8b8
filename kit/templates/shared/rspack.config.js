import { remoteConfig } from 'kit/build/remote-config'

export default remoteConfig(import.meta.dirname)
