import { z } from 'zod'

export const status = z.object({ status: z.boolean() })
