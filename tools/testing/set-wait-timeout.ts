import { vi } from 'vitest'
import { waitTimeout } from 'service/testing/wait-timeout.ts'

const { waitFor, waitUntil } = vi

const withWaitTimeout = (options: object | number | undefined) =>
  typeof options === 'number' ? options : { timeout: waitTimeout, ...options }

vi.waitFor = (callback, options) => waitFor(callback, withWaitTimeout(options))
vi.waitUntil = (callback, options) => waitUntil(callback, withWaitTimeout(options))
