import { setFlagsFromString } from 'node:v8'

/**
 * Lets all new objects begin among the young ones, which cost nothing once nobody needs them. V8 would else put those of a line of code
 * whose objects once lived long right among the old ones, for ever: it decides by the first requests after a start, when there is little
 * room for young ones and many are under way, and then each request leaves garbage that only a full collection finds. Whether that
 * happens is chance; it made pages of the gateway a third dearer and left 100 MB. V8 asks for this flag each time, so it may come late.
 */
export function keepNewObjectsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
