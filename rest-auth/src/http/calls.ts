import type { callsOf } from 'service/calls.ts'
import { z } from 'zod'
import type { ErrorKey } from '../errors.ts'
import type { Journal } from '../journal/events.ts'

export type { ZodApp as App } from 'service/openapi-document.ts'
export type Calls = Pick<ReturnType<typeof callsOf<Journal, ErrorKey>>, 'get' | 'post'>

/** For calls that return nothing else. */
export const status = z.object({ status: z.boolean() })
