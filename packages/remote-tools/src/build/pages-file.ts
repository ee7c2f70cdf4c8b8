import { z } from 'zod'

// Not published: the document contains it.
export const pagesFile = 'pages.json'

/** Files by route and language. */
export const pagesSchema = z.record(z.string(), z.record(z.string(), z.string()))

export const pagesInput = z.object({
  container: z.string(),
  entry: z.string(),
  files: z.record(z.string(), z.string()),
  kit: z.string(),
  /** A script with kit and React. */
  script: z.string(),
  locales: z.array(z.string()),
})

const page = z.object({ pattern: z.string(), locale: z.string(), html: z.string() })
export type DrawnPage = z.infer<typeof page>

/** `problem` is a sentence without a full stop that follows the remote's name. */
export const pagesOutcome = z.object({ pages: z.array(page), problem: z.string().optional() })
